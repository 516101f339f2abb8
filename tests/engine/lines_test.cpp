// Properties of reported lines over positions of random games: what clients rely on without checking.

#include <cstdlib>

#include <gtest/gtest.h>

#include "chess/dead_position.h"
#include "chess/movegen.h"
#include "support/random_games.h"
#include "support/recorder.h"

namespace zugwerk::engine {
namespace {

using namespace chess;

/// Every move is legal, none is past the end of the game, and an announced mate is shown.
void check_line(const Position& root, const search::LineReport& report) {
  Position position = root;
  for (std::size_t i = 0; i < report.moves.size(); ++i) {
    ASSERT_TRUE(position.is_legal(report.moves[i])) << to_fen(root) << " move " << i + 1;
    if (i > 0) {
      EXPECT_FALSE(has_insufficient_material(position)) << to_fen(root);
      EXPECT_LT(position.halfmove_clock(), 100) << to_fen(root);
    }
    position.make(report.moves[i]);
  }
  if (!report.score.is_mate() || report.bound != search::Bound::Exact) return;
  const int moves = report.score.mate_in();
  EXPECT_EQ(static_cast<int>(report.moves.size()), moves > 0 ? 2 * moves - 1 : -2 * moves) << to_fen(root);
  EXPECT_TRUE(position.in_check() && !has_legal_move(position)) << to_fen(root) << " mate in " << moves;
}

TEST(Properties, ReportedLinesAreWholeAndLegal) {
  test::Recorder recorder;
  int searched = 0;
  int mates = 0;
  test::for_random_positions(20, 60, 120, [&](Position& position) {
    // Some positions of each game, more of them late, where mates are likelier.
    constexpr int kEvery = 23;
    if (++searched % kEvery != 0 || !has_legal_move(position)) return;
    const int lines = 1 + searched / kEvery % 3;
    recorder.engine.set_lines(lines);
    recorder.engine.set_position(position);
    recorder.best_moves.clear();
    search::Limits limits;
    limits.nodes = 4000;
    recorder.search(limits);
    ASSERT_FALSE(recorder.lines.empty());
    int depth = 0;
    for (const auto& report : recorder.lines) {
      check_line(position, report);
      mates += report.score.is_mate() ? 1 : 0;
      if (report.line_number == 1) {
        EXPECT_EQ(report.depth, depth + 1);
        depth = report.depth;
      }
    }
    ASSERT_EQ(recorder.best_moves.size(), 1U);
    const search::LineReport* last_first = nullptr;
    for (const auto& report : recorder.lines)
      if (report.line_number == 1) last_first = &report;
    EXPECT_EQ(last_first->moves.front(), recorder.best_moves.back().best) << to_fen(position);
  });
  EXPECT_GT(mates, 20);  // otherwise this has tested less than it says
}

}  // namespace
}  // namespace zugwerk::engine
