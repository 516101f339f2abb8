// eval/classical/kpk.h
//
// King and pawn against king, solved: every position is known to be won or drawn. Computed when first needed.

#pragma once

#include <array>

#include "chess/bitboard.h"
#include "chess/square.h"

namespace zugwerk::eval {

/// For the side with the pawn as White, pawn on files a to d. A set of squares of the lone king stands for all
/// positions that share the other two squares, so one operation treats 64 positions.
class KpkTable {
 public:
  KpkTable();

  /// Whether White, who has the pawn, wins. Any file, ranks two to seven; positions that cannot occur are not wins.
  [[nodiscard]] bool is_win(chess::Square white_king, chess::Square pawn, chess::Square black_king,
                            chess::Color side_to_move) const;

 private:
  using ByKing = std::array<chess::Bitboard, chess::kSquareCount>;

  struct Slice {
    ByKing white_to_move{};  // by White's king: the squares of Black's king where White wins
    ByKing black_to_move{};
  };

  void solve(chess::Square pawn);
  [[nodiscard]] static std::size_t slice_of(chess::Square pawn) {
    return (index(rank_of(pawn)) - 1) * 4 + index(file_of(pawn));
  }

  std::array<Slice, 24> slices_{};
};

/// The one table, built at the first call (less than a millisecond).
[[nodiscard]] const KpkTable& kpk_table();

}  // namespace zugwerk::eval
