// review/reason_check.h
//
// Whether the claim of a sentence holds: a second opinion that does not use the line behind the claim. Used to measure
// the teacher over many positions, not in reviews.

#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/files/input.h"
#include "review/reasons.h"
#include "review/reviewer.h"
#include "search/solo.h"

namespace zugwerk::review {

/// Plays on from the first move of the fact's line, every move by a search, until six plies after the claim should have
/// come true; then counts material. A claim of material holds if all of it but a pawn, and at least half a pawn, is won
/// then, or if there is a mate; a mate if there is a mate.
[[nodiscard]] bool holds(const chess::Position& position, const Fact& fact, search::Solo& solo,
                         const search::Limits& limits);

/// One position of a suite.
struct CheckedReason {
  std::string id;
  std::string reason;  // empty: none was found
  bool held = false;
  std::string line;  // the best line that the search found
};

struct SuiteReasons {
  std::size_t positions = 0;
  std::size_t given = 0;  // positions for which a reason was found
  std::size_t held = 0;
  std::vector<std::size_t> given_by_motif;
  std::vector<std::size_t> held_by_motif;
  std::vector<std::string> repairs;  // what was dropped from positions: "file:12: castling right 'K' dropped: …"
};

/// Searches every position of an EPD file, finds the reason for the best line, and checks it. `on_reason` is called for
/// every position.
[[nodiscard]] base::Expected<SuiteReasons> check_suite(base::Input& input, const ReviewSettings& settings,
                                                       const std::atomic<bool>& stop,
                                                       const std::function<void(const CheckedReason&)>& on_reason);

}  // namespace zugwerk::review
