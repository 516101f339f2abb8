// Unit tests: ratings from games, on small fields worked by hand and on simulated ones.

#include "arena/statistics/rating.h"

#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "arena/statistics/elo.h"
#include "base/rng.h"

namespace zugwerk::arena {
namespace {

TEST(Rating, OfTwoPlayersIsTheEloOfTheScore) {
  const RatingTable table = rate({{"base", 1000}, {"new", {}}}, {{1, 0, {500, 300, 200}}});
  EXPECT_EQ(table.ratings[0].elo, 1000);
  EXPECT_EQ(table.ratings[0].error, 0);
  EXPECT_NEAR(table.ratings[1].elo, 1000 + elo_of_score(0.65), 0.05);
  EXPECT_NEAR(table.ratings[1].error, elo_estimate(GameCounts{500, 300, 200}).error, 0.3);
  EXPECT_EQ(table.ratings[1].games, 1000U);
  EXPECT_EQ(table.ratings[1].points, 650);
  EXPECT_EQ(table.ratings[0].points, 350);
}

TEST(Rating, OfEqualPlayersIsTheAnchor) {
  const RatingTable table = rate({{"a", {}}, {"b", {}}}, {{0, 1, {10, 40, 10}}});
  EXPECT_EQ(table.ratings[0].elo, 0);
  EXPECT_NEAR(table.ratings[1].elo, 0, 1e-6);
  EXPECT_NEAR(table.draw_share, 40.5 / 61, 1e-6);
}

TEST(Rating, AddsUpAlongAChain) {
  // b scores 64 % against a, c scores 64 % against b: about 100 and 200.
  const RatingTable table = rate({{"a", 0}, {"b", {}}, {"c", {}}}, {{1, 0, {640, 0, 360}}, {2, 1, {640, 0, 360}}});
  EXPECT_NEAR(table.ratings[1].elo, 99.95, 0.1);
  EXPECT_NEAR(table.ratings[2].elo, 199.9, 0.2);
  // Two independent steps.
  EXPECT_NEAR(table.ratings[2].error, table.ratings[1].error * std::sqrt(2.0), 0.01);
}

TEST(Rating, SeveralEncountersOfTwoPlayersCountAsOne) {
  const RatingTable parts = rate({{"a", 0}, {"b", {}}}, {{1, 0, {10, 5, 5}}, {0, 1, {6, 5, 9}}});
  const RatingTable whole = rate({{"a", 0}, {"b", {}}}, {{1, 0, {19, 10, 11}}});
  EXPECT_NEAR(parts.ratings[1].elo, whole.ratings[1].elo, 1e-6);
  EXPECT_NEAR(parts.ratings[1].error, whole.ratings[1].error, 1e-6);
}

TEST(Rating, MoreAnchorsHoldTheFieldTighter) {
  const std::vector<Encounter> games{{2, 0, {50, 40, 10}}, {2, 1, {20, 40, 40}}};
  const RatingTable one = rate({{"a", 0}, {"b", {}}, {"c", {}}}, games);
  const RatingTable two = rate({{"a", 0}, {"b", one.ratings[1].elo}, {"c", {}}}, games);
  EXPECT_NEAR(two.ratings[2].elo, one.ratings[2].elo, 1e-3);
  EXPECT_LT(two.ratings[2].error, one.ratings[2].error * 0.8);
}

TEST(Rating, UnboundedPlayersAreInfiniteAndDoNotAffectTheOthers) {
  const std::vector<RatedPlayer> players{
      {"anchor", 0}, {"us", {}}, {"lost all", {}}, {"won all", {}}, {"stranger", {}}};
  const RatingTable table = rate(players, {{1, 0, {30, 40, 30}}, {1, 2, {20, 0, 0}}, {3, 1, {20, 0, 0}}});
  EXPECT_NEAR(table.ratings[1].elo, 0, 1e-6);
  EXPECT_EQ(table.ratings[2].elo, -INFINITY);
  EXPECT_EQ(table.ratings[2].error, INFINITY);
  EXPECT_EQ(table.ratings[3].elo, INFINITY);
  EXPECT_EQ(table.ratings[4].elo, 0);
  EXPECT_EQ(table.ratings[4].error, INFINITY);
  const RatingTable alone = rate({{"anchor", 0}, {"us", {}}}, {{1, 0, {30, 40, 30}}});
  EXPECT_NEAR(table.ratings[1].error, alone.ratings[1].error, 1e-6);
}

TEST(Rating, StaysFiniteWithoutDrawsAndWithNothingElse) {
  const RatingTable decisive = rate({{"a", 0}, {"b", {}}}, {{1, 0, {3, 0, 1}}});
  EXPECT_NEAR(decisive.ratings[1].elo, elo_of_score(0.75), 10);
  EXPECT_TRUE(std::isfinite(decisive.ratings[1].error));
  const RatingTable drawn = rate({{"a", 0}, {"b", {}}}, {{1, 0, {0, 100, 0}}});
  EXPECT_NEAR(drawn.ratings[1].elo, 0, 1e-6);
  EXPECT_TRUE(std::isfinite(drawn.ratings[1].error));
  EXPECT_GT(drawn.ratings[1].error, 0.5);
  EXPECT_TRUE(rate({}, {}).ratings.empty());
}

TEST(Rating, FindsWideGapsAndFarAnchors) {
  const RatingTable table = rate({{"anchor", 3500}, {"us", {}}}, {{1, 0, {0, 4, 996}}});
  EXPECT_NEAR(table.ratings[1].elo, 3500 + elo_of_score(0.002), 1);
}

/// The model: expected score by the difference, and draws by Davidson's model.
[[nodiscard]] std::array<double, 3> chances(double difference, double drawishness) {
  const double score = score_of_elo(difference);
  double low = -20;
  double high = 20;
  for (int i = 0; i < 100; ++i) {
    const double log_y = (low + high) / 2;
    const double total = std::exp(log_y) + drawishness + std::exp(-log_y);
    ((std::exp(log_y) + drawishness / 2) / total < score ? low : high) = log_y;
  }
  const double total = std::exp(low) + drawishness + std::exp(-low);
  return {std::exp(low) / total, drawishness / total, std::exp(-low) / total};
}

TEST(Rating, IntervalsCoverTheTruthInSimulatedTournaments) {
  const std::array<double, 5> truth{0, 80, -150, 300, 40};
  constexpr double kDrawishness = 1.2;
  constexpr int kTournaments = 300;
  base::Rng rng(5);
  int covered = 0;
  double sum_of_errors = 0;
  for (int tournament = 0; tournament < kTournaments; ++tournament) {
    std::vector<RatedPlayer> players{{"anchor", 0}};
    std::vector<Encounter> encounters;
    for (std::size_t i = 1; i < truth.size(); ++i) players.push_back({"player", {}});
    for (std::size_t i = 0; i < truth.size(); ++i) {
      for (std::size_t j = 0; j < i; ++j) {
        const auto expected = chances(truth[i] - truth[j], kDrawishness);
        Encounter encounter{i, j, {}};
        for (int game = 0; game < 60; ++game) {
          const double drawn = static_cast<double>(rng.next() >> 11) * 0x1p-53;
          ++(drawn < expected[0]                 ? encounter.games.wins
             : drawn < expected[0] + expected[1] ? encounter.games.draws
                                                 : encounter.games.losses);
        }
        encounters.push_back(encounter);
      }
    }
    const RatingTable table = rate(players, encounters);
    for (std::size_t i = 1; i < truth.size(); ++i) {
      covered += std::abs(table.ratings[i].elo - truth[i]) <= table.ratings[i].error ? 1 : 0;
      sum_of_errors += table.ratings[i].elo - truth[i];
    }
  }
  constexpr double kRatings = kTournaments * 4.0;
  EXPECT_GT(covered / kRatings, 0.93);
  EXPECT_LT(covered / kRatings, 0.97);
  EXPECT_NEAR(sum_of_errors / kRatings, 0, 3);
}

}  // namespace
}  // namespace zugwerk::arena
