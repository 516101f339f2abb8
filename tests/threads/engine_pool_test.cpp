// Kind: threads. Many searches with few threads: all get their turns, moves go first, cancelling stops them.

#include "web/engine_pool.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

namespace zugwerk::web {
namespace {

using std::chrono::milliseconds;

/// Counts events, and waits for them.
class Counter {
 public:
  void add() {
    const std::scoped_lock lock(mutex_);
    ++count_;
    changed_.notify_all();
  }
  [[nodiscard]] bool reaches(int count) {
    std::unique_lock lock(mutex_);
    return changed_.wait_for(lock, std::chrono::seconds(60), [&] { return count_ >= count; });
  }
  [[nodiscard]] int count() {
    const std::scoped_lock lock(mutex_);
    return count_;
  }

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  int count_ = 0;
};

[[nodiscard]] Order open_ended(Counter& lines, Counter& ends) {
  Order order;
  order.limits.infinite = true;
  order.open_ended = true;
  order.on_line = [&lines](const search::LineReport&) { lines.add(); };
  order.on_end = [&ends](const search::BestMoveReport&, bool) { ends.add(); };
  return order;
}

[[nodiscard]] search::Limits of_depth(int depth) {
  search::Limits limits;
  limits.depth = depth;
  return limits;
}

[[nodiscard]] search::Limits of_nodes(std::uint64_t nodes) {
  search::Limits limits;
  limits.nodes = nodes;
  return limits;
}

/// A move that ends with a best one.
[[nodiscard]] Order move_within(const search::Limits& limits, Counter& ends) {
  Order order;
  order.limits = limits;
  order.on_end = [&ends](const search::BestMoveReport& best, bool cancelled) {
    EXPECT_TRUE(best.best);
    EXPECT_FALSE(cancelled);
    ends.add();
  };
  return order;
}

TEST(EnginePool, EverybodyGetsTurnsAndAnEndIsToldOnce) {
  constexpr int kClients = 8;
  std::vector<Counter> lines(kClients);
  Counter ends;
  Counter moves;
  auto pool = *EnginePool::create({.threads = 2, .hash_megabytes = 2, .turn = milliseconds(20)});
  std::vector<std::shared_ptr<EnginePool::Ticket>> tickets;
  tickets.reserve(kClients);
  for (Counter& counter : lines) tickets.push_back(pool->place(open_ended(counter, ends)));
  for (Counter& counter : lines) ASSERT_TRUE(counter.reaches(5));

  static_cast<void>(pool->place(move_within(of_depth(3), moves)));
  EXPECT_TRUE(moves.reaches(1));
  EXPECT_EQ(ends.count(), 0);
  for (const auto& ticket : tickets) pool->cancel(ticket);
  EXPECT_TRUE(ends.reaches(kClients));
  for (const auto& ticket : tickets) pool->cancel(ticket);
  EXPECT_EQ(ends.count(), kClients) << "an end is reported once";
}

TEST(EnginePool, APlayerGoesFirst) {
  std::mutex mutex;
  std::string heard;  // the order that got the seat first, then the following ones
  Counter news;
  const auto hear = [&](char who) {
    {
      const std::scoped_lock lock(mutex);
      if (heard.empty() || heard.back() != who) heard += who;
    }
    news.add();
  };
  Counter ends;
  Counter seated_lines;
  // Turns so long that analyses yield only to players.
  auto pool = *EnginePool::create({.threads = 1, .hash_megabytes = 1, .turn = std::chrono::hours(1)});
  const auto seated = pool->place(open_ended(seated_lines, ends));
  ASSERT_TRUE(seated_lines.reaches(1));

  std::vector<std::shared_ptr<EnginePool::Ticket>> analyses;
  for (int i = 0; i < 2; ++i) {
    Order analysis = open_ended(seated_lines, ends);
    analysis.on_line = [&](const search::LineReport&) { hear('a'); };
    analyses.push_back(pool->place(std::move(analysis)));
  }
  Order move;
  move.limits.depth = 3;
  move.on_end = [&](const search::BestMoveReport&, bool) { hear('m'); };
  static_cast<void>(pool->place(std::move(move)));

  pool->cancel(seated);
  ASSERT_TRUE(news.reaches(2)) << "no order got the seat";
  for (const auto& analysis : analyses) pool->cancel(analysis);
  ASSERT_TRUE(ends.reaches(3));
  const std::scoped_lock lock(mutex);
  EXPECT_EQ(heard, "ma") << "the move was requested last and is played first";
}

TEST(EnginePool, APlayerDoesNotWaitForAnAnalysis) {
  Counter lines;
  Counter ends;
  Counter moves;
  auto pool = *EnginePool::create({.threads = 1, .hash_megabytes = 1, .turn = std::chrono::hours(1)});
  const auto analysis = pool->place(open_ended(lines, ends));
  ASSERT_TRUE(lines.reaches(1));
  static_cast<void>(pool->place(move_within(of_depth(2), moves)));
  EXPECT_TRUE(moves.reaches(1));
  EXPECT_EQ(ends.count(), 0) << "the analysis continues afterwards";
  EXPECT_TRUE(lines.reaches(lines.count() + 1));
  pool->cancel(analysis);
}

TEST(EnginePool, ALongMoveYieldsToAShortOneAndFinishesInTime) {
  Counter long_ends;
  Counter short_ends;
  auto pool = *EnginePool::create({.threads = 1, .hash_megabytes = 1, .long_turn = milliseconds(20)});
  Order endless;
  endless.limits.move_time = std::chrono::hours(1);
  endless.on_end = [&](const search::BestMoveReport&, bool cancelled) {
    EXPECT_TRUE(cancelled);
    long_ends.add();
  };
  const auto ticket = pool->place(std::move(endless));
  for (int i = 1; i <= 3; ++i) {
    static_cast<void>(pool->place(move_within(of_nodes(1000), short_ends)));
    EXPECT_TRUE(short_ends.reaches(i));
  }
  EXPECT_EQ(long_ends.count(), 0);
  pool->cancel(ticket);
  EXPECT_TRUE(long_ends.reaches(1));

  // Two that share the seat: each gets its nodes, over several turns, and then its end.
  Counter done;
  for (int i = 0; i < 2; ++i) static_cast<void>(pool->place(move_within(of_nodes(60'000), done)));
  EXPECT_TRUE(done.reaches(2));
}

TEST(EnginePool, AMoveWithAHugeClockIsPlayedWhenAnotherPlayerWaits) {
  Counter clock_lines;
  Counter clock_ends;
  Counter short_ends;
  auto pool = *EnginePool::create({.threads = 1, .hash_megabytes = 1, .long_turn = milliseconds(20)});
  search::Limits a_day;
  a_day.clocks[0].remaining = a_day.clocks[1].remaining = std::chrono::hours(24);
  Order leisurely = move_within(a_day, clock_ends);
  leisurely.on_line = [&](const search::LineReport&) { clock_lines.add(); };
  static_cast<void>(pool->place(std::move(leisurely)));
  ASSERT_TRUE(clock_lines.reaches(1));
  EXPECT_EQ(clock_ends.count(), 0);
  static_cast<void>(pool->place(move_within(of_nodes(1000), short_ends)));
  EXPECT_TRUE(short_ends.reaches(1)) << "the other player waits for the clock";
  EXPECT_EQ(clock_ends.count(), 1);
}

TEST(EnginePool, AnAnalysisDoesNotWaitForAHugeClockOrAnEndlessMove) {
  search::Limits a_day;
  a_day.clocks[0].remaining = a_day.clocks[1].remaining = std::chrono::hours(24);
  search::Limits for_a_day;
  for_a_day.move_time = std::chrono::hours(24);
  for (const search::Limits& limits : {a_day, for_a_day}) {
    Counter move_lines;
    Counter analysis_lines;
    Counter ends;
    auto pool = *EnginePool::create({.threads = 1,
                                     .hash_megabytes = 1,
                                     .turn = milliseconds(20),
                                     .long_turn = milliseconds(20),
                                     .longest_wait = milliseconds(200)});
    Order move;
    move.limits = limits;
    move.on_line = [&](const search::LineReport&) { move_lines.add(); };
    move.on_end = [&](const search::BestMoveReport&, bool) { ends.add(); };
    static_cast<void>(pool->place(std::move(move)));
    ASSERT_TRUE(move_lines.reaches(1));
    static_cast<void>(pool->place(open_ended(analysis_lines, ends)));
    EXPECT_TRUE(analysis_lines.reaches(1)) << "the analysis waits for the move";
    EXPECT_EQ(ends.count(), limits.move_time ? 0 : 1) << "only a move with a clock is played before its time is up";
    // A move without a clock gets the next turn.
    const int before = move_lines.count();
    EXPECT_TRUE(!limits.move_time || move_lines.reaches(before + 1));
  }
}

TEST(EnginePool, AnAnalysisGetsTurnsThoughMovesNeverEnd) {
  Counter lines;
  Counter ends;
  Counter moves;
  auto pool = *EnginePool::create({.threads = 1,
                                   .hash_megabytes = 1,
                                   .turn = milliseconds(20),
                                   .long_turn = milliseconds(20),
                                   .longest_wait = milliseconds(200)});
  std::atomic<bool> stop = false;
  EnginePool* const open_pool = pool.get();
  // There are always two moves, so that one of them waits whenever the other ends.
  const std::function<void()> again = [&] {
    Order order = move_within(of_nodes(2000), moves);
    const auto counted = std::exchange(order.on_end, {});
    order.on_end = [&, counted](const search::BestMoveReport& best, bool cancelled) {
      if (!cancelled) counted(best, cancelled);
      if (!stop) again();
    };
    static_cast<void>(open_pool->place(std::move(order)));
  };
  again();
  again();
  EXPECT_TRUE(moves.reaches(2));
  const auto analysis = pool->place(open_ended(lines, ends));
  EXPECT_TRUE(lines.reaches(1)) << "the analysis starves";
  const int before = moves.count();
  EXPECT_TRUE(moves.reaches(before + 10)) << "the moves starve";
  stop = true;
  pool.reset();
  EXPECT_EQ(ends.count(), 1);
}

TEST(EnginePool, ManyMovesOfOneClientDoNotDelayAnother) {
  std::mutex mutex;
  std::string order_of_ends;
  Counter ends;
  Counter lines;
  auto pool = *EnginePool::create({.threads = 1, .hash_megabytes = 1, .long_turn = std::chrono::hours(1)});
  Order first;
  first.limits.move_time = std::chrono::hours(1);
  first.on_line = [&](const search::LineReport&) { lines.add(); };
  const auto seated = pool->place(std::move(first));
  ASSERT_TRUE(lines.reaches(1));
  for (const std::string client : {"a", "a", "a", "a", "b", "b", "c"}) {
    Order order = move_within(of_depth(1), ends);
    order.client = client;
    order.on_end = [&, client](const search::BestMoveReport&, bool) {
      {
        const std::scoped_lock lock(mutex);
        order_of_ends += client;
      }
      ends.add();
    };
    static_cast<void>(pool->place(std::move(order)));
  }
  pool->cancel(seated);
  ASSERT_TRUE(ends.reaches(7));
  EXPECT_EQ(order_of_ends, "abcabaa");
}

TEST(EnginePool, ClosingEndsEverything) {
  Counter lines;
  Counter ends;
  {
    auto pool = *EnginePool::create({.threads = 2, .hash_megabytes = 2});
    static_cast<void>(pool->place(open_ended(lines, ends)));
    static_cast<void>(pool->place(open_ended(lines, ends)));
    static_cast<void>(pool->place(open_ended(lines, ends)));
    EXPECT_TRUE(lines.reaches(1));
  }
  EXPECT_EQ(ends.count(), 3);
}

}  // namespace
}  // namespace zugwerk::web
