// chess/dead_position.h
//
// Positions in which no sequence of legal moves mates either king, as far as that can be decided cheaply: the game is
// then drawn at once, whatever the clock says.

#pragma once

#include "chess/position.h"

namespace zugwerk::chess {

/// Bare kings, a single knight or bishop besides them, or any number of bishops that all stand on one colour.
[[nodiscard]] bool has_insufficient_material(const Position& position);

/// Only kings and pawns, every pawn stopped for good by another pawn, and no king can ever reach a pawn to take. Errs
/// on the side of play: a true answer is proven, a false one may still be a fortress.
[[nodiscard]] bool is_blocked_for_good(const Position& position);

}  // namespace zugwerk::chess
