// learning/tuner/quiet.h
//
// Whether a position is quiet, so that its static evaluation can be trusted because no capture changes it.

#pragma once

#include "chess/position.h"
#include "eval/evaluator.h"

namespace zugwerk::learning {

/// Not in check, and no sequence of captures and promotions gains the side to move more than `margin` centipawns over
/// its static evaluation. Makes moves on `position` and takes them back.
[[nodiscard]] bool is_quiet(chess::Position& position, eval::Evaluator& evaluator, int margin);

}  // namespace zugwerk::learning
