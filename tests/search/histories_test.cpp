// Unit tests of search/histories.h: gravity, and that corrections have the right sign and stay separate.

#include "search/histories.h"

#include <memory>

#include <gtest/gtest.h>

#include "chess/notation/fen.h"

namespace zugwerk::search {
namespace {

using namespace chess;

TEST(HistoryValue, NeverLeavesItsLimit) {
  HistoryValue<1000> value;
  for (int i = 0; i < 1000; ++i) value.update(5000);
  EXPECT_EQ(value.value(), 1000);
  for (int i = 0; i < 1000; ++i) value.update(-300);
  EXPECT_GE(value.value(), -1000);
  EXPECT_LT(value.value(), -900);
}

TEST(HistoryValue, LargerValuesAreReducedMore) {
  HistoryValue<1000> small;
  HistoryValue<1000> large;
  small.update(100);
  large.update(800);
  const int small_before = small.value();
  const int large_before = large.value();
  small.update(100);
  large.update(100);
  EXPECT_GT(small.value() - small_before, large.value() - large_before);
}

TEST(Histories, MovesAreKeptApart) {
  const auto histories = std::make_unique<Histories>();
  const Move move(Square::E2, Square::E4);
  histories->butterfly(Color::White, move, 0).update(500);
  EXPECT_GT(histories->butterfly(Color::White, move, 0).value(), 0);
  EXPECT_EQ(histories->butterfly(Color::Black, move, 0).value(), 0);
  EXPECT_EQ(histories->butterfly(Color::White, Move(Square::E4, Square::E2), 0).value(), 0);
  EXPECT_EQ(histories->butterfly(Color::White, move, bit(Square::E2)).value(), 0)
      << "an attacked pawn has another entry";
  EXPECT_EQ(histories->butterfly(Color::White, move, bit(Square::E4)).value(), 0);
  EXPECT_EQ(histories->capture(Piece::WhitePawn, Square::E4, PieceType::Pawn).value(), 0);
}

TEST(Histories, CorrectionsFollowWhatSearchesFound) {
  const auto histories = std::make_unique<Histories>();
  const Position position = *parse_fen("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3");
  const Position other = *parse_fen("4k3/pp6/8/8/8/8/6PP/4K3 w - - 0 1");
  const auto correction = [&](const Position& of) { return histories->correction(of, Piece::None, Square::A1); };
  EXPECT_EQ(correction(position), 0);
  for (int i = 0; i < 20; ++i) histories->update_correction(position, Piece::None, Square::A1, 60, 10);
  EXPECT_GT(correction(position), 10);
  // They share only the last move, which has a small effect.
  EXPECT_LT(correction(other), correction(position) / 2);
  for (int i = 0; i < 60; ++i) histories->update_correction(position, Piece::None, Square::A1, -60, 10);
  EXPECT_LT(correction(position), -10);
}

}  // namespace
}  // namespace zugwerk::search
