// Unit tests of review/material.h: what lines win, including pending captures.

#include "review/material.h"

#include <gtest/gtest.h>

#include "review/review_lines.h"

namespace zugwerk::review {
namespace {

using test::line_of;
using test::position_of;

TEST(PlayOut, CountsTheRecaptureThatTheLineLeavesOut) {
  const auto position = position_of("4k3/8/4p3/3n4/8/8/6B1/4K3 w - - 0 1");
  const Outcome outcome = play_out(position, line_of(position, "Bxd5"), 1);
  EXPECT_EQ(outcome.gain, 320 - 330);
  EXPECT_EQ(outcome.moves.size(), 2U);
}

TEST(PlayOut, RecognisesMateAndStalemate) {
  const auto mate = position_of("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1");
  EXPECT_TRUE(play_out(mate, line_of(mate, "Ra8"), 1).checkmate);
  const auto stalemate = position_of("7k/8/6K1/8/8/8/5Q2/8 w - - 0 1");
  EXPECT_TRUE(play_out(stalemate, line_of(stalemate, "Qf7"), 1).stalemate);
}

TEST(FindWin, NeedsTheWinToLast) {
  // The queen takes a pawn and is lost for a rook.
  const auto position = position_of("3r2k1/8/8/3p4/8/8/8/3QK3 w - - 0 1");
  EXPECT_FALSE(find_win(position, line_of(position, "Qxd5+ Rxd5")));
}

TEST(FindWin, ContinuesForAMuchLargerWin) {
  const auto position = position_of("r3k3/2p5/8/1N6/8/8/8/4K3 w - - 0 1");
  const auto win = find_win(position, line_of(position, "Nxc7+ Kd8 Nxa8"));
  ASSERT_TRUE(win);
  EXPECT_EQ(win->gain, 600);
}

TEST(FindWin, RequiresTheGivenGain) {
  const auto position = position_of("r3k3/2p5/8/1N6/8/8/8/4K3 w - - 0 1");
  const auto line = line_of(position, "Nxc7+ Kd8 Nxa8");
  EXPECT_EQ(find_win(position, line, 550)->gain, 600);
  EXPECT_FALSE(find_win(position, line, 650));
}

TEST(SwingText, NamesPiecesAndPrices) {
  EXPECT_EQ(swing_text({0, 0, 0, 1, 0}, {1, 0, 1, 0, 0}), "a rook for a bishop and a pawn");
  EXPECT_EQ(swing_text({2, 0, 0, 0, 0}, {}), "two pawns");
  EXPECT_EQ(swing_text({}, {1, 0, 0, 0, 0}), "");
}

}  // namespace
}  // namespace zugwerk::review
