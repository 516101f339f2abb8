// The engine with several threads: stop, ponder, resize and quit at any moment. Kind: unit; also run by
// ThreadSanitizer.

#include <atomic>
#include <chrono>
#include <thread>

#include <gtest/gtest.h>

#include "chess/notation/fen.h"
#include "engine/engine.h"
#include "support/random_network.h"

namespace zugwerk::engine {
namespace {

using namespace std::chrono_literals;

struct Counter {
  std::atomic<int> best_moves{0};
  Engine engine{
      search::Events{[](const search::LineReport&) {}, {}, [this](const search::BestMoveReport&) { ++best_moves; }}};
};

TEST(EngineThreads, AnalyseTogetherUntilStopped) {
  Counter counter;
  counter.engine.set_threads(3);
  search::Limits limits;
  limits.infinite = true;
  counter.engine.go(limits);
  std::this_thread::sleep_for(100ms);
  EXPECT_EQ(counter.best_moves, 0);
  counter.engine.stop_and_wait();
  EXPECT_EQ(counter.best_moves, 1);
  EXPECT_GT(counter.engine.nodes(), 0U);
}

TEST(EngineThreads, ShareOneNetworkAndExchangeItDuringASearch) {
  Counter counter;
  counter.engine.set_threads(3);
  search::Limits limits;
  limits.infinite = true;
  for (int i = 1; i <= 3; ++i) {
    counter.engine.set_network(test::random_network(32, 8, static_cast<std::uint64_t>(i)));
    counter.engine.go(limits);
    std::this_thread::sleep_for(50ms);
    counter.engine.use_network(false);
    EXPECT_EQ(counter.best_moves, i);
    counter.engine.use_network(true);
  }
}

TEST(EngineThreads, MeasureTheLatenessOfTheirAnswers) {
  search::Threads threads(
      search::Events{{}, {}, [](const search::BestMoveReport&) { std::this_thread::sleep_for(60ms); }});
  search::Limits nodes;
  nodes.nodes = 100;
  threads.go(chess::Position(), nodes, {});
  threads.wait();
  EXPECT_EQ(threads.lateness(), 0ms);
  search::Limits limits;
  limits.clocks[0].remaining = 1000ms;
  threads.go(chess::Position(), limits, {});
  threads.wait();
  EXPECT_GE(threads.lateness(), 60ms);
  // The clock again loses the time that the client appears to have used.
  limits.clocks[0].remaining = 200ms;
  threads.go(chess::Position(), limits, {});
  threads.wait();
  EXPECT_GE(threads.lateness(), 100ms);
}

TEST(EngineThreads, StopBeforeTheFirstNodeStillGivesAMove) {
  Counter counter;
  counter.engine.set_threads(2);
  search::Limits limits;
  limits.infinite = true;
  for (int i = 1; i <= 20; ++i) {
    counter.engine.go(limits);
    counter.engine.stop_and_wait();
    EXPECT_EQ(counter.best_moves, i);
  }
}

TEST(EngineThreads, PonderingHoldsTheMoveBackUntilThePonderhit) {
  Counter counter;
  counter.engine.set_threads(2);
  search::Limits limits;
  limits.ponder = true;
  limits.clocks[0].remaining = limits.clocks[1].remaining = search::Milliseconds(50);
  counter.engine.go(limits);
  std::this_thread::sleep_for(150ms);
  EXPECT_EQ(counter.best_moves, 0);
  counter.engine.ponder_hit();
  counter.engine.wait();
  EXPECT_EQ(counter.best_moves, 1);
}

TEST(EngineThreads, ChangesDuringASearchEndItFirst) {
  Counter counter;
  counter.engine.set_threads(2);
  search::Limits limits;
  limits.infinite = true;
  counter.engine.go(limits);
  ASSERT_TRUE(counter.engine.set_hash(5));
  EXPECT_EQ(counter.best_moves, 1);
  counter.engine.go(limits);
  counter.engine.set_threads(4);
  EXPECT_EQ(counter.best_moves, 2);
  counter.engine.go(limits);
  counter.engine.new_game();
  EXPECT_EQ(counter.best_moves, 3);
  counter.engine.go(limits);
  counter.engine.set_position(*chess::parse_fen("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"));
  EXPECT_EQ(counter.best_moves, 4);
  counter.engine.go(limits);
  counter.engine.go(limits);
  EXPECT_EQ(counter.best_moves, 5);
}

TEST(EngineThreads, DestructionDuringASearchIsClean) {
  for (int i = 0; i < 5; ++i) {
    Counter counter;
    counter.engine.set_threads(2);
    search::Limits limits;
    limits.infinite = true;
    counter.engine.go(limits);
    std::this_thread::sleep_for(10ms);
  }
}

}  // namespace
}  // namespace zugwerk::engine
