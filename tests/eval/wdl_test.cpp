// Unit tests of eval/wdl.h.

#include "eval/wdl.h"

#include <gtest/gtest.h>

#include "chess/notation/fen.h"

namespace zugwerk::eval {
namespace {

TEST(Wdl, CountsMaterial) {
  EXPECT_EQ(material_count(chess::Position()), 78);
  EXPECT_EQ(material_count(*chess::parse_fen("4k3/8/8/8/8/8/4P3/4K2R w - - 0 1")), 6);
}

TEST(Wdl, SumsUpIsSymmetricAndMonotoneForEveryScoreAndMaterial) {
  for (int material = 0; material <= 100; ++material) {
    Wdl before = wdl_of(Score(-3001), material);
    for (int value = -3000; value <= 3000; ++value) {
      const Wdl now = wdl_of(Score(value), material);
      ASSERT_EQ(now.win + now.draw + now.loss, 1000);
      ASSERT_GE(now.win, before.win);
      ASSERT_LE(now.loss, before.loss);
      ASSERT_GE(now.win, 0);
      ASSERT_GE(now.draw, 0) << value << ' ' << material;
      ASSERT_GE(now.loss, 0);
      const Wdl other = wdl_of(Score(-value), material);
      ASSERT_EQ(now, (Wdl{other.loss, other.draw, other.win}));
      before = now;
    }
  }
}

TEST(Wdl, AnEqualPositionIsMostlyDrawnAndAQueenMostlyWins) {
  for (const int material : {10, 40, 78}) {
    const Wdl equal = wdl_of(kDraw, material);
    EXPECT_GT(equal.draw, equal.win) << material;
    EXPECT_GT(wdl_of(Score(1000), material).win, 990) << material;
  }
}

TEST(Wdl, AnAdvantageCountsMoreWithManyPiecesThanWithFew) {
  EXPECT_GT(wdl_of(Score(100), 78).win, wdl_of(Score(100), 40).win);
  EXPECT_GT(wdl_of(Score(100), 40).win, wdl_of(Score(100), 10).win);
}

TEST(Wdl, AHundredDisplayedCentipawnsWinHalfOfTheGames) {
  for (const int material : {0, 20, 50, 78}) {
    int half = 0;
    while (wdl_of(Score(half), material).win < 500) ++half;
    EXPECT_NEAR(shown_centipawns(Score(half), material), 100, 1) << material;
    EXPECT_EQ(shown_centipawns(Score(-half), material), -shown_centipawns(Score(half), material));
    EXPECT_EQ(shown_centipawns(kDraw, material), 0);
  }
  EXPECT_EQ(shown_centipawns(kTablebaseWin, 20), kTablebaseWin.value());
}

TEST(Wdl, ProvenResultsAreCertain) {
  EXPECT_EQ(wdl_of(Score::mate_at(5), 20), (Wdl{1000, 0, 0}));
  EXPECT_EQ(wdl_of(Score::mated_at(6), 20), (Wdl{0, 0, 1000}));
  EXPECT_EQ(wdl_of(kTablebaseWin, 20), (Wdl{1000, 0, 0}));
}

}  // namespace
}  // namespace zugwerk::eval
