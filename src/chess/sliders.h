// chess/sliders.h
//
// Attacks of bishops and rooks by one table look-up, with two implementations of one interface: the index comes from a
// magic multiplication or from the PEXT instruction. attacks.h chooses; no other code depends on which is used.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "base/cpu.h"
#include "chess/bitboard.h"

namespace zugwerk::chess {

/// One entry for every occupancy of the relevant squares, summed over the 64 squares.
inline constexpr std::size_t kBishopTableSize = 5248;
inline constexpr std::size_t kRookTableSize = 102400;

struct MagicSquare {
  Bitboard relevant;
  std::uint64_t magic;
  std::uint32_t offset;
  std::uint32_t shift;
};

struct PextSquare {
  Bitboard relevant;
  std::uint32_t offset;
};

// Computed at compile time in magic_sliders.cpp and pext_sliders.cpp.
extern const std::array<MagicSquare, kSquareCount> kMagicBishops;
extern const std::array<MagicSquare, kSquareCount> kMagicRooks;
extern const std::array<Bitboard, kBishopTableSize> kMagicBishopTable;
extern const std::array<Bitboard, kRookTableSize> kMagicRookTable;
extern const std::array<PextSquare, kSquareCount> kPextBishops;
extern const std::array<PextSquare, kSquareCount> kPextRooks;
extern const std::array<Bitboard, kBishopTableSize> kPextBishopTable;
extern const std::array<Bitboard, kRookTableSize> kPextRookTable;

struct MagicSliders {
  [[nodiscard]] static Bitboard bishop_attacks(Square square, Bitboard occupied) {
    return kMagicBishopTable[slot(kMagicBishops[index(square)], occupied)];
  }
  [[nodiscard]] static Bitboard rook_attacks(Square square, Bitboard occupied) {
    return kMagicRookTable[slot(kMagicRooks[index(square)], occupied)];
  }
  [[nodiscard]] static constexpr std::size_t slot(const MagicSquare& entry, Bitboard occupied) {
    return entry.offset + (((occupied & entry.relevant) * entry.magic) >> entry.shift);
  }
};

struct PextSliders {
  [[nodiscard]] static Bitboard bishop_attacks(Square square, Bitboard occupied) {
    const PextSquare& entry = kPextBishops[index(square)];
    return kPextBishopTable[entry.offset + base::extract_bits(occupied, entry.relevant)];
  }
  [[nodiscard]] static Bitboard rook_attacks(Square square, Bitboard occupied) {
    const PextSquare& entry = kPextRooks[index(square)];
    return kPextRookTable[entry.offset + base::extract_bits(occupied, entry.relevant)];
  }
};

}  // namespace zugwerk::chess
