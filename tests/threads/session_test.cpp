// Kind: threads. Many simultaneous requests for one session: every search can be stopped.

#include "web/session.h"

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "web/positions.h"

namespace zugwerk::web {
namespace {

/// Waits for at most a minute until the pool has nothing to do.
[[nodiscard]] bool comes_to_rest(EnginePool& pool) {
  for (int waits = 0; waits < 6000; ++waits) {
    if (pool.order_count() == 0) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  return false;
}

TEST(Session, ManyAnalysesAtOnceLeaveNoneBehind) {
  auto pool = *EnginePool::create({.threads = 2, .hash_megabytes = 2});
  Session session(*pool, "one");
  const std::uint64_t stream = session.open_stream([] {});
  constexpr int kThreads = 8;
  constexpr int kRequests = 500;
  std::vector<std::thread> threads;
  threads.reserve(kThreads);
  for (int i = 0; i < kThreads; ++i)
    threads.emplace_back([&] {
      for (int n = 0; n < kRequests; ++n) static_cast<void>(session.analyse(Place{}, 1, true));
    });
  for (std::thread& thread : threads) thread.join();
  EXPECT_LE(pool->order_count(), 3U) << "the current one, and those about to end";
  session.stop_analysis();
  EXPECT_TRUE(comes_to_rest(*pool)) << "a search cannot be stopped";
  session.close_stream(stream);
}

TEST(Session, MovesAndAnalysesAtOnceLeaveNoneBehind) {
  auto pool = *EnginePool::create({.threads = 2, .hash_megabytes = 2});
  std::atomic<int> answers{0};
  constexpr int kThreads = 4;
  constexpr int kRequests = 25;
  {
    Session session(*pool, "one");
    static_cast<void>(session.open_stream([] {}));
    search::Limits limits;
    limits.move_time = search::Milliseconds(600'000);
    std::vector<std::thread> threads;
    threads.reserve(kThreads);
    for (int i = 0; i < kThreads; ++i)
      threads.emplace_back([&] {
        for (int n = 0; n < kRequests; ++n) {
          static_cast<void>(session.analyse(Place{}, 1, true));
          static_cast<void>(session.think(Place{}, limits, std::nullopt, "client", [&](const Found&) { ++answers; }));
        }
      });
    for (std::thread& thread : threads) thread.join();
  }
  EXPECT_TRUE(comes_to_rest(*pool)) << "a search cannot be stopped";
  EXPECT_EQ(answers, kThreads * kRequests) << "every request for a move is answered once";
}

}  // namespace
}  // namespace zugwerk::web
