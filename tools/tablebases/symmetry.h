// tools/tablebases/symmetry.h
//
// The eight symmetries of the board, for squares and for sets of squares.

#pragma once

#include <cstdint>

#include "chess/bitboard.h"

namespace zugwerk::tbgen {

/// First files or ranks or both are mirrored, then the board is mirrored in the diagonal from a1 to h8.
class Symmetry {
 public:
  constexpr Symmetry() = default;
  constexpr Symmetry(bool mirror_files, bool mirror_ranks, bool transpose)
      : files_(mirror_files), ranks_(mirror_ranks), transpose_(transpose) {}

  [[nodiscard]] constexpr bool is_identity() const { return !files_ && !ranks_ && !transpose_; }
  [[nodiscard]] constexpr Symmetry inverse() const { return transpose_ ? Symmetry(ranks_, files_, true) : *this; }

  [[nodiscard]] constexpr chess::Square operator()(chess::Square square) const {
    auto number = static_cast<unsigned>(square);
    if (files_) number ^= 7U;
    if (ranks_) number ^= 56U;
    if (transpose_) number = (number >> 3) | ((number & 7U) << 3);
    return static_cast<chess::Square>(number);
  }

  [[nodiscard]] constexpr chess::Bitboard operator()(chess::Bitboard set) const {
    if (files_) {
      set = ((set >> 1) & 0x5555555555555555) | ((set & 0x5555555555555555) << 1);
      set = ((set >> 2) & 0x3333333333333333) | ((set & 0x3333333333333333) << 2);
      set = ((set >> 4) & 0x0F0F0F0F0F0F0F0F) | ((set & 0x0F0F0F0F0F0F0F0F) << 4);
    }
    if (ranks_) set = __builtin_bswap64(set);
    if (transpose_) {
      // Swaps ever larger blocks with their mirror images.
      const auto exchange = [&](int distance, chess::Bitboard upper) {
        const chess::Bitboard difference = (set ^ (set >> distance)) & upper;
        set ^= difference ^ (difference << distance);
      };
      exchange(7, 0x00AA00AA00AA00AA);
      exchange(14, 0x0000CCCC0000CCCC);
      exchange(28, 0x00000000F0F0F0F0);
    }
    return set;
  }

 private:
  bool files_ = false;
  bool ranks_ = false;
  bool transpose_ = false;
};

}  // namespace zugwerk::tbgen
