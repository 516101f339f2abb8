#include "chess/chess960.h"

#include <array>
#include <cassert>
#include <utility>

namespace zugwerk::chess {

namespace {

using BackRank = std::array<PieceType, 8>;

/// Places `type` on the n-th file that is still free.
std::size_t place_on_free_file(BackRank& rank, int n, PieceType type) {
  for (std::size_t file = 0; file < rank.size(); ++file) {
    if (rank[file] != PieceType::None) continue;
    if (n-- == 0) {
      rank[file] = type;
      return file;
    }
  }
  assert(false);
  return 0;
}

/// The digits of the number, in mixed radix: light bishop (4), dark bishop (4), queen (6), pair of knights (10). Rook,
/// king and rook take the files that are left.
[[nodiscard]] BackRank back_rank(int number) {
  assert(number >= 0 && number < kChess960Starts);
  BackRank rank{};
  rank.fill(PieceType::None);
  rank[static_cast<std::size_t>(2 * (number % 4) + 1)] = PieceType::Bishop;
  number /= 4;
  rank[static_cast<std::size_t>(2 * (number % 4))] = PieceType::Bishop;
  number /= 4;
  place_on_free_file(rank, number % 6, PieceType::Queen);
  number /= 6;
  // The ten pairs of five files in lexical order; the second index counts files left after the first knight.
  constexpr std::array<std::array<int, 2>, 10> kKnightPairs{
      {{0, 0}, {0, 1}, {0, 2}, {0, 3}, {1, 1}, {1, 2}, {1, 3}, {2, 2}, {2, 3}, {3, 3}}};
  const auto [first, second] = kKnightPairs[static_cast<std::size_t>(number)];
  place_on_free_file(rank, first, PieceType::Knight);
  place_on_free_file(rank, second, PieceType::Knight);
  for (const PieceType type : {PieceType::Rook, PieceType::King, PieceType::Rook}) place_on_free_file(rank, 0, type);
  return rank;
}

}  // namespace

PositionSetup chess960_setup(int white_number, int black_number) {
  PositionSetup setup;
  for (const Color color : kColors) {
    const BackRank rank = back_rank(color == Color::White ? white_number : black_number);
    Wing next_rook = Wing::Queen;  // the left rook comes first
    for (std::size_t file = 0; file < rank.size(); ++file) {
      const Square first = relative_square(color, square_at(file));
      setup.board[index(first)] = make_piece(color, rank[file]);
      setup.board[index(first + forward(color))] = make_piece(color, PieceType::Pawn);
      if (rank[file] == PieceType::Rook) {
        setup.castling_rooks[castling_index(color, next_rook)] = first;
        next_rook = Wing::King;
      }
    }
  }
  return setup;
}

Position chess960_start(int white_number, int black_number) {
  auto position = Position::from_setup(chess960_setup(white_number, black_number));
  assert(position);
  return *std::move(position);
}

Position chess960_start(int number) { return chess960_start(number, number); }

}  // namespace zugwerk::chess
