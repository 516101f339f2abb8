// chess/square.h
//
// Squares, files, ranks and steps on the board. Squares count from a1 = 0 by files, then ranks, to h8 = 63.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "chess/piece.h"

namespace zugwerk::chess {

enum class File : std::uint8_t { A, B, C, D, E, F, G, H };
enum class Rank : std::uint8_t { R1, R2, R3, R4, R5, R6, R7, R8 };

// clang-format off
enum class Square : std::uint8_t {
  A1, B1, C1, D1, E1, F1, G1, H1,
  A2, B2, C2, D2, E2, F2, G2, H2,
  A3, B3, C3, D3, E3, F3, G3, H3,
  A4, B4, C4, D4, E4, F4, G4, H4,
  A5, B5, C5, D5, E5, F5, G5, H5,
  A6, B6, C6, D6, E6, F6, G6, H6,
  A7, B7, C7, D7, E7, F7, G7, H7,
  A8, B8, C8, D8, E8, F8, G8, H8,
  None
};

/// A step from one square to a neighbour, as a difference of square numbers.
enum class Direction : std::int8_t {
  North = 8, East = 1, South = -8, West = -1,
  NorthEast = 9, SouthEast = -7, SouthWest = -9, NorthWest = 7
};
// clang-format on

inline constexpr std::size_t kSquareCount = 64;

[[nodiscard]] constexpr std::size_t index(Square square) { return static_cast<std::size_t>(square); }
[[nodiscard]] constexpr std::size_t index(File file) { return static_cast<std::size_t>(file); }
[[nodiscard]] constexpr std::size_t index(Rank rank) { return static_cast<std::size_t>(rank); }

/// The square with the given number, 0 to 63.
[[nodiscard]] constexpr Square square_at(std::size_t number) { return static_cast<Square>(number); }

[[nodiscard]] constexpr Square make_square(File file, Rank rank) {
  return static_cast<Square>((static_cast<unsigned>(rank) << 3) | static_cast<unsigned>(file));
}
[[nodiscard]] constexpr File file_of(Square square) { return static_cast<File>(static_cast<unsigned>(square) & 7U); }
[[nodiscard]] constexpr Rank rank_of(Square square) { return static_cast<Rank>(static_cast<unsigned>(square) >> 3); }

/// `square` one step further; the caller knows that the step stays on the board.
[[nodiscard]] constexpr Square operator+(Square square, Direction direction) {
  return static_cast<Square>(static_cast<int>(square) + static_cast<int>(direction));
}
[[nodiscard]] constexpr Square operator-(Square square, Direction direction) {
  return static_cast<Square>(static_cast<int>(square) - static_cast<int>(direction));
}

/// The direction in which pawns of this colour move.
[[nodiscard]] constexpr Direction forward(Color color) {
  return color == Color::White ? Direction::North : Direction::South;
}

/// The rank relative to this colour: its own first rank is R1.
[[nodiscard]] constexpr Rank relative_rank(Color color, Rank rank) {
  return static_cast<Rank>(static_cast<unsigned>(rank) ^ (color == Color::White ? 0U : 7U));
}
[[nodiscard]] constexpr Rank relative_rank(Color color, Square square) { return relative_rank(color, rank_of(square)); }

/// The square as seen from this colour's side of the board: a1 for Black is a8.
[[nodiscard]] constexpr Square relative_square(Color color, Square square) {
  return static_cast<Square>(static_cast<unsigned>(square) ^ (color == Color::White ? 0U : 56U));
}

/// The square mirrored between the players: a1 and a8 change places.
[[nodiscard]] constexpr Square flipped(Square square) { return relative_square(Color::Black, square); }

[[nodiscard]] constexpr bool is_light(Square square) {
  return ((static_cast<unsigned>(file_of(square)) + static_cast<unsigned>(rank_of(square))) & 1U) != 0;
}

[[nodiscard]] constexpr char letter_of(File file) { return static_cast<char>('a' + static_cast<int>(file)); }
[[nodiscard]] constexpr char digit_of(Rank rank) { return static_cast<char>('1' + static_cast<int>(rank)); }

[[nodiscard]] constexpr std::optional<File> file_from_letter(char letter) {
  if (letter < 'a' || letter > 'h') return std::nullopt;
  return static_cast<File>(letter - 'a');
}
[[nodiscard]] constexpr std::optional<Rank> rank_from_digit(char digit) {
  if (digit < '1' || digit > '8') return std::nullopt;
  return static_cast<Rank>(digit - '1');
}

/// "e4" for a square on the board, "-" for None.
[[nodiscard]] inline std::string to_string(Square square) {
  if (square == Square::None) return "-";
  return {letter_of(file_of(square)), digit_of(rank_of(square))};
}

[[nodiscard]] constexpr std::optional<Square> square_from_text(std::string_view text) {
  if (text.size() != 2) return std::nullopt;
  const auto file = file_from_letter(text[0]);
  const auto rank = rank_from_digit(text[1]);
  if (!file || !rank) return std::nullopt;
  return make_square(*file, *rank);
}

}  // namespace zugwerk::chess
