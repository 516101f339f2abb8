// eval/fifty_moves.h
//
// What the fifty-move rule takes away from an advantage, whoever found it.

#pragma once

#include <algorithm>

#include "eval/classical/weights.h"

namespace zugwerk::eval {

/// Progress that never comes is no advantage: the value falls as the fifty-move rule draws near.
[[nodiscard]] inline int faded(int value, int halfmove_clock) {
  const int left = std::max(0, weights::kFiftyMoveFade - halfmove_clock);
  return value * left / weights::kFiftyMoveFade;
}

/// The same for a known endgame. A technical win is won in time; fading would blur the small differences that lead to
/// the mate.
[[nodiscard]] inline int faded_endgame(int value, int halfmove_clock) {
  return value >= weights::kKnownWin || value <= -weights::kKnownWin ? value : faded(value, halfmove_clock);
}

}  // namespace zugwerk::eval
