// chess/dead_position.h
//
// Positions in which no sequence of legal moves mates a king, as far as that can be decided cheaply. If neither king
// can be mated, the game is drawn at once; if one cannot, the other side cannot win, not even on time.

#pragma once

#include "chess/position.h"

namespace zugwerk::chess {

/// Bare kings, kings and a single knight or bishop, or any number of bishops that all stand on one colour.
[[nodiscard]] bool has_insufficient_material(const Position& position);

/// Whether the pieces of `color` can mate if the opponent helps. A bare king cannot. A lone knight can if the opponent
/// has a pawn, a knight, a bishop or a rook to put in its king's way. Bishops on one colour can if the opponent has a
/// pawn, a knight or a bishop on the other colour. (Queens can always take or interpose in the first case, queens and
/// rooks in the second.) Everything else can mate. Only material is looked at, not whether the pieces get there.
[[nodiscard]] bool has_mating_material(const Position& position, Color color);

/// Only kings and pawns, every pawn stopped for good by another pawn, and no king can ever reach a pawn to take. Errs
/// on the side of play: a true answer is proven, a false one may still be a fortress.
[[nodiscard]] bool is_blocked_for_good(const Position& position);

}  // namespace zugwerk::chess
