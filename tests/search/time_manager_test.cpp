// Unit tests of search/time_manager.h: budgets for every kind of clock, and simulated games.

#include "search/time_manager.h"

#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"

namespace zugwerk::search {
namespace {

using chess::Color;
using chess::Move;
using chess::Square;
using eval::Score;

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

/// What the soft limit is stretched by after such iterations.
double stretch_after(const std::vector<IterationSummary>& iterations) {
  TimeManager time = started(clock_of(60'000));
  for (const IterationSummary& iteration : iterations) time.note(iteration);
  return time.stretch();
}

const Move kFirst(Square::E2, Square::E4);
const Move kSecond(Square::D2, Square::D4);

TEST(TimeManager, StopsEarlierTheLongerTheBestMoveStaysTheSame) {
  const IterationSummary same{kFirst, Score(20), 0.5};
  EXPECT_LT(stretch_after({same, same, same}), stretch_after({same, same}));
  EXPECT_LT(stretch_after({same, same}), stretch_after({{kSecond, Score(20), 0.5}, same}));
}

TEST(TimeManager, StopsEarlierWhenTheBestMoveTookMostNodes) {
  EXPECT_LT(stretch_after({{kFirst, Score(20), 0.9}}), stretch_after({{kFirst, Score(20), 0.5}}));
}

TEST(TimeManager, ThinksLongerWhenTheScoreFallsAlsoWhenTheBestMoveChanges) {
  const IterationSummary before{kFirst, Score(50), 0.5};
  const auto then = [&](Move best, int score) { return stretch_after({before, {best, Score(score), 0.5}}); };
  EXPECT_GT(then(kFirst, 20), then(kFirst, 50));
  EXPECT_GT(then(kSecond, 20), then(kSecond, 50));
  EXPECT_LT(then(kSecond, 80), then(kSecond, 50));
  // A drop is measured from one iteration to the next, not from the first.
  EXPECT_EQ(stretch_after({before, {kSecond, Score(20), 0.5}, {kFirst, Score(20), 0.5}}),
            stretch_after({{kSecond, Score(20), 0.5}, {kFirst, Score(20), 0.5}}));
}

TEST(TimeManager, TakesNoStepToOrFromAMateForADrop) {
  const IterationSummary mate{kFirst, Score::mate_at(9), 0.5};
  const IterationSummary even{kFirst, Score(0), 0.5};
  EXPECT_EQ(stretch_after({mate, even}), stretch_after({even, even}));
  EXPECT_EQ(stretch_after({even, {kFirst, Score::mated_at(8), 0.5}}), stretch_after({even, even}));
}

TEST(TimeManager, StretchesWithinItsLimitsAndForgetsTheLastSearch) {
  const std::vector<IterationSummary> settled(100, IterationSummary{kFirst, Score(0), 1.0});
  EXPECT_GE(stretch_after(settled), 0.3);
  EXPECT_LE(stretch_after({{kFirst, Score(1000), 0.0}, {kSecond, Score(-1000), 0.0}}), 3.0);
  TimeManager time = started(clock_of(60'000));
  const double fresh = time.stretch();
  for (const IterationSummary& iteration : settled) time.note(iteration);
  EXPECT_NE(time.stretch(), fresh);
  time.start(clock_of(60'000), Color::White, {});
  EXPECT_EQ(time.stretch(), fresh);
}

}  // namespace
}  // namespace zugwerk::search
