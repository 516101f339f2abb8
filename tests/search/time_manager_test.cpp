// Unit tests of search/time_manager.h: budgets for every kind of clock, and simulated games.

#include "search/time_manager.h"

#include <gtest/gtest.h>

#include "base/rng.h"

namespace zugwerk::search {
namespace {

using chess::Color;

TimeManager started(const Limits& limits, int overhead = 10) {
  TimeManager time;
  Settings settings;
  settings.overhead = Milliseconds(overhead);
  time.start(limits, Color::White, settings);
  return time;
}

Limits clock_of(int remaining, int increment = 0) {
  Limits limits;
  limits.clocks[0] = {Milliseconds(remaining), Milliseconds(increment)};
  return limits;
}

TEST(TimeManager, HasNoLimitWithoutAClock) {
  const TimeManager time = started({});
  EXPECT_FALSE(time.soft_limit());
  EXPECT_FALSE(time.hard_limit());
  EXPECT_FALSE(time.must_stop());
}

TEST(TimeManager, SpendsAFixedTimeLessTheOverhead) {
  Limits limits;
  limits.move_time = Milliseconds(500);
  EXPECT_EQ(started(limits, 30).hard_limit(), Milliseconds(470));
  limits.move_time = Milliseconds(5);
  EXPECT_EQ(started(limits, 30).hard_limit(), Milliseconds(1));
}

TEST(TimeManager, TinyZeroAndNegativeClocksLeaveOneMillisecond) {
  for (const int remaining : {10, 1, 0, -5, -100'000}) {
    const TimeManager time = started(clock_of(remaining));
    EXPECT_EQ(time.hard_limit(), Milliseconds(1)) << remaining;
    EXPECT_EQ(time.soft_limit(), Milliseconds(1)) << remaining;
  }
}

TEST(TimeManager, ThinksLongerWithMoreTimeAndIncrement) {
  EXPECT_LT(*started(clock_of(10'000)).soft_limit(), *started(clock_of(60'000)).soft_limit());
  EXPECT_LT(*started(clock_of(10'000)).soft_limit(), *started(clock_of(10'000, 500)).soft_limit());
}

TEST(TimeManager, PonderingSpendsMoreButNeverTheReserve) {
  Settings settings;
  settings.ponders = true;
  TimeManager pondering;
  pondering.start(clock_of(60'000, 500), Color::White, settings);
  EXPECT_GT(*pondering.soft_limit(), *started(clock_of(60'000, 500)).soft_limit());
  EXPECT_EQ(*pondering.hard_limit(), *started(clock_of(60'000, 500)).hard_limit());
}

TEST(TimeManager, NeverSpendsMoreThanTheClockMinusOverheadOverTenThousandSimulatedGames) {
  base::Rng rng(3);
  for (int game = 0; game < 10'000; ++game) {
    const int increment = rng.below(2) == 0 ? 0 : static_cast<int>(rng.below(2000));
    const bool control = rng.below(3) == 0;
    const int moves_per_control = control ? 1 + static_cast<int>(rng.below(60)) : 0;
    const int base_time = 50 + static_cast<int>(rng.below(300'000));
    int left = base_time;
    int to_go = moves_per_control;
    const int overhead = static_cast<int>(rng.below(40));
    for (int move = 0; move < 120; ++move) {
      Limits limits = clock_of(left, increment);
      if (control) limits.moves_to_go = to_go;
      const TimeManager time = started(limits, overhead);
      const auto hard = static_cast<int>(time.hard_limit()->count());
      const auto soft = static_cast<int>(time.soft_limit()->count());
      ASSERT_LE(soft, hard);
      // The worst case every time: the hard limit and the whole overhead are used up.
      if (left > overhead + 1) {
        ASSERT_LE(hard + overhead, left) << "game " << game << " move " << move << " left " << left;
      }
      left -= std::min(left, hard + overhead);
      if (left <= overhead + 1) break;  // nothing can be promised below the overhead itself
      left += increment;
      if (control && --to_go == 0) {
        to_go = moves_per_control;
        left += base_time;
      }
    }
  }
}

TEST(TimeManager, StopsEarlierWhenTheBestMoveIsStableAndLaterWhenTheScoreFalls) {
  const IterationReport usual{3, 0, 0.5};
  EXPECT_LT(TimeManager::stretch({8, 0, 0.5}), TimeManager::stretch(usual));
  EXPECT_GT(TimeManager::stretch({3, 30, 0.5}), TimeManager::stretch(usual));
  EXPECT_LT(TimeManager::stretch({3, 0, 0.9}), TimeManager::stretch(usual));
  EXPECT_GE(TimeManager::stretch({100, -1000, 1.0}), 0.3);
  EXPECT_LE(TimeManager::stretch({0, 1000, 0.0}), 3.0);
}

}  // namespace
}  // namespace zugwerk::search
