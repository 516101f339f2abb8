// review/review_json.h
//
// A review as JSON, for programs: every move with its scores, marks, better line and reasons.

#pragma once

#include "base/json.h"
#include "review/reviewer.h"

namespace zugwerk::review {

[[nodiscard]] base::Json to_json(const GameReview& review);

/// A fact with its squares and its line in SAN.
[[nodiscard]] base::Json to_json(const chess::Position& position, const Fact& fact);

}  // namespace zugwerk::review
