// Unit tests of protocol/xboard_text.h: options taken apart, reports put together.

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
