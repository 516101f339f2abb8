// Unit tests of engine/game_clock.h.

#include "engine/game_clock.h"

#include <gtest/gtest.h>

namespace zugwerk::engine {
namespace {

using base::Milliseconds;

TEST(GameClock, AddsIncrementsAndTheTimeOfTheNextMoves) {
  GameClock clock({.moves = 2, .time = Milliseconds(1000), .increment = Milliseconds(100)}, Milliseconds(10));
  EXPECT_EQ(clock.moves_to_go(), 2);
  EXPECT_TRUE(clock.spend(Milliseconds(600)));
  EXPECT_EQ(clock.left_to_tell(), Milliseconds(500));
  EXPECT_EQ(clock.moves_to_go(), 1);
  EXPECT_TRUE(clock.spend(Milliseconds(505)));  // within the margin: the clock stood at zero
  EXPECT_EQ(clock.left_to_tell(), Milliseconds(1100));
  EXPECT_EQ(clock.moves_to_go(), 2);
  EXPECT_FALSE(clock.spend(Milliseconds(1111)));
}

TEST(GameClock, FallsOnlyAfterItsTimeAndStaysFallen) {
  GameClock clock({.moves = 0, .time = Milliseconds(1000), .increment = Milliseconds(100)});
  EXPECT_EQ(clock.moves_to_go(), std::nullopt);
  EXPECT_TRUE(clock.spend(Milliseconds(1000)));
  EXPECT_EQ(clock.left(), Milliseconds(100));
  EXPECT_FALSE(clock.spend(Milliseconds(101)));
  EXPECT_FALSE(clock.spend(Milliseconds(0)));
}

}  // namespace
}  // namespace zugwerk::engine
