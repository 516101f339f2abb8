// learning/network/score_lookahead.h
//
// Training scores that include the rest of the game. The score of a short search does not reflect where the position
// leads; the result does, but it also depends on every later mistake, and it is the same for all positions of the game,
// so that a network memorises games. The scores of the next moves are a middle way.

#pragma once

#include "eval/result_curve.h"
#include "games/archive/game_record.h"

namespace zugwerk::learning {

/// The game with lookahead scores: each becomes a weighted mean of itself and all later scores, with decreasing
/// weights, the result being the last. `horizon` is how many plies ahead a score looks on average, 0 for none. The mean
/// is taken over expected results, by `curve`. Proven results and missing scores stay as they are.
[[nodiscard]] games::GameRecord with_lookahead(const games::GameRecord& game, double horizon,
                                               const eval::ResultCurve& curve);

}  // namespace zugwerk::learning
