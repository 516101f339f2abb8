// Unit tests of search/root_moves.h: which results count after complete and interrupted iterations.

#include "search/root_moves.h"

#include <gtest/gtest.h>

#include "chess/notation/coordinate.h"
#include "chess/notation/fen.h"

namespace zugwerk::search {
namespace {

using chess::Move;
using eval::Score;

class RootMovesTest : public testing::Test {
 protected:
  RootMovesTest() { moves_.reset(position_, {}, {}); }

  [[nodiscard]] Move move(std::string_view text) const { return *chess::parse_coordinate_move(position_, text); }
  [[nodiscard]] MoveResult result(std::string_view text, int depth, Score score, Bound bound = Bound::Exact) const {
    // A mate comes with its whole line; which moves it has does not matter here.
    std::vector<Move> line{move(text)};
    if (score.is_mate()) line.resize(static_cast<std::size_t>(eval::kMate.value() - std::abs(score.value())));
    return {score, bound, std::move(line), depth, depth};
  }
  void search(std::string_view text, int depth, int score, Bound bound = Bound::Exact) {
    moves_.set_result(move(text), result(text, depth, Score(score), bound));
  }
  void search(std::string_view text, int depth, Score score, Bound bound = Bound::Exact) {
    moves_.set_result(move(text), result(text, depth, score, bound));
  }
  /// A line whose search is over.
  void finish(std::size_t line) {
    moves_.order_line(line);
    moves_.finish_line(line);
  }
  /// A whole iteration with one line.
  template <typename Value>
  void iterate(std::string_view text, int depth, Value score) {
    moves_.start_iteration();
    search(text, depth, score);
    finish(0);
    moves_.finish_iteration();
  }
  [[nodiscard]] std::string best() const {
    const auto lines = moves_.best_known(1);
    return lines.empty() ? "none" : text_of(lines[0]);
  }
  [[nodiscard]] std::vector<std::string> best(std::size_t count) const {
    std::vector<std::string> texts;
    for (const KnownLine& line : moves_.best_known(count)) texts.push_back(text_of(line));
    return texts;
  }
  [[nodiscard]] static std::string text_of(const KnownLine& line) {
    const std::string bound = line.bound == Bound::Upper ? "<=" : line.bound == Bound::Lower ? ">=" : "=";
    const std::string score =
        line.score.is_mate() ? "mate " + std::to_string(line.score.mate_in()) : std::to_string(line.score.value());
    return chess::to_coordinates(line.root->move) + bound + score + " depth " + std::to_string(line.result->depth);
  }

  chess::Position position_;
  RootMoves moves_;
};

TEST_F(RootMovesTest, KnowNothingBeforeTheFirstIteration) { EXPECT_EQ(best(), "none"); }

TEST_F(RootMovesTest, KeepTheResultOfTheLastCompleteIteration) {
  iterate("e2e4", 1, 30);
  EXPECT_EQ(best(), "e2e4=30 depth 1");
  moves_.start_iteration();
  EXPECT_EQ(best(), "e2e4=30 depth 1") << "nothing is searched yet";
}

TEST_F(RootMovesTest, TakeANewBestMoveFromAnInterruptedIterationEvenIfItsScoreIsLower) {
  iterate("e2e4", 5, 30);
  moves_.start_iteration();
  search("e2e4", 6, -80);
  search("d2d4", 6, -20);
  moves_.order_line(0);
  EXPECT_EQ(best(), "d2d4=-20 depth 6");
}

TEST_F(RootMovesTest, TakeAMoveThatFailedHighInAnInterruptedIteration) {
  iterate("e2e4", 5, 30);
  moves_.start_iteration();
  search("e2e4", 6, 31);
  search("d2d4", 6, 60, Bound::Lower);
  moves_.order_line(0);
  EXPECT_EQ(best(), "d2d4>=60 depth 6");
}

TEST_F(RootMovesTest, DoNotTakeAWorseLineOfTheSameMoveFromAnInterruptedIteration) {
  iterate("e2e4", 5, 30);
  moves_.start_iteration();
  search("e2e4", 6, 29);
  moves_.order_line(0);
  EXPECT_EQ(best(), "e2e4=30 depth 5");
  search("e2e4", 6, 30);
  EXPECT_EQ(best(), "e2e4=30 depth 6") << "as good, and deeper";
}

TEST_F(RootMovesTest, DoNotTakeABoundOfTheSameMoveFromAnInterruptedIteration) {
  iterate("e2e4", 5, 30);
  moves_.start_iteration();
  search("e2e4", 6, 10, Bound::Upper);
  moves_.order_line(0);
  EXPECT_EQ(best(), "e2e4=30 depth 5");
  search("e2e4", 6, 50, Bound::Lower);
  EXPECT_EQ(best(), "e2e4=30 depth 5");
  search("e2e4", 6, Score::mate_at(7), Bound::Lower);
  EXPECT_EQ(best(), "e2e4>=mate 4 depth 6") << "a mate is proven by a bound, too";
}

TEST_F(RootMovesTest, DoNotLoseAProvenMate) {
  iterate("e2e4", 5, Score::mate_at(5));
  // An interrupted iteration that prefers another move.
  moves_.start_iteration();
  search("e2e4", 6, 400);
  search("d2d4", 6, 500);
  moves_.order_line(0);
  EXPECT_EQ(best(), "e2e4=mate 3 depth 5");
  // A complete one.
  finish(0);
  moves_.finish_iteration();
  EXPECT_EQ(best(), "e2e4=mate 3 depth 6");
  // A faster mate replaces it, a slower one does not.
  iterate("d2d4", 7, Score::mate_at(7));
  EXPECT_EQ(best(), "e2e4=mate 3 depth 7");
  iterate("d2d4", 8, Score::mate_at(3));
  EXPECT_EQ(best(), "d2d4=mate 2 depth 8");
}

TEST_F(RootMovesTest, DoNotKeepAMateAgainstTheSideToMove) {
  iterate("e2e4", 5, Score::mated_at(4));
  iterate("d2d4", 6, -300);
  EXPECT_EQ(best(), "d2d4=-300 depth 6");
}

TEST_F(RootMovesTest, SortTheLinesOfAnIteration) {
  moves_.start_iteration();
  search("e2e4", 4, 6);
  finish(0);
  search("d2d4", 4, -19);
  finish(1);
  search("c2c4", 4, -8);
  finish(2);
  moves_.finish_iteration();
  EXPECT_EQ(best(3), (std::vector<std::string>{"e2e4=6 depth 4", "c2c4=-8 depth 4", "d2d4=-19 depth 4"}));
  EXPECT_EQ(best(2).size(), 2U);
}

TEST_F(RootMovesTest, SortFinishedLinesOfAnInterruptedIterationBeforeOldOnes) {
  moves_.start_iteration();
  search("e2e4", 4, 6);
  finish(0);
  search("d2d4", 4, -8);
  finish(1);
  search("c2c4", 4, -10);
  finish(2);
  search("g1f3", 4, -13);
  finish(3);
  moves_.finish_iteration();

  moves_.start_iteration();
  search("e2e4", 5, -12);
  finish(0);
  search("c2c4", 5, -20);
  moves_.order_line(1);  // its search is not over
  // Moves not yet searched as a separate line did not beat the first line at the new depth.
  EXPECT_EQ(best(4), (std::vector<std::string>{"e2e4=-12 depth 5", "d2d4<=-12 depth 4", "c2c4<=-12 depth 4",
                                               "g1f3=-13 depth 4"}));
}

TEST_F(RootMovesTest, ReportAMateWithoutItsWholeLineAsABound) {
  moves_.start_iteration();
  moves_.set_result(move("e2e4"), {Score::mate_at(5), Bound::Exact, {move("e2e4")}, 4, 4});
  finish(0);
  EXPECT_EQ(best(), "e2e4>=mate 3 depth 4");
}

TEST_F(RootMovesTest, AreRestrictedToTheGivenMoves) {
  moves_.reset(position_, {move("a2a3"), move("h2h3")}, {});
  ASSERT_EQ(moves_.size(), 2U);
  EXPECT_TRUE(moves_.competes(0, move("h2h3")));
  EXPECT_FALSE(moves_.competes(0, move("e2e4")));
}

TEST_F(RootMovesTest, CompeteOnlyWithThoseOfTheSameTablebaseRank) {
  RootTablebases tb;
  tb.moves = {{move("a2a3"), 1000, eval::kTablebaseWin - 1},
              {move("h2h3"), 1000, eval::kTablebaseWin - 1},
              {move("e2e4"), 0, eval::kDraw}};
  moves_.reset(position_, {move("a2a3"), move("h2h3"), move("e2e4")}, tb);
  EXPECT_EQ(moves_[2].move, move("e2e4"));
  EXPECT_TRUE(moves_.competes(0, move("h2h3")));
  EXPECT_FALSE(moves_.competes(0, move("e2e4")));
  EXPECT_FALSE(moves_.competes(1, moves_[0].move)) << "it is the first line already";
  moves_.start_iteration();
  search("a2a3", 1, 35);
  finish(0);
  EXPECT_EQ(moves_.best_known(1)[0].score, eval::kTablebaseWin - 1) << "tablebases know better";
}

}  // namespace
}  // namespace zugwerk::search
