// chess/bitboard.h
//
// Sets of squares as 64-bit words, bit 0 for a1.

#pragma once

#include <cstdint>

#include "base/bits.h"
#include "chess/square.h"

namespace zugwerk::chess {

using Bitboard = std::uint64_t;

using base::more_than_one;
using base::popcount;

inline constexpr Bitboard kNoSquares = 0;
inline constexpr Bitboard kAllSquares = ~kNoSquares;
inline constexpr Bitboard kFileA = 0x0101010101010101;
inline constexpr Bitboard kRank1 = 0xFF;
inline constexpr Bitboard kDarkSquares = 0xAA55AA55AA55AA55;
inline constexpr Bitboard kLightSquares = ~kDarkSquares;

[[nodiscard]] constexpr Bitboard bit(Square square) { return Bitboard{1} << static_cast<unsigned>(square); }
[[nodiscard]] constexpr Bitboard bits(File file) { return kFileA << static_cast<unsigned>(file); }
[[nodiscard]] constexpr Bitboard bits(Rank rank) { return kRank1 << (8 * static_cast<unsigned>(rank)); }

[[nodiscard]] constexpr bool contains(Bitboard set, Square square) {
  return ((set >> static_cast<unsigned>(square)) & 1) != 0;
}

/// The lowest square of a set that is not empty.
[[nodiscard]] constexpr Square first_square(Bitboard set) { return static_cast<Square>(base::lowest_bit(set)); }

/// Removes the lowest square from a set that is not empty, and returns it.
constexpr Square pop_square(Bitboard& set) {
  const Square square = first_square(set);
  set = base::without_lowest_bit(set);
  return square;
}

/// Every square of the set one step further; what would leave the board disappears.
template <Direction kDirection>
[[nodiscard]] constexpr Bitboard shifted(Bitboard set) {
  constexpr Bitboard kNotFileA = ~kFileA;
  constexpr Bitboard kNotFileH = ~(kFileA << 7);
  switch (kDirection) {
    case Direction::North:
      return set << 8;
    case Direction::South:
      return set >> 8;
    case Direction::East:
      return (set & kNotFileH) << 1;
    case Direction::West:
      return (set & kNotFileA) >> 1;
    case Direction::NorthEast:
      return (set & kNotFileH) << 9;
    case Direction::SouthEast:
      return (set & kNotFileH) >> 7;
    case Direction::NorthWest:
      return (set & kNotFileA) << 7;
    case Direction::SouthWest:
      return (set & kNotFileA) >> 9;
  }
}

}  // namespace zugwerk::chess
