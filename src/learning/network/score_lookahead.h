// learning/network/score_lookahead.h
//
// What the rest of a game thought of a position, as a score to learn from. The score of a short search does not know
// where the position leads; the result does, but it also knows every later mistake, and it is the same for all
// positions of the game, so that a network learns games by heart. What the searches of the next moves found lies
// between the two.

#pragma once

#include "eval/result_curve.h"
#include "games/archive/game_record.h"

namespace zugwerk::learning {

/// The game with scores that look ahead: each is the mean of its own and all later ones, weighted less the later they
/// are, the result being the last. `horizon` is how many plies ahead a score looks on average, 0 for none. Means are
/// taken of the results that scores make one expect by `curve`. Proven results stay as they are, and so does what has
/// no score.
[[nodiscard]] games::GameRecord with_lookahead(const games::GameRecord& game, double horizon,
                                               const eval::ResultCurve& curve);

}  // namespace zugwerk::learning
