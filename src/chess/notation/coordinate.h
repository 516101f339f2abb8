// chess/notation/coordinate.h
//
// Moves as UCI spells them: from, to, promotion ("e2e4", "e7e8q"). Castling is the king's two squares (e1g1), or, in
// Chess960, the king taking its rook (e1h1); both are read.

#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "chess/notation/fen.h"
#include "chess/position.h"

namespace zugwerk::chess {

/// The legal move that `text` names, or why there is none.
[[nodiscard]] base::Expected<Move> parse_coordinate_move(const Position& position, std::string_view text);

/// "0000" for the null move and for no move.
[[nodiscard]] std::string to_coordinates(Move move, Variant variant = Variant::Standard);

}  // namespace zugwerk::chess
