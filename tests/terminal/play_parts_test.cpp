// Unit tests of the parts of a game at the prompt: typing errors, the clock, boards and moves in words.

#include <gtest/gtest.h>

#include "chess/notation/fen.h"
#include "chess/notation/san.h"
#include "terminal/board_text.h"
#include "terminal/chess_clock.h"
#include "terminal/slips.h"

namespace zugwerk::terminal {
namespace {

using chess::Color;
using std::chrono::milliseconds;

TEST(Slips, AreCounted) {
  EXPECT_EQ(slips_between("Nf3", "Nf3"), 0U);
  EXPECT_EQ(slips_between("nf3", "Nf3"), 0U);
  EXPECT_EQ(slips_between("Nf4", "Nf3"), 1U);
  EXPECT_EQ(slips_between("N3f", "Nf3"), 2U);
  EXPECT_EQ(slips_between("Nff3", "Nf3"), 2U);
  EXPECT_EQ(slips_between("", "hint"), 8U);
}

TEST(Slips, TheNearestWordsAreSuggested) {
  const std::vector<std::string> known{"Nf3", "Nh3", "e4", "resign", "review"};
  EXPECT_EQ(nearest_words("Ng3", known, 3), (std::vector<std::string>{"Nf3", "Nh3"}));
  EXPECT_EQ(nearest_words("Ng3", known, 1), (std::vector<std::string>{"Nf3"}));
  EXPECT_EQ(nearest_words("reisgn", known, 3), (std::vector<std::string>{"resign"}));
  EXPECT_TRUE(nearest_words("Qxh7", known, 3).empty());
}

TEST(ChessClock, ReadsMinutesAndSeconds) {
  EXPECT_EQ(parse_clock_setting("5+3")->time, milliseconds(300'000));
  EXPECT_EQ(parse_clock_setting("5+3")->increment, milliseconds(3000));
  EXPECT_EQ(parse_clock_setting("0.5")->time, milliseconds(30'000));
  for (const char* const bad : {"", "x", "5+", "+3", "-5", "0+0", "5+3+1", "601", "1e3"})
    EXPECT_FALSE(parse_clock_setting(bad)) << bad;
}

TEST(ChessClock, AddsTheIncrementAndStopsAtZero) {
  ChessClock clock(*parse_clock_setting("1+2"));
  EXPECT_TRUE(clock.spend(Color::White, milliseconds(10'000)));
  EXPECT_EQ(clock.left(Color::White), milliseconds(52'000));
  EXPECT_EQ(clock.text(), "0:52 / 1:00");
  EXPECT_FALSE(clock.spend(Color::Black, milliseconds(60'001)));
  EXPECT_EQ(clock.left(Color::Black), milliseconds(0));
  EXPECT_EQ(ChessClock(*parse_clock_setting("0+3")).left(Color::White), milliseconds(3000));
}

TEST(InWords, TheBoardNamesEveryPiece) {
  const auto position = *chess::parse_fen("4k3/8/8/8/8/8/4P3/R3K2R w - - 0 1");
  EXPECT_EQ(board_in_words(position), "White: king e1, rooks a1 h1, pawn e2.\nBlack: king e8.\nWhite to move.\n");
}

TEST(InWords, MovesAreDescribed) {
  const auto words = [](std::string_view fen, std::string_view move) {
    const auto position = *chess::parse_fen(fen);
    return move_in_words(position, *chess::parse_san(position, move));
  };
  EXPECT_EQ(words(chess::kStartFen, "Nf3"), "knight from g1 to f3");
  EXPECT_EQ(words("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "O-O"), "castles short");
  EXPECT_EQ(words("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6"), "pawn from e5 takes pawn in passing, to d6");
  EXPECT_EQ(words("1n2k3/P7/8/8/8/8/8/4K3 w - - 0 1", "axb8=Q"),
            "pawn from a7 takes knight on b8, promotes to a queen, check");
  EXPECT_EQ(words("6k1/5ppp/8/8/8/8/8/R5K1 w - - 0 1", "Ra8"), "rook from a1 to a8, mate");
}

}  // namespace
}  // namespace zugwerk::terminal
