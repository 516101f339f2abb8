// Unit tests of chess/threats.h.

#include "chess/threats.h"

#include <gtest/gtest.h>

#include "chess/notation/fen.h"
#include "support/random_games.h"

namespace zugwerk::chess {
namespace {

TEST(Threats, AreTheSquaresAttackedByEachKindOfPiece) {
  test::for_random_positions(45, 100, 100, [](Position& position) {
    for (const Color color : kColors) {
      const Threats threats = threats_of(position, color);
      for (std::size_t number = 0; number < kSquareCount; ++number) {
        const Square square = square_at(number);
        const Bitboard attackers = position.attackers_to(square, position.occupied()) & position.pieces(color);
        const Bitboard pawns = position.pieces(PieceType::Pawn);
        const Bitboard minors = pawns | position.pieces(PieceType::Knight, PieceType::Bishop);
        const Bitboard rooks = minors | position.pieces(PieceType::Rook);
        ASSERT_EQ(contains(threats.by_pawns, square), (attackers & pawns) != 0) << to_fen(position);
        ASSERT_EQ(contains(threats.by_minors, square), (attackers & minors) != 0) << to_fen(position);
        ASSERT_EQ(contains(threats.by_rooks, square), (attackers & rooks) != 0) << to_fen(position);
        ASSERT_EQ(contains(threats.all, square), attackers != 0) << to_fen(position);
      }
    }
  });
}

TEST(Threats, EveryPieceIsThreatenedByLessValuableOnes) {
  Threats threats;
  threats.by_pawns = 1;
  threats.by_minors = 3;
  threats.by_rooks = 7;
  threats.all = 15;
  EXPECT_EQ(threats.against(PieceType::Pawn), 0U);
  EXPECT_EQ(threats.against(PieceType::Knight), 1U);
  EXPECT_EQ(threats.against(PieceType::Bishop), 1U);
  EXPECT_EQ(threats.against(PieceType::Rook), 3U);
  EXPECT_EQ(threats.against(PieceType::Queen), 7U);
  EXPECT_EQ(threats.against(PieceType::King), 0U);
}

}  // namespace
}  // namespace zugwerk::chess
