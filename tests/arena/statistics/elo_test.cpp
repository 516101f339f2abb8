#include "arena/statistics/elo.h"

#include <cmath>

#include <gtest/gtest.h>

namespace zugwerk::arena {
namespace {

TEST(Elo, KnownPairs) {
  EXPECT_DOUBLE_EQ(elo_of_score(0.5), 0.0);
  EXPECT_NEAR(elo_of_score(10.0 / 11.0), 400.0, 1e-9);
  EXPECT_NEAR(score_of_elo(-400.0), 1.0 / 11.0, 1e-12);
  EXPECT_NEAR(elo_of_score(0.64), 99.95, 0.01);
}

TEST(Elo, EndsAreInfinite) {
  EXPECT_EQ(elo_of_score(1.0), INFINITY);
  EXPECT_EQ(elo_of_score(0.0), -INFINITY);
}

TEST(Elo, EachUndoesTheOther) {
  for (double elo = -900; elo <= 900; elo += 50) EXPECT_NEAR(elo_of_score(score_of_elo(elo)), elo, 1e-6);
}

}  // namespace
}  // namespace zugwerk::arena
