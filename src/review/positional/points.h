// review/positional/points.h
//
// The points of single moves, which can be seen on the board: an attack that gains time, a pawn break, a move that
// prevents the opponent's. Last resorts where neither material nor a trait of the position tells two moves apart.

#pragma once

#include <vector>

#include "review/positional/changes.h"

namespace zugwerk::review {

/// What the answer to the move played does, and what the better move would have done; the most important first.
[[nodiscard]] std::vector<Change> single_points(const Choice& choice);

}  // namespace zugwerk::review
