// Unit tests of terminal/board_text.h.

#include "terminal/board_text.h"

#include <gtest/gtest.h>

#include "chess/notation/coordinate.h"

namespace zugwerk::terminal {
namespace {

TEST(BoardText, ShowsThePlainBoardFromWhitesSide) {
  const std::string text = board_text(chess::Position(), {});
  EXPECT_EQ(text.substr(0, text.find("   White")), "  8  r  n  b  q  k  b  n  r ");
  EXPECT_NE(text.find("White to move (move 1)"), std::string::npos);
  EXPECT_NE(text.find("castling KQkq"), std::string::npos);
  EXPECT_TRUE(text.ends_with("\n     a  b  c  d  e  f  g  h \n"));
}

TEST(BoardText, TurnsAroundForBlack) {
  const std::string text = board_text(chess::Position(), {.color = false, .black_below = true});
  EXPECT_EQ(text.substr(0, text.find("   White")), "  1  R  N  B  K  Q  B  N  R ");
}

TEST(BoardText, MarksTheLastMove) {
  chess::Position position;
  position.make(*chess::parse_coordinate_move(position, "e2e4"));
  const std::string text = board_text(position, {});
  EXPECT_NE(text.find("(P)"), std::string::npos);
  EXPECT_NE(text.find("(.)"), std::string::npos);
}

}  // namespace
}  // namespace zugwerk::terminal
