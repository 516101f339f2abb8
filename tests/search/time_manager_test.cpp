// Unit tests of search/time_manager.h: budgets for every kind of clock, and simulated games.

#include "search/time_manager.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "search/params.h"

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

// --- Lateness

/// The budgets of a clock without any lateness or reserve for it: those of Zugwerk before it measured lateness.
struct Budget {
  int soft = 0;
  int hard = 0;
};
Budget budget_before(int remaining, int increment, int overhead = 10) {
  const int left = std::max(0, remaining - overhead);
  const int most = std::max(1, left * params::kTimeMostPercent / 100);
  const int share = left / params::kTimeMovesToGoSudden + increment * params::kTimeIncrementPercent / 100;
  return {std::clamp(share * params::kTimeSoftPercent / 100, 1, most),
          std::clamp(share * params::kTimeHardPercent / 100, 1, most)};
}

struct TimeControl {
  int base;
  int increment;
};

/// A fake time that advances only when a test says so.
class FakeTime {
 public:
  [[nodiscard]] TimeManager::Clock::time_point now() const { return now_; }
  void pass(double milliseconds) {
    now_ += std::chrono::duration_cast<TimeManager::Clock::duration>(
        std::chrono::duration<double, std::milli>(milliseconds));
  }

 private:
  TimeManager::Clock::time_point now_ = TimeManager::Clock::time_point(std::chrono::hours(1));
};

/// A random number in a range.
double between(base::Rng& rng, double least, double most) {
  constexpr std::uint64_t kSteps = 1'000'000;
  return least + (most - least) * static_cast<double>(rng.below(kSteps)) / static_cast<double>(kSteps);
}

/// One player's clock, played down by a time manager on a machine that stalls now and then.
class SimulatedGame {
 public:
  struct Machine {
    double stalls_per_move = 0;
    double shortest = 5;  // stall, in milliseconds
    double longest = 60;
    int moves_between = 0;  // at least, from one stall to the next
  };

  SimulatedGame(TimeControl control, Machine machine, bool measures, std::uint64_t seed)
      : control_(control), machine_(machine), measures_(measures), rng_(seed), left_(control.base) {}

  /// False if the flag fell. The referee has no time margin.
  bool play(int moves) {
    for (int move = 0; move < moves; ++move) {
      const double before = left_;
      const int told = std::max(1, static_cast<int>(left_));
      time_manager_.start(clock_of(told, control_.increment), Color::White, {}, time_.now());
      const Budget budget = measures_ ? Budget{static_cast<int>(time_manager_.soft_limit()->count()),
                                               static_cast<int>(time_manager_.hard_limit()->count())}
                                      : budget_before(told, control_.increment);
      think(budget);
      used_ += before - left_;
      if (left_ < 0) return false;
      left_ += control_.increment;
    }
    return true;
  }

  [[nodiscard]] double used() const { return used_; }
  [[nodiscard]] Milliseconds lateness() const { return time_manager_.lateness(); }

 private:
  void think(Budget budget) {
    const auto started = time_.now();
    // Iterations end anywhere around the soft limit, but never after the hard one.
    const double wanted = std::min<double>(budget.hard, budget.soft * between(rng_, 0.3, 2.0));
    // A stall may happen during the search, between its end and the answer, or on the client's side.
    const bool stalls = between(rng_, 0, 1) < machine_.stalls_per_move && calm_ >= machine_.moves_between;
    calm_ = stalls ? 0 : calm_ + 1;
    const double stall = stalls ? between(rng_, machine_.shortest, machine_.longest) : 0;
    const auto where = rng_.below(3);
    const double when = where == 0 ? between(rng_, 0, wanted) : -1;
    bool stalled = false;
    double spent = 0;
    while (spent < wanted) {
      const bool now = where == 0 && !stalled && spent + 1 > when;
      const double step = std::min(1.0, wanted - spent) + (now ? stall : 0);
      stalled = stalled || now;
      spent += step;
      pass(step);
      time_manager_.look(time_.now());
    }
    pass(between(rng_, 0.1, 0.5) + (where == 1 ? stall : 0));
    time_manager_.note_answer(started, time_.now());
    pass(between(rng_, 0.1, 0.5) + (where == 2 ? stall : 0));
  }
  void pass(double milliseconds) {
    time_.pass(milliseconds);
    left_ -= milliseconds;
  }

  TimeControl control_;
  Machine machine_;
  bool measures_;
  base::Rng rng_;
  FakeTime time_;
  TimeManager time_manager_;
  double left_;
  double used_ = 0;
  int calm_ = 0;  // moves since the last stall
};

int games_lost(TimeControl control, SimulatedGame::Machine machine, bool measures, int games) {
  int lost = 0;
  for (int game = 0; game < games; ++game)
    if (!SimulatedGame(control, machine, measures, static_cast<std::uint64_t>(game) + 1).play(150)) ++lost;
  return lost;
}

TEST(TimeManager, LosesNoGameByStallsOfUpToSixtyMilliseconds) {
  constexpr int kGames = 3000;
  // Few enough stalls per move that the increment makes up for them.
  const std::vector<std::pair<TimeControl, SimulatedGame::Machine>> cases{
      {{1000, 10}, {.stalls_per_move = 0.05, .moves_between = 10}},
      {{2000, 20}, {.stalls_per_move = 0.1}},
      {{4000, 40}, {.stalls_per_move = 0.3}},
      {{10'000, 100}, {.stalls_per_move = 0.5}}};
  for (const auto& [control, machine] : cases)
    EXPECT_EQ(games_lost(control, machine, true, kGames), 0) << control.base << '+' << control.increment;
  // Without measuring, games are lost.
  EXPECT_GT(games_lost({1000, 10}, {.stalls_per_move = 0.05, .moves_between = 10}, false, kGames), kGames / 20);
  EXPECT_GT(games_lost({4000, 40}, {.stalls_per_move = 0.3}, false, kGames), kGames / 20);
}

TEST(TimeManager, LosesHardlyAnyGamesWhenStallsUseUpMostOfTheIncrement) {
  constexpr int kGames = 500;
  const SimulatedGame::Machine noisy{.stalls_per_move = 0.1};
  EXPECT_LE(games_lost({1000, 10}, noisy, true, kGames), kGames / 25);
  EXPECT_GT(games_lost({1000, 10}, noisy, false, kGames), kGames * 9 / 10);
}

TEST(TimeManager, BudgetsIgnoreLatenessUntilTheClockIsNearlyEmpty) {
  for (const int increment : {0, 5, 10, 40, 100, 1000, 10'000})
    for (const int remaining : {20, 50, 100, 200, 400, 800, 1600, 5000, 20'000, 100'000, 1'000'000}) {
      const TimeManager time = started(clock_of(remaining, increment));
      const Budget before = budget_before(remaining, increment);
      const auto place = [&] { return std::to_string(remaining) + " + " + std::to_string(increment); };
      if (remaining - 10 >= 8 * increment) {
        EXPECT_EQ(time.soft_limit()->count(), before.soft) << place();
      }
      if (remaining - 10 >= 10 * increment) {
        EXPECT_EQ(time.hard_limit()->count(), before.hard) << place();
      }
    }
}

TEST(TimeManager, UsesTheTimeOfTheWholeGameOnAQuietMachine) {
  for (const TimeControl control : {TimeControl{1000, 10}, {4000, 40}, {10'000, 100}, {60'000, 600}, {60'000, 0}}) {
    double used_now = 0;
    double used_before = 0;
    for (std::uint64_t game = 1; game <= 50; ++game) {
      SimulatedGame now(control, {}, true, game);
      SimulatedGame before(control, {}, false, game);
      ASSERT_TRUE(now.play(80));
      ASSERT_TRUE(before.play(80));
      EXPECT_EQ(now.lateness(), Milliseconds(0));
      used_now += now.used();
      used_before += before.used();
    }
    EXPECT_GE(used_now, 0.98 * used_before) << control.base << '+' << control.increment;
  }
}

TEST(TimeManager, KeepsALargerReserveAfterADelayAndForgetsItSlowly) {
  FakeTime fake;
  TimeManager time;
  const auto search = [&](double delay) {
    time.start(clock_of(1000, 10), Color::White, {}, fake.now());
    fake.pass(1);
    time.look(fake.now());
    fake.pass(delay);
    time.look(fake.now());
    fake.pass(1);
    time.note_answer(std::nullopt, fake.now());
  };
  search(4);
  EXPECT_EQ(time.lateness(), Milliseconds(0));  // nothing out of the ordinary
  search(50);
  EXPECT_EQ(time.lateness(), Milliseconds(50));
  // Four such delays, and the average delay of 2.5 ms for twenty moves.
  EXPECT_EQ(time.expected_delays(), Milliseconds(250));
  time.start(clock_of(1000, 10), Color::White, {}, fake.now());
  EXPECT_EQ(*time.soft_limit(), *started(clock_of(1000 - 250 + 10, 10)).soft_limit());
  for (int move = 0; move < 70; ++move) search(1);
  EXPECT_LT(time.lateness(), Milliseconds(27));
  EXPECT_GT(time.lateness(), Milliseconds(23));
  search(30);
  EXPECT_EQ(time.lateness(), Milliseconds(30));
}

TEST(TimeManager, KeepsALargerReserveTheMoreMovesAreLate) {
  FakeTime fake;
  TimeManager time;
  std::vector<Milliseconds> expected;
  for (int move = 0; move < 10; ++move) {
    time.start(clock_of(1000, 10), Color::White, {}, fake.now());
    fake.pass(20);
    time.note_answer(std::nullopt, fake.now());
    EXPECT_EQ(time.lateness(), Milliseconds(20));
    expected.push_back(time.expected_delays());
  }
  EXPECT_TRUE(std::is_sorted(expected.begin(), expected.end()));
  EXPECT_EQ(expected.front(), Milliseconds(100));
  EXPECT_GT(expected.back(), Milliseconds(200));
  EXPECT_LE(expected.back(), Milliseconds(4 * 20 + 20 * 20));
}

TEST(TimeManager, CountsALateAnswerButNotAPause) {
  FakeTime fake;
  TimeManager time;
  time.start(clock_of(1000), Color::White, {}, fake.now());
  fake.pass(500);
  time.look_after_pause(fake.now());
  fake.pass(20);
  time.note_answer(std::nullopt, fake.now());
  EXPECT_EQ(time.lateness(), Milliseconds(20));
}

TEST(TimeManager, MeasuresNothingWithoutAClock) {
  FakeTime fake;
  TimeManager time;
  Limits limits;
  limits.nodes = 1000;
  time.start(limits, Color::White, {}, fake.now());
  fake.pass(500);
  time.note_answer(fake.now(), fake.now());
  EXPECT_EQ(time.lateness(), Milliseconds(0));
}

/// The measured lateness after a move of 2 ms, if the next search gets this clock.
Milliseconds lateness_when_told(const Limits& first, const Limits& second, Color next = Color::White,
                                bool new_game = false, bool stopped = false) {
  FakeTime fake;
  TimeManager time;
  time.start(first, Color::White, {}, fake.now());
  const auto start = fake.now();
  fake.pass(2);
  time.note_answer(stopped ? std::nullopt : std::optional(start), fake.now());
  if (new_game) time.forget_clock();
  time.start(second, next, {}, fake.now());
  return time.lateness();
}

TEST(TimeManager, MeasuresTimeLostInTransit) {
  const Limits first = clock_of(1000, 100);
  EXPECT_EQ(lateness_when_told(first, clock_of(1098, 100)), Milliseconds(0));
  EXPECT_EQ(lateness_when_told(first, clock_of(1088, 100)), Milliseconds(0));  // no more than the overhead
  EXPECT_EQ(lateness_when_told(first, clock_of(1048, 100)), Milliseconds(40));
  EXPECT_EQ(lateness_when_told(first, clock_of(2000, 100)), Milliseconds(0));
  EXPECT_EQ(lateness_when_told(clock_of(9000), clock_of(5000)), Milliseconds(0));  // not lost, another clock
  EXPECT_EQ(lateness_when_told(first, clock_of(1048, 100), Color::White, true), Milliseconds(0));
  EXPECT_EQ(lateness_when_told(first, clock_of(1048, 100), Color::White, false, true), Milliseconds(0));
  Limits both = clock_of(1048, 100);
  both.clocks[1] = both.clocks[0];
  EXPECT_EQ(lateness_when_told(first, both, Color::Black), Milliseconds(0));
  Limits last = clock_of(1000, 100);
  last.moves_to_go = 1;
  EXPECT_EQ(lateness_when_told(last, clock_of(1048, 100)), Milliseconds(0));
}

TEST(TimeManager, AnswersEarlierWithinAFixedTimeIfItWasLate) {
  FakeTime fake;
  TimeManager time;
  Limits limits;
  limits.move_time = Milliseconds(100);
  time.start(limits, Color::White, {}, fake.now());
  EXPECT_EQ(time.hard_limit(), Milliseconds(90));
  fake.pass(30);
  time.note_answer(fake.now(), fake.now());
  time.start(limits, Color::White, {}, fake.now());
  EXPECT_EQ(time.hard_limit(), Milliseconds(70));
  fake.pass(400);
  time.note_answer(fake.now(), fake.now());
  time.start(limits, Color::White, {}, fake.now());
  EXPECT_EQ(time.hard_limit(), Milliseconds(50));  // at least half the time is for thinking
}

/// The factor of the soft limit after these iterations.
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

TEST(TimeManager, ThinksLongerWhenTheScoreDropsOrTheBestMoveChanges) {
  const IterationSummary before{kFirst, Score(50), 0.5};
  const auto then = [&](Move best, int score) { return stretch_after({before, {best, Score(score), 0.5}}); };
  EXPECT_GT(then(kFirst, 20), then(kFirst, 50));
  EXPECT_GT(then(kSecond, 20), then(kSecond, 50));
  EXPECT_LT(then(kSecond, 80), then(kSecond, 50));
  // A drop is measured from one iteration to the next, not from the first.
  EXPECT_EQ(stretch_after({before, {kSecond, Score(20), 0.5}, {kFirst, Score(20), 0.5}}),
            stretch_after({{kSecond, Score(20), 0.5}, {kFirst, Score(20), 0.5}}));
}

TEST(TimeManager, DoesNotTreatAStepToOrFromAMateAsADrop) {
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
