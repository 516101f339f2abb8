// Kind: threads. Many searches with few threads: all get their turns, moves go first, cancelling ends them.

#include "web/engine_pool.h"

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <mutex>
#include <vector>

#include <gtest/gtest.h>

namespace zugwerk::web {
namespace {

using std::chrono::milliseconds;

/// Counts what comes, and waits for it.
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

TEST(EnginePool, EverybodyGetsTurnsAndAPlayerGoesFirst) {
  constexpr int kClients = 8;
  std::vector<Counter> lines(kClients);
  Counter ends;
  Counter moves;
  auto pool = *EnginePool::create({.threads = 2, .hash_megabytes = 2, .turn = milliseconds(20)});
  std::vector<std::shared_ptr<EnginePool::Ticket>> tickets;
  tickets.reserve(kClients);
  for (Counter& counter : lines) tickets.push_back(pool->place(open_ended(counter, ends)));
  for (Counter& counter : lines) EXPECT_TRUE(counter.reaches(5));

  Order move;
  move.limits.depth = 3;
  move.on_end = [&](const search::BestMoveReport& best, bool cancelled) {
    EXPECT_TRUE(best.best);
    EXPECT_FALSE(cancelled);
    moves.add();
  };
  static_cast<void>(pool->place(std::move(move)));
  EXPECT_TRUE(moves.reaches(1));
  EXPECT_EQ(ends.count(), 0);
  for (const auto& ticket : tickets) pool->cancel(ticket);
  EXPECT_TRUE(ends.reaches(kClients));
  for (const auto& ticket : tickets) pool->cancel(ticket);
  EXPECT_EQ(ends.count(), kClients) << "an end is told once";
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
