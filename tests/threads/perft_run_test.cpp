// run_perft with its threads, table, progress and stop. Kind: unit; also run by ThreadSanitizer.

#include <atomic>
#include <chrono>
#include <thread>
#include <utility>

#include <gtest/gtest.h>

#include "base/thread.h"
#include "chess/notation/fen.h"
#include "chess/perft.h"

namespace zugwerk::chess {
namespace {

constexpr const char* kKiwipete = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

const std::atomic<bool> kNeverStop{false};

PerftResult run(const Position& position, PerftOptions options) {
  auto result = run_perft(position, options, kNeverStop);
  EXPECT_TRUE(result);
  return *std::move(result);
}

TEST(PerftRun, SplitsLeavesIntoTheirKnownKinds) {
  const Position position = *parse_fen(kKiwipete);
  const PerftDetails expected{4'085'603, 757'163, 1'929, 128'013, 15'172, 25'523, 42, 6, 43};
  EXPECT_EQ(run(position, {.depth = 4, .details = true}).total, expected);
  const PerftDetails start{4'865'609, 82'719, 258, 0, 0, 27'351, 6, 0, 347};
  EXPECT_EQ(run(Position(), {.depth = 5, .details = true}).total, start);
  EXPECT_EQ(run(Position(), {.depth = 1, .details = true}).total.nodes, 20U);
}

TEST(PerftRun, ThreadsAndTableDoNotChangeTheCount) {
  const Position position = *parse_fen(kKiwipete);
  for (const int threads : {1, 2, 5})
    for (const std::size_t megabytes : {std::size_t{0}, std::size_t{1}, std::size_t{64}})
      EXPECT_EQ(run(position, {.depth = 4, .threads = threads, .hash_megabytes = megabytes}).total.nodes, 4'085'603U);
}

TEST(PerftRun, CountsPerRootMoveAddUp) {
  const PerftResult result = run(Position(), {.depth = 4});
  ASSERT_EQ(result.root_moves.size(), 20U);
  std::uint64_t sum = 0;
  for (const auto& root_move : result.root_moves) sum += root_move.counts.nodes;
  EXPECT_EQ(sum, 197'281U);
  EXPECT_EQ(result.total.nodes, sum);
}

TEST(PerftRun, StopsWhenAsked) {
  std::atomic<bool> stop{false};
  base::Thread stopper([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    stop = true;
  });
  const auto result = run_perft(Position(), {.depth = 9, .threads = 2}, stop);
  ASSERT_TRUE(result);
  EXPECT_FALSE(result->complete);
}

TEST(PerftRun, ReportsProgressUpToTheEnd) {
  double last = 0;
  const auto result = run_perft(Position(), {.depth = 3, .threads = 2}, kNeverStop, [&](double share, std::uint64_t) {
    EXPECT_GT(share, last);
    last = share;
  });
  ASSERT_TRUE(result);
  EXPECT_DOUBLE_EQ(last, 1.0);
}

TEST(PerftRun, RefusesATableLargerThanTheMachine) {
  const auto result = run_perft(Position(), {.depth = 2, .hash_megabytes = std::size_t{1} << 34}, kNeverStop);
  ASSERT_FALSE(result);
  EXPECT_NE(result.error().message.find("of memory are more than"), std::string::npos);
}

}  // namespace
}  // namespace zugwerk::chess
