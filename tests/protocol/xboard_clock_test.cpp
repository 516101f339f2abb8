// Unit tests of protocol/xboard_clock.h: clocks taken apart, and what a search gets of them.

#include "protocol/xboard_clock.h"

#include <chrono>
#include <string>

#include <gtest/gtest.h>

#include "eval/score.h"

namespace zugwerk::protocol {
namespace {

using chess::Color;
using chess::index;
using search::Milliseconds;

TEST(XboardClock, ReadsTheThreeNumbersOfALevel) {
  const auto classical = *parse_level("40 5 0");
  EXPECT_EQ(classical.moves, 40);
  EXPECT_EQ(classical.base, Milliseconds(300'000));
  const auto incremental = *parse_level("0 2:30 12.5");
  EXPECT_EQ(incremental.moves, 0);
  EXPECT_EQ(incremental.base, Milliseconds(150'000));
  EXPECT_EQ(incremental.increment, Milliseconds(12'500));
  for (const char* bad : {"", "40 5", "40 5 0 1", "-1 5 0", "40 x 0", "40 5:x 0", "40 5 nan", "40 5 inf"})
    EXPECT_FALSE(parse_level(bad)) << bad;
}

TEST(XboardClock, NumbersOfALevelMayBeFractionalNegativeOrHuge) {
  const auto short_game = *parse_level("40 0.5 0.1");
  EXPECT_EQ(short_game.base, Milliseconds(30'000));
  EXPECT_EQ(short_game.increment, Milliseconds(100));
  const auto run_out = *parse_level("0 -1:30 -2");
  EXPECT_EQ(run_out.base, Milliseconds(-90'000));
  EXPECT_EQ(run_out.increment, Milliseconds(0));
  const std::string huge(30, '9');
  const auto endless = *parse_level(huge + ' ' + huge + ' ' + huge);
  EXPECT_GE(endless.moves, 1'000'000);
  EXPECT_GT(endless.base, std::chrono::hours(100'000));
  EXPECT_GT(endless.increment, std::chrono::hours(100'000));
}

TEST(XboardClock, RestartsTheMoveCountInEveryPeriod) {
  const ClockSettings settings = *parse_level("40 5 0");
  const auto to_go = [&](int made) {
    return limits_of(settings, Color::Black, Milliseconds(1000), Milliseconds(2000), made).moves_to_go;
  };
  EXPECT_EQ(to_go(0), 40);
  EXPECT_EQ(to_go(39), 1);
  EXPECT_EQ(to_go(40), 40);
  const auto limits = limits_of(settings, Color::Black, Milliseconds(1000), Milliseconds(2000), 0);
  EXPECT_EQ(limits.clocks[index(Color::Black)].remaining, Milliseconds(1000));
  EXPECT_EQ(limits.clocks[index(Color::White)].remaining, Milliseconds(2000));
}

TEST(XboardClock, TurnsTimeIntoNodes) {
  ClockSettings settings;
  settings.nodes_per_second = 1000;
  settings.per_move = Milliseconds(2500);
  const auto limits = limits_of(settings, Color::White, Milliseconds(0), Milliseconds(0), 0);
  EXPECT_EQ(limits.nodes, 2500U);
  EXPECT_FALSE(limits.move_time);
  settings.per_move.reset();
  EXPECT_EQ(limits_of(settings, Color::White, Milliseconds(-5), Milliseconds(0), 0).nodes, 1U);
  // Huge products saturate instead of overflowing.
  settings.nodes_per_second = UINT64_MAX / 2;
  settings.per_move = Milliseconds(std::int64_t{1} << 40);
  EXPECT_GT(*limits_of(settings, Color::White, Milliseconds(0), Milliseconds(0), 0).nodes, UINT64_MAX / 8);
}

TEST(XboardClock, ObeysItsOwnCommandsOnly) {
  XboardClock clock;
  EXPECT_TRUE(clock.obey("level", "0 1 2").value());
  EXPECT_TRUE(clock.obey("otim", "700").value());
  EXPECT_TRUE(clock.obey("sd", "9").value());
  EXPECT_FALSE(clock.obey("hard", "").value());
  for (const char* command : {"st", "sd", "nps", "time", "otim"})
    EXPECT_EQ(clock.obey(command, "soon").error().message, "expected a number") << command;
  const auto limits = clock.limits(Color::White, 0);
  EXPECT_EQ(limits.depth, 9);
  EXPECT_EQ(limits.clocks[index(Color::White)].remaining, Milliseconds(60'000));
  EXPECT_EQ(limits.clocks[index(Color::Black)].remaining, Milliseconds(7'000));
  EXPECT_EQ(limits.clocks[index(Color::Black)].increment, Milliseconds(2'000));
}

TEST(XboardClock, KeepsDepthAndSpeedWhenTheLevelChanges) {
  XboardClock clock;
  ASSERT_TRUE(clock.obey("sd", "1000000").value());
  ASSERT_TRUE(clock.obey("nps", "500").value());
  ASSERT_TRUE(clock.obey("level", "40 5 0").value());
  const auto limits = clock.limits(Color::White, 0);
  EXPECT_EQ(limits.depth, eval::kMaxPly - 1);
  EXPECT_EQ(limits.nodes, 300U * 500 / 40);
  clock.reset();
  EXPECT_FALSE(clock.limits(Color::White, 0).depth);
}

TEST(XboardClock, KeepsItsOwnClockAndStartsNewPeriods) {
  XboardClock clock;
  ASSERT_TRUE(clock.obey("level", "2 1 3").value());
  clock.spend(Milliseconds(10'000), 1);
  EXPECT_EQ(clock.limits(Color::White, 1).clocks[0].remaining, Milliseconds(53'000));
  clock.spend(Milliseconds(20'000), 2);
  EXPECT_EQ(clock.limits(Color::White, 2).clocks[0].remaining, Milliseconds(96'000));
}

}  // namespace
}  // namespace zugwerk::protocol
