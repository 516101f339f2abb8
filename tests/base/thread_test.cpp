// Kind: unit. Threads that are joined at their end, and stop tokens.

#include "base/thread.h"

#include <atomic>
#include <utility>

#include <gtest/gtest.h>

namespace zugwerk::base {
namespace {

TEST(Thread, IsAskedToStopAndJoinedAtItsEnd) {
  std::atomic<bool> stopped{false};
  {
    const Thread thread([&](const StopToken& stop) {
      while (!stop.stop_requested()) std::this_thread::yield();
      stopped = true;
    });
  }
  EXPECT_TRUE(stopped);
}

TEST(Thread, MayTakeNoToken) {
  std::atomic<int> sum{0};
  {
    Thread first([&] { ++sum; });
    Thread second([value = 2, &sum]() mutable { sum += value++; });
    EXPECT_TRUE(first.joinable());
    first.join();
    EXPECT_FALSE(first.joinable());
  }
  EXPECT_EQ(sum, 3);
}

TEST(Thread, AssigningStopsTheOldOne) {
  std::atomic<int> ended{0};
  const auto wait = [&](const StopToken& stop) {
    while (!stop.stop_requested()) std::this_thread::yield();
    ++ended;
  };
  Thread thread(wait);
  Thread other(wait);
  thread = std::move(other);
  EXPECT_EQ(ended, 1);
  EXPECT_TRUE(thread.joinable());
  thread = Thread();
  EXPECT_EQ(ended, 2);
}

TEST(StopToken, WithoutASourceNobodyAsks) {
  EXPECT_FALSE(StopToken().stop_requested());
  StopSource source;
  const StopToken token = source.token();
  EXPECT_FALSE(token.stop_requested());
  source.request_stop();
  EXPECT_TRUE(token.stop_requested());
  EXPECT_TRUE(source.token().stop_requested());
}

}  // namespace
}  // namespace zugwerk::base
