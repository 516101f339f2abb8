// eval/classical/masks.h
//
// Regions and distances of the board that the evaluation needs. Attacks are in chess/attacks.h.

#pragma once

#include <algorithm>
#include <array>
#include <cstdint>

#include "chess/attacks.h"
#include "chess/bitboard.h"

namespace zugwerk::eval {

namespace tables {

using chess::Bitboard;
using chess::kSquareCount;

using Distances = std::array<std::array<std::uint8_t, kSquareCount>, kSquareCount>;

consteval Distances distances() {
  Distances result{};
  for (std::size_t a = 0; a < kSquareCount; ++a)
    for (std::size_t b = 0; b < kSquareCount; ++b) {
      const int files = static_cast<int>(a % 8) - static_cast<int>(b % 8);
      const int ranks = static_cast<int>(a / 8) - static_cast<int>(b / 8);
      result[a][b] = static_cast<std::uint8_t>(std::max(files < 0 ? -files : files, ranks < 0 ? -ranks : ranks));
    }
  return result;
}
inline constexpr Distances kDistance = distances();

consteval std::array<Bitboard, 8> adjacent_files() {
  std::array<Bitboard, 8> result{};
  for (std::size_t file = 0; file < 8; ++file) {
    const Bitboard squares = chess::kFileA << file;
    result[file] = chess::shifted<chess::Direction::East>(squares) | chess::shifted<chess::Direction::West>(squares);
  }
  return result;
}
inline constexpr auto kAdjacentFiles = adjacent_files();

/// By colour and rank: all ranks before it.
consteval std::array<std::array<Bitboard, 8>, 2> forward_ranks() {
  std::array<std::array<Bitboard, 8>, 2> result{};
  for (std::size_t rank = 0; rank < 8; ++rank) {
    result[0][rank] = rank == 7 ? 0 : chess::kAllSquares << (8 * (rank + 1));
    result[1][rank] = rank == 0 ? 0 : chess::kAllSquares >> (8 * (8 - rank));
  }
  return result;
}
inline constexpr auto kForwardRanks = forward_ranks();

}  // namespace tables

/// King moves from one square to another on an empty board.
[[nodiscard]] constexpr int distance(chess::Square a, chess::Square b) { return tables::kDistance[index(a)][index(b)]; }

[[nodiscard]] constexpr chess::Bitboard adjacent_files(chess::Square square) {
  return tables::kAdjacentFiles[index(file_of(square))];
}

/// The ranks before `square` as `color` sees it, without its own.
[[nodiscard]] constexpr chess::Bitboard ranks_ahead(chess::Color color, chess::Square square) {
  return tables::kForwardRanks[index(color)][index(rank_of(square))];
}

[[nodiscard]] constexpr chess::Bitboard file_ahead(chess::Color color, chess::Square square) {
  return ranks_ahead(color, square) & bits(file_of(square));
}

/// Where an enemy pawn would stop or could take a pawn of `color` that runs from `square`.
[[nodiscard]] constexpr chess::Bitboard passage(chess::Color color, chess::Square square) {
  return ranks_ahead(color, square) & (bits(file_of(square)) | adjacent_files(square));
}

template <chess::Color kColor>
[[nodiscard]] constexpr chess::Bitboard pushed(chess::Bitboard set) {
  return chess::shifted<chess::forward(kColor)>(set);
}

/// The set and everything before it on its files.
template <chess::Color kColor>
[[nodiscard]] constexpr chess::Bitboard filled_ahead(chess::Bitboard set) {
  if constexpr (kColor == chess::Color::White) {
    set |= set << 8;
    set |= set << 16;
    return set | set << 32;
  } else {
    set |= set >> 8;
    set |= set >> 16;
    return set | set >> 32;
  }
}

/// The rank that `color` counts as `rank`.
[[nodiscard]] constexpr chess::Bitboard rank_bits(chess::Color color, chess::Rank rank) {
  return bits(relative_rank(color, rank));
}

}  // namespace zugwerk::eval
