// Unit tests of protocol/xboard_text.h: parsing of clocks, formatting of reports.

#include "protocol/xboard_text.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "chess/notation/coordinate.h"
#include "chess/notation/fen.h"
#include "eval/wdl.h"
#include "protocol/xboard.h"

namespace zugwerk::protocol {
namespace {

using namespace chess;
using search::Milliseconds;

TEST(XboardClock, ReadsTheThreeNumbersOfALevel) {
  const auto classical = *parse_level("40 5 0");
  EXPECT_EQ(classical.moves, 40);
  EXPECT_EQ(classical.base, Milliseconds(300'000));
  const auto incremental = *parse_level("0 2:30 12.5");
  EXPECT_EQ(incremental.moves, 0);
  EXPECT_EQ(incremental.base, Milliseconds(150'000));
  EXPECT_EQ(incremental.increment, Milliseconds(12'500));
  for (const char* bad : {"", "40 5", "40 5 0 1", "-1 5 0", "40 x 0", "40 5:x 0", "40 5 nan", "40 5 inf"})
    EXPECT_FALSE(parse_level(bad)) << bad;
}

TEST(XboardClock, NumbersOfALevelMayBeFractionalNegativeAndEndless) {
  const auto short_game = *parse_level("40 0.5 0.1");
  EXPECT_EQ(short_game.base, Milliseconds(30'000));
  EXPECT_EQ(short_game.increment, Milliseconds(100));
  const auto run_out = *parse_level("0 -1:30 -2");
  EXPECT_EQ(run_out.base, Milliseconds(-90'000));
  EXPECT_EQ(run_out.increment, Milliseconds(0));
  const std::string huge(30, '9');
  const auto endless = *parse_level(huge + ' ' + huge + ' ' + huge);
  EXPECT_GE(endless.moves, 1'000'000);
  EXPECT_GT(endless.base, std::chrono::hours(100'000));
  EXPECT_GT(endless.increment, std::chrono::hours(100'000));
}

TEST(XboardClock, CountsTheMovesOfEveryPeriod) {
  const ClockSettings settings = *parse_level("40 5 0");
  const auto to_go = [&](int made) {
    return limits_of(settings, Color::Black, Milliseconds(1000), Milliseconds(2000), made).moves_to_go;
  };
  EXPECT_EQ(to_go(0), 40);
  EXPECT_EQ(to_go(39), 1);
  EXPECT_EQ(to_go(40), 40);
  const auto limits = limits_of(settings, Color::Black, Milliseconds(1000), Milliseconds(2000), 0);
  EXPECT_EQ(limits.clocks[index(Color::Black)].remaining, Milliseconds(1000));
  EXPECT_EQ(limits.clocks[index(Color::White)].remaining, Milliseconds(2000));
}

TEST(XboardClock, ConvertsTimeToNodes) {
  ClockSettings settings;
  settings.nodes_per_second = 1000;
  settings.per_move = Milliseconds(2500);
  const auto limits = limits_of(settings, Color::White, Milliseconds(0), Milliseconds(0), 0);
  EXPECT_EQ(limits.nodes, 2500U);
  EXPECT_FALSE(limits.move_time);
  settings.per_move.reset();
  EXPECT_EQ(limits_of(settings, Color::White, Milliseconds(-5), Milliseconds(0), 0).nodes, 1U);
  // No number of nodes is too large.
  settings.nodes_per_second = UINT64_MAX / 2;
  settings.per_move = Milliseconds(std::int64_t{1} << 40);
  EXPECT_GT(*limits_of(settings, Color::White, Milliseconds(0), Milliseconds(0), 0).nodes, UINT64_MAX / 8);
}

TEST(XboardText, SpellsCastlingByTheVariant) {
  const auto position = *parse_fen("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1");
  const Move wing = *parse_coordinate_move(position, "e1g1");
  EXPECT_EQ(to_xboard_move(wing, Variant::Standard), "e1g1");
  EXPECT_EQ(to_xboard_move(wing, Variant::Chess960), "O-O");
  EXPECT_EQ(to_xboard_move(*parse_coordinate_move(position, "e1c1"), Variant::Chess960), "O-O-O");
  EXPECT_EQ(to_xboard_move(*parse_coordinate_move(position, "e1e2"), Variant::Chess960), "e1e2");
}

TEST(XboardText, FormatsThinkingLines) {
  const Position position;
  search::LineReport report;
  report.depth = 9;
  report.score = eval::Score(-35);
  report.elapsed = Milliseconds(1234);
  report.nodes = 5678;
  report.moves = {*parse_coordinate_move(position, "g1f3")};
  const int shown = eval::shown_centipawns(report.score, eval::material_count(position));
  EXPECT_EQ(to_thinking_line(report, position), "9 " + std::to_string(shown) + " 123 5678 Nf3");
  report.bound = search::Bound::Lower;
  report.score = eval::Score::mate_at(5);
  EXPECT_EQ(to_thinking_line(report, position), "9 100003 123 5678 Nf3!");
  report.bound = search::Bound::Upper;
  report.score = eval::Score::mated_at(4);
  EXPECT_EQ(to_thinking_line(report, position), "9 -100002 123 5678 Nf3?");
}

TEST(XboardText, TruncatesTheLineInAnError) {
  EXPECT_EQ(to_error_line("unknown command", "frobnicate now"), "Error (unknown command): frobnicate now");
  EXPECT_LT(to_error_line("unknown command", std::string(1'000'000, 'x')).size(), 200U);
}

TEST(XboardText, FormatsResultsWithReasons) {
  EXPECT_EQ(to_result_line({EndReason::Checkmate, Color::Black}), "0-1 {Black mates}");
  EXPECT_EQ(to_result_line({EndReason::FiftyMoveRule, std::nullopt}), "1/2-1/2 {draw by the fifty-move rule}");
}

TEST(XboardText, RecognisesItsGreeting) {
  EXPECT_TRUE(is_xboard_greeting("xboard"));
  EXPECT_TRUE(is_xboard_greeting("protover 2"));
  EXPECT_FALSE(is_xboard_greeting("uci"));
  EXPECT_FALSE(is_xboard_greeting(""));
}

}  // namespace
}  // namespace zugwerk::protocol
