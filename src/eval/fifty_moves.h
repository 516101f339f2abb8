// eval/fifty_moves.h
//
// What the fifty-move rule takes away from an advantage, whichever evaluation found it.

#pragma once

#include <algorithm>

namespace zugwerk::eval {

/// Plies without progress at which an advantage would have faded to nothing; more than the hundred of the rule, so that
/// some of it is always left.
inline constexpr int kFiftyMoveFade = 220;

/// Progress that never comes is no advantage: the value falls as the fifty-move rule draws near.
[[nodiscard]] inline int faded(int value, int halfmove_clock) {
  const int left = std::max(0, kFiftyMoveFade - halfmove_clock);
  return value * left / kFiftyMoveFade;
}

}  // namespace zugwerk::eval
