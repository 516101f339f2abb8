// chess/see.h
//
// Static exchange evaluation: what a sequence of captures on one square is worth if both sides always recapture with
// their least valuable piece and may stop at any time. Depends only on the board and piece values; the search decides
// what to do with the answer.

#pragma once

#include <array>

#include "chess/move.h"
#include "chess/piece.h"

namespace zugwerk::chess {

class Position;

/// Centipawns by PieceType, for counting exchanges; the king's is never won or lost.
inline constexpr std::array<int, kPieceTypeCount + 1> kExchangeValues{100, 320, 330, 500, 950, 0, 0};

[[nodiscard]] constexpr int exchange_value(PieceType type) { return kExchangeValues[index(type)]; }

/// True if playing the legal `move` and then trading on its target square nets the side to move at least `threshold`
/// centipawns. Pieces behind the traders join in as lines open. Pinned pieces do not recapture while a pinner of their
/// king stands, and a king does not recapture into an attack. The move's own promotion counts; later captures by a pawn
/// on the last rank count as a pawn's. Castling is an exchange of nothing.
[[nodiscard]] bool see_at_least(const Position& position, Move move, int threshold);

}  // namespace zugwerk::chess
