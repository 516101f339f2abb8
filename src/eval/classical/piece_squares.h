// eval/classical/piece_squares.h
//
// The piece-square weights unfolded to whole boards at compile time.

#pragma once

#include <array>

#include "chess/piece.h"
#include "chess/square.h"
#include "eval/classical/weights.h"

namespace zugwerk::eval {

namespace tables {

using PieceSquares = std::array<std::array<Tapered, chess::kSquareCount>, chess::kPieceTypeCount>;

/// The place of a square in a table of files a to d.
[[nodiscard]] constexpr std::size_t folded(std::size_t square) {
  const std::size_t file = square % 8 < 4 ? square % 8 : 7 - square % 8;
  return square / 8 * 4 + file;
}

consteval PieceSquares piece_squares() {
  PieceSquares result{};
  for (std::size_t type = 0; type < chess::kPieceTypeCount; ++type)
    for (std::size_t square = 0; square < chess::kSquareCount; ++square) {
      result[type][square] = weights::kPieceSquares[type][folded(square)];
    }
  return result;
}
inline constexpr PieceSquares kPieceSquares = piece_squares();

}  // namespace tables

/// What the square is worth to a piece of this type and colour, without its material: an element of the unfolded table.
[[nodiscard]] constexpr const Tapered& piece_square(chess::Color color, chess::PieceType type, chess::Square square) {
  return tables::kPieceSquares[index(type)][index(relative_square(color, square))];
}

}  // namespace zugwerk::eval
