// Unit tests of search/solo.h: node limits, lines, and that searches repeat after clear().

#include "search/solo.h"

#include <gtest/gtest.h>

#include "chess/notation/fen.h"
#include "support/positions.h"
#include "support/random_network.h"

namespace zugwerk::search {
namespace {

using chess::Position;
using test::position_of;

std::unique_ptr<Solo> make_solo() { return std::move(*Solo::create(1)); }

TEST(Solo, FinishesTheIterationInWhichTheSoftLimitIsPassed) {
  const auto solo = make_solo();
  Limits limits;
  limits.soft_nodes = 2000;
  const SoloResult soft = solo->search(Position(), limits);
  EXPECT_GE(soft.nodes, 2000U);
  // The same depth without a node limit gives the same count: nothing was cut off.
  solo->clear();
  Limits by_depth;
  by_depth.depth = soft.depth;
  EXPECT_EQ(solo->search(Position(), by_depth).nodes, soft.nodes);
  solo->clear();
  by_depth.depth = soft.depth - 1;
  EXPECT_LT(solo->search(Position(), by_depth).nodes, 2000U);
}

TEST(Solo, StopsExactlyAtTheHardLimitIfTheSoftOneIsFarAway) {
  const auto solo = make_solo();
  Limits limits;
  limits.soft_nodes = 1'000'000;
  limits.nodes = 3000;
  EXPECT_EQ(solo->search(Position(), limits).nodes, 3000U);
}

TEST(Solo, RepeatsItselfAfterClear) {
  const auto solo = make_solo();
  Limits limits;
  limits.soft_nodes = 5000;
  const Position position = position_of("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3");
  solo->clear();
  const SoloResult first = solo->search(position, limits);
  static_cast<void>(solo->search(Position(), limits));
  solo->clear();
  const SoloResult second = solo->search(position, limits);
  EXPECT_EQ(first.best(), second.best());
  EXPECT_EQ(first.score(), second.score());
  EXPECT_EQ(first.nodes, second.nodes);
}

TEST(Solo, StopsSoonAfterAMateIsFound) {
  const auto solo = make_solo();
  Limits limits;
  limits.soft_nodes = 100'000'000;
  const SoloResult result = solo->search(position_of("6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1"), limits);
  EXPECT_EQ(result.score(), eval::Score::mate_at(1));
  EXPECT_LT(result.depth, 10);
}

TEST(Solo, GivesSeveralLinesAndNoneInAFinishedPosition) {
  const auto solo = make_solo();
  Limits limits;
  limits.depth = 5;
  const SoloResult three = solo->search(Position(), limits, 3);
  ASSERT_EQ(three.lines.size(), 3U);
  EXPECT_GE(three.lines[0].score, three.lines[1].score);
  EXPECT_GE(three.lines[1].score, three.lines[2].score);
  const SoloResult none = solo->search(position_of("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), limits);
  EXPECT_FALSE(none.has_move());
  EXPECT_FALSE(none.best());
}

TEST(Solo, EvaluatesWithTheGivenNetwork) {
  const auto solo = make_solo();
  Limits limits;
  limits.depth = 6;
  const std::uint64_t classical = solo->search(Position(), limits).nodes;
  solo->set_network(test::random_network(32, 8, 1));
  const std::uint64_t network = solo->search(Position(), limits).nodes;
  EXPECT_NE(network, classical);
  solo->set_network(nullptr);
  EXPECT_EQ(solo->search(Position(), limits).nodes, classical);
}

}  // namespace
}  // namespace zugwerk::search
