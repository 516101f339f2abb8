// lab/foresight.h
//
// What the rest of a game thought of a position, as a score to learn from. The score of a short search does not know
// where the position leads; the result does, but it also knows every later mistake, and it is the same for all
// positions of the game, so that a network learns games by heart. What the searches of the next moves found lies
// between the two.

#pragma once

#include "lab/game_record.h"
#include "lab/tune_set.h"

namespace zugwerk::lab {

/// The game with scores that look ahead: each is the mean of its own and all later ones, weighted less the later they
/// are, the result being the last. `horizon` is how many plies ahead a score looks on average, 0 for none. Means are
/// taken of the results that scores make one expect by `curve`. Proven results stay as they are, and so does what has
/// no score.
[[nodiscard]] GameRecord with_foresight(const GameRecord& game, double horizon, const ResultCurve& curve);

}  // namespace zugwerk::lab
