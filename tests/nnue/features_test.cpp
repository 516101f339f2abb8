// Unit tests of nnue/features.h and nnue/architecture.h: the features of each side, and the output bucket.

#include "nnue/features.h"

#include <set>

#include <gtest/gtest.h>

namespace zugwerk::nnue {
namespace {

using namespace chess;

TEST(Features, OwnPiecesComeFirstByKindAndSquare) {
  EXPECT_EQ(feature_of(Color::White, false, Piece::WhitePawn, Square::A1), 0U);
  EXPECT_EQ(feature_of(Color::White, false, Piece::WhitePawn, Square::E2), 12U);
  EXPECT_EQ(feature_of(Color::White, false, Piece::WhiteKing, Square::A1), 5U * 64);
  EXPECT_EQ(feature_of(Color::White, false, Piece::BlackPawn, Square::A1), 384U);
  EXPECT_EQ(feature_of(Color::White, false, Piece::BlackKing, Square::H8), 767U);
}

TEST(Features, BlackSeesTheBoardFromItsOwnSide) {
  for (const PieceType type : kPieceTypes)
    for (std::size_t square = 0; square < kSquareCount; ++square)
      for (const bool mirrored : {false, true})
        for (const Color color : kColors)
          EXPECT_EQ(feature_of(Color::Black, mirrored, make_piece(~color, type), flipped(square_at(square))),
                    feature_of(Color::White, mirrored, make_piece(color, type), square_at(square)));
}

TEST(Features, AKingOnTheRightHalfMirrorsTheBoard) {
  EXPECT_FALSE(is_mirrored(Square::D1));
  EXPECT_TRUE(is_mirrored(Square::E1));
  EXPECT_FALSE(is_mirrored(Square::A8));
  EXPECT_TRUE(is_mirrored(Square::H5));
  EXPECT_EQ(feature_of(Color::White, true, Piece::WhiteRook, Square::H1),
            feature_of(Color::White, false, Piece::WhiteRook, Square::A1));
  EXPECT_EQ(feature_of(Color::Black, true, Piece::WhiteQueen, Square::D5),
            feature_of(Color::Black, false, Piece::WhiteQueen, Square::E5));
}

TEST(Features, NoTwoPiecesShareAFeature) {
  for (const Color side : kColors)
    for (const bool mirrored : {false, true}) {
      std::set<std::size_t> seen;
      for (const Color color : kColors)
        for (const PieceType type : kPieceTypes)
          for (std::size_t square = 0; square < kSquareCount; ++square)
            seen.insert(feature_of(side, mirrored, make_piece(color, type), square_at(square)));
      EXPECT_EQ(seen.size(), kFeatureCount);
      EXPECT_EQ(*seen.rbegin(), kFeatureCount - 1);
    }
}

TEST(Buckets, CoverEveryNumberOfPieces) {
  for (std::size_t pieces = 2; pieces <= kMostPieces; ++pieces) {
    EXPECT_EQ(bucket_of(pieces, 1), 0U);
    EXPECT_EQ(bucket_of(pieces, 8), (pieces - 2) / 4);
  }
  EXPECT_EQ(bucket_of(2, 8), 0U);
  EXPECT_EQ(bucket_of(32, 8), 7U);
}

}  // namespace
}  // namespace zugwerk::nnue
