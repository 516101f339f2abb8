// tools/tablebases/solver.h
//
// Retrograde analysis of one material: who wins every position, and in how many plies the next capture, pawn move or
// mate comes (DTZ).
//
// Captures and pawn moves lead to what is solved already. Backwards from mates, and from what those moves decide, each
// ply finds the positions with a move to one that was found lost, and those in which every move leads to one that was
// found won. It does so for all squares of the black king at once.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "chess/bitboard.h"
#include "tablebases/material.h"
#include "tablebases/results.h"

namespace zugwerk::tbgen {

/// What is known of the positions with one side to move. Sets are of squares of the black king, for each word.
struct SideSolution {
  /// Plies to the next capture, pawn move or mate, for positions that are won or lost: 64 for each word. Mate itself is
  /// 0.
  std::vector<std::uint8_t> distances;
  /// A capture or a pawn move wins.
  std::vector<chess::Bitboard> zeroing_wins;
  /// A capture wins.
  std::vector<chess::Bitboard> capture_wins;
  /// A capture draws.
  std::vector<chess::Bitboard> capture_draws;
};

struct Solution {
  Results results;
  std::array<SideSolution, chess::kColorCount> sides;
};

/// Solves the material; whatever captures and promotions lead to is in the library. With up to four pieces no win needs
/// more than fifty moves, so none is a draw by the fifty-move rule.
[[nodiscard]] Solution solve(const Material& material, const ResultLibrary& library);

}  // namespace zugwerk::tbgen
