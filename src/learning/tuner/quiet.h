// learning/tuner/quiet.h
//
// Whether a position is quiet: whether its static evaluation is all there is to say, because no capture changes it.

#pragma once

#include "chess/position.h"
#include "eval/evaluator.h"

namespace zugwerk::learning {

/// Not in check, and no sequence of captures and promotions gains the side to move more than `margin` centipawns over
/// its static evaluation. `position` is played on and comes back as it was.
[[nodiscard]] bool is_quiet(chess::Position& position, eval::Evaluator& evaluator, int margin);

}  // namespace zugwerk::learning
