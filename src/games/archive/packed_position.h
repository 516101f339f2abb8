// games/archive/packed_position.h
//
// A position in 32 bytes, clocks included, of any variant, without its history: the start of a game in game files.

#pragma once

#include <array>
#include <cstdint>

#include "base/error.h"
#include "chess/position.h"

namespace zugwerk::games {

/// `occupied` is the set of occupied squares; the values of the pieces follow in the order of the squares, four bits
/// each, the lower half of a byte first. `state` holds, from its lowest bit: side to move (1 bit, 1 for Black),
/// castling rights (4, by castling_index), the files of the castling rooks (4 x 3), the en passant square (7, 64 for
/// none), the halfmove clock (14) and the move number (17).
struct PackedPosition {
  static constexpr std::size_t kBytes = 32;

  std::uint64_t occupied = 0;
  std::array<std::uint8_t, 16> pieces{};
  std::uint64_t state = 0;

  bool operator==(const PackedPosition&) const = default;
};

[[nodiscard]] PackedPosition pack(const chess::Position& position);

/// The position, or why these bytes are not one.
[[nodiscard]] base::Expected<chess::Position> unpack(const PackedPosition& packed);

}  // namespace zugwerk::games
