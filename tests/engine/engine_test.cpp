// Unit tests of engine/engine.h: what a search finds, that it is deterministic, and that it respects its limits.

#include "engine/engine.h"

#include <chrono>
#include <memory>
#include <ostream>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "chess/movegen.h"
#include "chess/notation/coordinate.h"
#include "chess/notation/fen.h"
#include "support/recorder.h"

namespace zugwerk::engine {
namespace {

using namespace chess;
using search::Limits;
using search::Milliseconds;
using test::Recorder;

Limits depth_of(int depth) {
  Limits limits;
  limits.depth = depth;
  return limits;
}

struct Mate {
  const char* fen;
  int moves;
};

// Names the test cases.
void PrintTo(const Mate& mate, std::ostream* out) { *out << "mate in " << mate.moves << ": " << mate.fen; }

class Mates : public testing::TestWithParam<Mate> {};

TEST_P(Mates, AreFoundWithTheirWholeLine) {
  Recorder recorder;
  recorder.set(GetParam().fen);
  Limits limits;
  limits.mate = GetParam().moves;
  limits.nodes = 3'000'000;
  recorder.search(limits);
  const auto& last = recorder.lines.back();
  ASSERT_TRUE(last.score.is_mate()) << last.score.value();
  EXPECT_EQ(last.score.mate_in(), GetParam().moves);
  // The line is legal, ends in mate, and is as long as the mate.
  EXPECT_EQ(last.moves.size(), static_cast<std::size_t>(2 * GetParam().moves - 1));
  Position position = recorder.engine.position();
  for (const Move move : last.moves) {
    ASSERT_TRUE(position.is_legal(move));
    position.make(move);
  }
  EXPECT_TRUE(position.in_check() && !has_legal_move(position));
}

INSTANTIATE_TEST_SUITE_P(
    Known, Mates,
    testing::Values(Mate{"8/8/8/8/8/k7/7r/K7 b - - 0 1", 1}, Mate{"6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", 1},
                    Mate{"7k/8/4K3/8/8/8/8/6Q1 w - - 0 1", 2},
                    Mate{"r1b2k1r/ppp1bppp/8/1B1Q4/5q2/2P5/PPP2PPP/R3R1K1 w - - 1 1", 2},
                    Mate{"3r1r1k/1p3p1p/p2p4/4n1NN/6bQ/1BPq4/P3p1PP/1R5K w - - 1 1", 3},
                    Mate{"2r3k1/p4p2/3Rp2p/1p2P1pK/8/1P4P1/P3Q2P/1q6 b - - 0 1", 3},
                    Mate{"r5rk/5p1p/5R2/4B3/8/8/7P/7K w - - 0 1", 3}, Mate{"8/2k5/R7/1R6/8/8/8/4K3 w - - 0 1", 4},
                    Mate{"8/8/3k4/1R6/8/8/8/R3K3 w - - 0 1", 5}, Mate{"8/8/8/4k3/8/8/8/RR2K3 w - - 0 1", 6}),
    [](const auto& mate) { return "number" + std::to_string(mate.index); });

TEST(Engine, TakesAHangingQueen) {
  Recorder recorder;
  recorder.set("4k3/8/8/3q4/8/4N3/8/4K3 w - - 0 1");
  recorder.search(depth_of(6));
  EXPECT_EQ(recorder.best(), "e3d5");
}

TEST(Engine, AvoidsStalemateWhenWinning) {
  Recorder recorder;
  recorder.set("7k/8/8/6K1/8/8/8/5Q2 w - - 0 1");
  recorder.search(depth_of(10));
  EXPECT_TRUE(recorder.lines.back().score.is_mate());
}

TEST(Engine, FindsThePerpetualWhenLosing) {
  // A rook and a bishop down, White gives perpetual check on e8 and h5.
  Recorder recorder;
  recorder.set("6k1/6p1/8/6KQ/1r6/q2b4/8/8 w - - 0 32");
  recorder.search(depth_of(10));
  EXPECT_EQ(recorder.lines.back().score, eval::kDraw);
  EXPECT_EQ(recorder.best(), "h5e8");
}

TEST(Engine, SavesItselfByStalemate) {
  // The queen leaves the king no square, so the rook can offer itself with check again and again.
  Recorder recorder;
  recorder.set("6R1/8/8/8/8/7k/5q2/7K w - - 0 1");
  recorder.search(depth_of(20));
  EXPECT_EQ(recorder.lines.back().score, eval::kDraw);
}

TEST(Engine, RecognisesSimpleDrawnEndings) {
  // King and rook pawn with the wrong bishop; the defender holds the corner. King and pawn in opposition.
  for (const char* fen :
       {"k7/8/K7/P7/8/8/8/2B5 w - - 0 1", "8/8/4k3/8/4P3/4K3/8/8 w - - 0 1", "8/8/8/8/8/4k3/4n3/4K3 w - - 0 1"}) {
    Recorder recorder;
    recorder.set(fen);
    recorder.search(depth_of(12));
    ASSERT_FALSE(recorder.lines.empty()) << fen;
    EXPECT_LT(std::abs(recorder.lines.back().score.value()), 30) << fen;
  }
}

TEST(Engine, CountsTheFiftyMoves) {
  // A won ending, but the pieces have shuffled for 98 plies: only a pawn move keeps it alive.
  Recorder recorder;
  recorder.set("8/8/8/3k4/8/8/1R2P3/4K3 w - - 99 120");
  recorder.search(depth_of(6));
  EXPECT_EQ(recorder.best().substr(0, 2), "e2");
  EXPECT_GT(recorder.lines.back().score.value(), 300);
}

TEST(Engine, ReturnsNoMoveInAFinishedPosition) {
  Recorder recorder;
  recorder.set("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
  recorder.search(depth_of(5));
  ASSERT_EQ(recorder.best_moves.size(), 1U);
  EXPECT_FALSE(recorder.best_moves.back().best);
}

TEST(Engine, IsDeterministicWithOneThread) {
  const auto nodes_of = [](Recorder& recorder) {
    recorder.set("r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1");
    recorder.search(depth_of(9));
    return recorder.engine.nodes();
  };
  Recorder first;
  Recorder second;
  const auto nodes = nodes_of(first);
  EXPECT_EQ(nodes_of(second), nodes);
  // After clearing, by either way, the same search again.
  first.engine.clear_hash();
  EXPECT_EQ(nodes_of(first), nodes);
  ASSERT_TRUE(second.engine.set_hash(17));
  ASSERT_TRUE(second.engine.set_hash(16));
  second.engine.new_game();
  EXPECT_EQ(nodes_of(second), nodes);
}

TEST(Engine, KeepsNodeLimitsExactly) {
  Recorder recorder;
  Limits limits;
  limits.nodes = 20'000;
  recorder.search(limits);
  EXPECT_EQ(recorder.engine.nodes(), 20'000U);
  limits.nodes = 12'345;
  recorder.search(limits);
  EXPECT_EQ(recorder.engine.nodes(), 12'345U);
}

TEST(Engine, ReportsEveryDepthOnceAndTheBestMoveLast) {
  Recorder recorder;
  recorder.search(depth_of(9));
  ASSERT_EQ(recorder.lines.size(), 9U);
  for (std::size_t i = 0; i < 9; ++i) EXPECT_EQ(recorder.lines[i].depth, static_cast<int>(i) + 1);
  EXPECT_EQ(recorder.lines.back().moves.front(), recorder.best_moves.back().best);
}

TEST(Engine, SearchesOnlyTheGivenMoves) {
  Recorder recorder;
  Limits limits = depth_of(6);
  limits.search_moves = {Move(Square::H2, Square::H3)};
  recorder.search(limits);
  EXPECT_EQ(recorder.best(), "h2h3");
}

TEST(Engine, ShowsSeveralDifferentLinesInOrder) {
  Recorder recorder;
  recorder.engine.set_lines(4);
  recorder.search(depth_of(7));
  ASSERT_GE(recorder.lines.size(), 4U);
  const auto last = recorder.lines.end() - 4;
  for (int i = 0; i < 4; ++i) {
    EXPECT_EQ(last[i].line_number, i + 1);
    if (i > 0) {
      EXPECT_LE(last[i].score, last[i - 1].score);
      EXPECT_NE(last[i].moves.front(), last[i - 1].moves.front());
    }
  }
}

TEST(Engine, TwoEnginesLiveInOneProcess) {
  Recorder a;
  Recorder b;
  Limits limits;
  limits.infinite = true;
  a.engine.go(limits);
  b.set("4k3/8/8/3q4/8/4N3/8/4K3 w - - 0 1");
  b.search(depth_of(6));
  EXPECT_EQ(b.best(), "e3d5");
  a.engine.stop_and_wait();
  EXPECT_EQ(a.best_moves.size(), 1U);
}

/// A queen down, Black shuffles the king while White shuffles the queen: the position with Black to move after the king
/// has been on h7 `times` times.
Position after_shuffling(int times) {
  Position position = *parse_fen("8/7k/8/8/8/8/5PPP/Q5K1 w - - 0 1");
  for (int i = 0; i < times; ++i) {
    if (i > 0) position.make(*parse_coordinate_move(position, "g8h7"));
    for (const char* text : {"a1a3", "h7g8", "a3a1"}) position.make(*parse_coordinate_move(position, text));
  }
  return position;
}

TEST(Engine, SavesItselfByTheThirdOccurrenceOfAPosition) {
  Recorder recorder;
  recorder.engine.set_position(after_shuffling(2));
  recorder.search(depth_of(6));
  EXPECT_EQ(recorder.best(), "g8h7");
  EXPECT_EQ(recorder.lines.back().score, eval::kDraw);
  // The same position without the game that led to it is lost.
  recorder.set(to_fen(after_shuffling(2)));
  recorder.search(depth_of(6));
  EXPECT_LT(recorder.lines.back().score.value(), -500);
}

TEST(Engine, DoesNotTreatASecondOccurrenceAsADraw) {
  Recorder recorder;
  recorder.engine.set_position(after_shuffling(1));
  Limits limits = depth_of(6);
  limits.search_moves = {*parse_coordinate_move(recorder.engine.position(), "g8h7")};
  recorder.search(limits);
  EXPECT_LT(recorder.lines.back().score.value(), -500);
}

}  // namespace
}  // namespace zugwerk::engine
