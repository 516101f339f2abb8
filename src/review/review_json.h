// review/review_json.h
//
// A review as JSON, for programs: every move with its scores, marks, better line and reasons.

#pragma once

#include "base/json.h"
#include "review/reviewer.h"

namespace zugwerk::review {

[[nodiscard]] base::Json to_json(const GameReview& review);

/// A reason why `worse` was worse in `position`: kind, text, and the fact.
[[nodiscard]] base::Json to_json(const chess::Position& position, chess::Move worse, const Reason& reason);

/// The moves of a line as [{"uci": "g1f3", "san": "Nf3"}, ...].
[[nodiscard]] base::Json line_json(const chess::Position& position, Line line);

/// A chance, or a difference of two, with the digits that readers need.
[[nodiscard]] double rounded_chance(double chance);

/// A fact with its squares and its line in SAN.
[[nodiscard]] base::Json to_json(const chess::Position& position, const Fact& fact);

}  // namespace zugwerk::review
