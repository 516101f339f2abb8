// chess/movegen.h
//
// Generates the legal moves of a position, all or by kind. Pins, checks and attacked squares are masks that restrict
// where pieces go, so no illegal move is generated and thrown away.

#pragma once

#include "chess/move_list.h"
#include "chess/position.h"

namespace zugwerk::chess {

enum class MoveSet {
  All,
  Captures,  // captures and every promotion
  Quiets,    // the rest; Captures and Quiets together are All
};

/// Adds the legal moves of the wanted set to `moves`.
template <MoveSet kSet>
void generate(const Position& position, MoveList& moves);

/// All legal moves, as a value.
[[nodiscard]] MoveList legal_moves(const Position& position);

/// How many legal moves there are, without listing them.
[[nodiscard]] int count_legal_moves(const Position& position);

[[nodiscard]] bool has_legal_move(const Position& position);

}  // namespace zugwerk::chess
