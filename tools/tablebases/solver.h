// tools/tablebases/solver.h
//
// Retrograde analysis of one material: the result of every position, and the number of plies to the next capture, pawn
// move or mate (DTZ).
//
// Captures and pawn moves lead to positions that are already solved. Working backwards from mates, and from what those
// moves decide, each ply finds the positions with a move to a lost one, and those in which every move leads to a won
// one. It does so for all squares of the black king at once.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "chess/bitboard.h"
#include "tablebases/material.h"
#include "tablebases/results.h"

namespace zugwerk::tbgen {

/// The solution for one side to move. Sets contain squares of the black king, for each word.
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

/// Solves the material; the library must contain all that captures and promotions lead to. With up to four pieces no
/// win needs more than fifty moves, so none is a draw by the fifty-move rule.
[[nodiscard]] Solution solve(const Material& material, const ResultLibrary& library);

}  // namespace zugwerk::tbgen
