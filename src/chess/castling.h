// chess/castling.h
//
// Castling rights as four bits, and the facts about castling that hold in every starting position: the king ends on
// the g or c file, its rook on the f or d file.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "chess/square.h"

namespace zugwerk::chess {

enum class Wing : std::uint8_t { King, Queen };

inline constexpr std::array kWings{Wing::King, Wing::Queen};

/// Number of a colour's right on a wing, 0 to 3; also the place of its bit in CastlingRights.
[[nodiscard]] constexpr std::size_t castling_index(Color color, Wing wing) {
  return 2 * index(color) + static_cast<std::size_t>(wing);
}

class CastlingRights {
 public:
  constexpr CastlingRights() = default;
  constexpr explicit CastlingRights(unsigned bits) : bits_(static_cast<std::uint8_t>(bits)) {}

  [[nodiscard]] static constexpr CastlingRights of(Color color, Wing wing) {
    return CastlingRights(1U << castling_index(color, wing));
  }
  [[nodiscard]] static constexpr CastlingRights of(Color color) { return CastlingRights(3U << (2 * index(color))); }

  /// 0 to 15, to index tables.
  [[nodiscard]] constexpr unsigned to_bits() const { return bits_; }
  [[nodiscard]] constexpr bool has(Color color, Wing wing) const { return (bits_ & of(color, wing).bits_) != 0; }
  [[nodiscard]] constexpr bool has_any(Color color) const { return (bits_ & of(color).bits_) != 0; }
  [[nodiscard]] constexpr bool any() const { return bits_ != 0; }
  [[nodiscard]] constexpr CastlingRights with(CastlingRights more) const { return CastlingRights(bits_ | more.bits_); }
  [[nodiscard]] constexpr CastlingRights without(CastlingRights lost) const {
    return CastlingRights(bits_ & ~static_cast<unsigned>(lost.bits_));
  }

  constexpr bool operator==(const CastlingRights&) const = default;

 private:
  std::uint8_t bits_ = 0;
};

[[nodiscard]] constexpr Square castled_king_square(Color color, Wing wing) {
  return relative_square(color, wing == Wing::King ? Square::G1 : Square::C1);
}
[[nodiscard]] constexpr Square castled_rook_square(Color color, Wing wing) {
  return relative_square(color, wing == Wing::King ? Square::F1 : Square::D1);
}

}  // namespace zugwerk::chess
