// eval/classical/kpk.cpp

#include "eval/classical/kpk.h"

#include "chess/attacks.h"

namespace zugwerk::eval {

using namespace chess;

namespace {

/// All squares one king's step from a set.
Bitboard neighbours(Bitboard set) {
  const Bitboard beside = shifted<Direction::East>(set) | shifted<Direction::West>(set);
  const Bitboard row = set | beside;
  return beside | row << 8 | row >> 8;
}

Square mirrored(Square square) { return static_cast<Square>(static_cast<unsigned>(square) ^ 7U); }

}  // namespace

KpkTable::KpkTable() {
  // A push leads to a rank that is solved already.
  for (const Rank rank : {Rank::R7, Rank::R6, Rank::R5, Rank::R4, Rank::R3, Rank::R2})
    for (const File file : {File::A, File::B, File::C, File::D}) solve(make_square(file, rank));
}

void KpkTable::solve(Square pawn) {
  Slice& slice = slices_[slice_of(pawn)];
  const Bitboard checked = pawn_attacks(Color::White, pawn);
  const Square ahead = pawn + Direction::North;

  // Wins by a pawn move do not change while this slice is worked out.
  ByKing wins_by_push{};
  for (std::size_t number = 0; number < kSquareCount; ++number) {
    const Square king = square_at(number);
    if (king == pawn || king == ahead) continue;
    if (rank_of(pawn) == Rank::R7) {
      // The new queen (or a rook, where a queen would stalemate) wins unless it is taken at once.
      const Bitboard takes = contains(king_attacks(king), ahead) ? kNoSquares : king_attacks(ahead);
      wins_by_push[number] = ~takes & ~bit(ahead);
    } else {
      wins_by_push[number] = slices_[slice_of(ahead)].black_to_move[number] & ~bit(ahead);
      const Square jump = ahead + Direction::North;
      if (rank_of(pawn) == Rank::R2 && king != jump)
        wins_by_push[number] |= slices_[slice_of(jump)].black_to_move[number] & ~bit(ahead) & ~bit(jump);
    }
  }

  for (bool changed = true; changed;) {
    changed = false;
    for (std::size_t number = 0; number < kSquareCount; ++number) {
      const Square king = square_at(number);
      if (king == pawn) continue;
      const Bitboard possible = ~(king_attacks(king) | bit(king) | bit(pawn));

      Bitboard wins = wins_by_push[number];
      for (Bitboard targets = king_attacks(king) & ~bit(pawn); targets != 0;)
        wins |= slice.black_to_move[index(pop_square(targets))];
      wins &= possible & ~checked;

      // Black escapes to any square from where White does not win; taking an undefended pawn is one.
      const Bitboard steps = ~(king_attacks(king) | bit(king) | checked);
      const Bitboard has_move = neighbours(steps);
      const Bitboard escapes = neighbours(steps & ~wins);
      const Bitboard losses = possible & ~escapes & (has_move | checked);

      changed |= wins != slice.white_to_move[number] || losses != slice.black_to_move[number];
      slice.white_to_move[number] = wins;
      slice.black_to_move[number] = losses;
    }
  }
}

bool KpkTable::is_win(Square white_king, Square pawn, Square black_king, Color side_to_move) const {
  if (file_of(pawn) > File::D) {
    white_king = mirrored(white_king);
    pawn = mirrored(pawn);
    black_king = mirrored(black_king);
  }
  const Slice& slice = slices_[slice_of(pawn)];
  const ByKing& wins = side_to_move == Color::White ? slice.white_to_move : slice.black_to_move;
  return contains(wins[index(white_king)], black_king);
}

const KpkTable& kpk_table() {
  static const KpkTable table;
  return table;
}

}  // namespace zugwerk::eval
