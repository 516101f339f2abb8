// Unit tests: the statistics of matches, against examples worked by hand, published results of other programs, and
// simulated matches of known strength.

#include "arena/statistics/match_statistics.h"

#include <array>
#include <cmath>
#include <cstdint>

#include <gtest/gtest.h>

#include "arena/statistics/elo.h"
#include "base/rng.h"

namespace zugwerk::arena {
namespace {

using Distribution = std::array<double, 5>;

constexpr double kScale = 347.4355855226;  // 800 / ln 10

[[nodiscard]] double mean_of(const Distribution& distribution) {
  double mean = 0;
  for (std::size_t i = 0; i < distribution.size(); ++i) mean += distribution[i] * static_cast<double>(i) / 4;
  return mean;
}

[[nodiscard]] double deviation_of(const Distribution& distribution) {
  const double mean = mean_of(distribution);
  double variance = 0;
  for (std::size_t i = 0; i < distribution.size(); ++i)
    variance += distribution[i] * std::pow(static_cast<double>(i) / 4 - mean, 2);
  return std::sqrt(variance);
}

[[nodiscard]] double normalized_elo_of(const Distribution& distribution) {
  return kScale * (mean_of(distribution) - 0.5) / (deviation_of(distribution) * std::sqrt(2.0));
}

/// `shape` shifted until the normalized Elo is `elo`.
[[nodiscard]] Distribution with_normalized_elo(const Distribution& shape, double elo) {
  double low = -5;
  double high = 5;
  Distribution result = shape;
  while (high - low > 1e-12) {
    const double tilt = (low + high) / 2;
    double sum = 0;
    for (std::size_t i = 0; i < shape.size(); ++i)
      sum += result[i] = shape[i] * std::exp(tilt * static_cast<double>(i));
    for (double& probability : result) probability /= sum;
    (normalized_elo_of(result) < elo ? low : high) = tilt;
  }
  return result;
}

/// A match with random results.
class SimulatedMatch {
 public:
  SimulatedMatch(std::uint64_t seed, const Distribution& distribution) : rng_(seed) {
    double sum = 0;
    for (std::size_t i = 0; i < distribution.size(); ++i) bounds_[i] = sum += distribution[i];
  }

  void play(Pentanomial& results, int pairs) {
    for (; pairs > 0; --pairs) {
      const double drawn = static_cast<double>(rng_.next() >> 11) * 0x1p-53;
      std::size_t category = 0;
      while (category + 1 < bounds_.size() && drawn >= bounds_[category]) ++category;
      ++results.pairs[category];
    }
  }

 private:
  base::Rng rng_;
  Distribution bounds_{};
};

constexpr Distribution kUsualShape{0.04, 0.20, 0.52, 0.20, 0.04};
constexpr Distribution kDrawishShape{0.005, 0.06, 0.87, 0.06, 0.005};
constexpr Distribution kWildShape{0.25, 0.10, 0.30, 0.10, 0.25};

// --- Worked by hand --------------------------------------------------------------------------------------------------

TEST(MatchStatistics, NothingIsKnownWithoutGames) {
  EXPECT_EQ(elo_estimate(Pentanomial{}).value, 0);
  EXPECT_EQ(elo_estimate(Pentanomial{}).error, INFINITY);
  EXPECT_EQ(normalized_elo_estimate(GameCounts{}).value, 0);
  EXPECT_EQ(normalized_elo_estimate(GameCounts{}).error, INFINITY);
  EXPECT_EQ(likelihood_of_superiority(Pentanomial{}), 0.5);
  EXPECT_EQ(log_likelihood_ratio(Pentanomial{}, SprtSettings{}), 0);
}

TEST(MatchStatistics, IntervalOfEqualResultsEndsWhereTheLikelihoodDropsToTheQuantile) {
  // Ten pairs of one point each: the likeliest way to a mean of 1/2 + q/2 is a share q of won pairs, under which the
  // observation has the likelihood (1 - q)^10. It may fall by exp(-1.9207).
  const double q = 1 - std::exp(-1.920729410347062 / 10);
  const Estimate elo = elo_estimate(Pentanomial{{0, 0, 10, 0, 0}});
  EXPECT_NEAR(elo.value, 0, 1e-9);
  EXPECT_NEAR(elo.error, elo_of_score(0.5 + q / 2), 1e-6);
  EXPECT_NEAR(elo.error, 61.35, 0.01);
}

TEST(MatchStatistics, IntervalOfASinglePairIsWideAndFinite) {
  // 3/2 points: up to a mean of 3/4 + q/4 and down to 3/4 (1 - q), with 1 - q = exp(-1.9207).
  const double rest = std::exp(-1.920729410347062);
  const Estimate elo = elo_estimate(Pentanomial{{0, 0, 0, 1, 0}});
  EXPECT_NEAR(elo.value, elo_of_score(0.75), 1e-9);
  EXPECT_NEAR(elo.error, (elo_of_score(1 - 0.25 * rest) - elo_of_score(0.75 * rest)) / 2, 1e-6);
}

TEST(MatchStatistics, ACleanScoreIsInfinite) {
  EXPECT_EQ(elo_estimate(Pentanomial{{0, 0, 0, 0, 7}}).value, INFINITY);
  EXPECT_EQ(elo_estimate(Pentanomial{{0, 0, 0, 0, 7}}).error, INFINITY);
  EXPECT_EQ(elo_estimate(GameCounts{0, 0, 3}).value, -INFINITY);
  EXPECT_EQ(elo_estimate(GameCounts{0, 0, 3}).error, INFINITY);
  EXPECT_EQ(normalized_elo_estimate(Pentanomial{{0, 0, 0, 3, 0}}).value, INFINITY);
  EXPECT_EQ(normalized_elo_estimate(Pentanomial{{3, 0, 0, 0, 0}}).value, -INFINITY);
  EXPECT_GT(likelihood_of_superiority(Pentanomial{{0, 0, 0, 0, 7}}), 0.999);
  EXPECT_LT(likelihood_of_superiority(GameCounts{0, 0, 3}), 0.05);
}

TEST(MatchStatistics, NormalizedEloIsTheMeanInStandardDeviations) {
  // Mean 0.625; deviations -3/8, -1/8, 1/8, 3/8 of weights 1, 4, 4, 1 (of 10): variance 13 / 320.
  const Estimate pairs = normalized_elo_estimate(Pentanomial{{0, 1, 4, 4, 1}});
  EXPECT_NEAR(pairs.value, kScale * 0.125 / std::sqrt(2 * 0.040625), 1e-6);
  // Six wins, two draws, two losses: mean 0.7, variance (6 * 0.09 + 2 * 0.04 + 2 * 0.49) / 10.
  const Estimate games = normalized_elo_estimate(GameCounts{6, 2, 2});
  EXPECT_NEAR(games.value, kScale * 0.2 / std::sqrt(0.16), 1e-6);
  // Near zero the error is that of the mean alone.
  EXPECT_NEAR(normalized_elo_estimate(GameCounts{100, 200, 100}).error, 1.959964 * kScale / 20, 1e-3);
}

TEST(MatchStatistics, SwappingThePlayersFlipsEverySign) {
  const Pentanomial results{{3, 20, 41, 30, 6}};
  const Pentanomial turned{{6, 30, 41, 20, 3}};
  EXPECT_NEAR(elo_estimate(results).value, -elo_estimate(turned).value, 1e-9);
  EXPECT_NEAR(elo_estimate(results).error, elo_estimate(turned).error, 1e-6);
  EXPECT_NEAR(normalized_elo_estimate(results).value, -normalized_elo_estimate(turned).value, 1e-9);
  EXPECT_NEAR(normalized_elo_estimate(results).error, normalized_elo_estimate(turned).error, 1e-9);
  EXPECT_NEAR(likelihood_of_superiority(results), 1 - likelihood_of_superiority(turned), 1e-9);
  for (const auto model : {SprtSettings::Model::Normalized, SprtSettings::Model::Logistic})
    EXPECT_NEAR(log_likelihood_ratio(results, {-5, 10, 0.05, 0.05, model}),
                -log_likelihood_ratio(turned, {-10, 5, 0.05, 0.05, model}), 1e-6);
}

TEST(MatchStatistics, SuperiorityMatchesTheConfidenceLevelWhereTheIntervalEndsAtZero) {
  // The interval touches zero where the likelihood of superiority is 97.5 %.
  for (std::uint64_t wins = 101; wins < 200; ++wins) {
    const GameCounts results{wins, 150, 100};
    const Estimate elo = elo_estimate(results);
    const double superiority = likelihood_of_superiority(results);
    // The interval is only nearly symmetric here; skip borderline cases.
    if (std::abs(elo.value - elo.error) < 1) continue;
    EXPECT_EQ(elo.value > elo.error, superiority > 0.975) << wins;
  }
}

TEST(MatchStatistics, TheDrawRatioOfSingleGamesDoesNotChangeSuperiorityMuch) {
  // (W - L) / sqrt(W + L) is the textbook approximation.
  const double textbook = std::erfc(-(60.0 - 40.0) / std::sqrt(100.0) / std::sqrt(2.0)) / 2;
  EXPECT_NEAR(likelihood_of_superiority(GameCounts{60, 0, 40}), textbook, 0.002);
  EXPECT_NEAR(likelihood_of_superiority(GameCounts{60, 500, 40}), textbook, 0.002);
}

// --- Against what other programs published ---------------------------------------------------------------------------

TEST(MatchStatistics, AgreesWithPublishedResults) {
  // A finished test of another framework: 256 games, its exact ratios.
  const Pentanomial lost{{13, 37, 50, 25, 3}};
  EXPECT_NEAR(elo_estimate(lost).value, -43.6578, 1e-3);
  EXPECT_NEAR(normalized_elo_estimate(lost).value, -63.97, 0.005);
  EXPECT_NEAR(log_likelihood_ratio(lost, {0, 4, 0.05, 0.05, SprtSettings::Model::Normalized}), -0.54912, 1e-4);
  EXPECT_NEAR(log_likelihood_ratio(lost, {0, 2.716, 0.05, 0.05, SprtSettings::Model::Logistic}), -0.53772, 1e-3);

  // A report of a match runner: 628 games (its interval is the plain one for the mean).
  const Pentanomial even{{3, 75, 149, 83, 4}};
  EXPECT_NEAR(elo_estimate(even).value, 5.53, 0.005);
  EXPECT_NEAR(elo_estimate(even).error, 14.79, 0.05);
  EXPECT_NEAR(normalized_elo_estimate(even).value, 10.17, 0.005);
  EXPECT_NEAR(normalized_elo_estimate(even).error, 27.17, 0.1);
  EXPECT_NEAR(likelihood_of_superiority(even), 0.7685, 0.002);
  EXPECT_NEAR(log_likelihood_ratio(even, {0, 2, 0.05, 0.05, SprtSettings::Model::Normalized}), 0.10, 0.005);
}

// --- The sequential test ---------------------------------------------------------------------------------------------

TEST(Sprt, BoundsOfTheUsualErrors) {
  const SprtBounds bounds = sprt_bounds(SprtSettings{});
  EXPECT_NEAR(bounds.lower, -2.9444, 1e-4);
  EXPECT_NEAR(bounds.upper, 2.9444, 1e-4);
  const SprtBounds strict = sprt_bounds({0, 5, 0.01, 0.1, SprtSettings::Model::Logistic});
  EXPECT_NEAR(strict.lower, std::log(0.1 / 0.99), 1e-12);
  EXPECT_NEAR(strict.upper, std::log(0.9 / 0.01), 1e-12);
}

TEST(Sprt, RatioOfEvenResultsMatchesTheNormalApproximation) {
  // A mean of 1/2 and a variance of 1/16 per pair: (mu1 - mu0)(2 mean - mu0 - mu1) / (2 variance / pairs).
  const Pentanomial even{{100, 400, 1000, 400, 100}};
  const double mean = score_of_elo(4);
  const double variance = (200 * 0.25 + 800 * 0.0625) / 2000;
  const double expected = (mean - 0.5) * (0.5 - mean) / (2 * variance / 2000);
  EXPECT_NEAR(log_likelihood_ratio(even, {0, 4, 0.05, 0.05, SprtSettings::Model::Logistic}), expected, 0.005);
}

TEST(Sprt, TheRatioIsTheDifferenceOfTheMaximumLikelihoodsFoundByASearch) {
  // The likeliest distribution under each hypothesis, found the slow way: by hill climbing over distributions that meet
  // the condition exactly. Two outcomes are fixed by the condition and the sum, three are free.
  const Pentanomial results{{4, 20, 45, 25, 6}};
  const std::array<double, 5> counts{4, 20, 45, 25, 6};
  const auto best_likelihood = [&](double elo) {
    // Any shape tilted onto the condition meets it; the best shape gives the best likelihood.
    Distribution shape{0.04, 0.2, 0.45, 0.25, 0.06};
    const auto likelihood = [&](const Distribution& candidate) {
      const Distribution tilted = with_normalized_elo(candidate, elo);
      double sum = 0;
      for (std::size_t i = 0; i < counts.size(); ++i) sum += counts[i] * std::log(tilted[i]);
      return sum;
    };
    double best = likelihood(shape);
    for (double step = 0.2; step > 1e-5; step /= 2) {
      for (bool better = true; better;) {
        better = false;
        for (double& weight : shape) {
          for (const double factor : {1 + step, 1 / (1 + step)}) {
            const double before = weight;
            weight *= factor;
            const double value = likelihood(shape);
            if (value > best + 1e-12) {
              best = value;
              better = true;
            } else {
              weight = before;
            }
          }
        }
      }
    }
    return best;
  };
  const double expected = best_likelihood(60) - best_likelihood(-20);
  EXPECT_NEAR(log_likelihood_ratio(results, {-20, 60, 0.05, 0.05, SprtSettings::Model::Normalized}), expected, 1e-4);
}

TEST(Sprt, StaysFiniteAndGrowsWithTheScoreOverEveryKindOfResult) {
  for (const auto model : {SprtSettings::Model::Normalized, SprtSettings::Model::Logistic}) {
    for (const double elo1 : {0.5, 5.0, 50.0, 400.0}) {
      const SprtSettings settings{0, elo1, 0.05, 0.05, model};
      for (std::uint64_t pairs = 1; pairs <= 10'000; pairs *= 10) {
        double before = -INFINITY;
        for (std::size_t category = 0; category < 5; ++category) {
          Pentanomial results;
          results.pairs[category] = pairs;
          const double ratio = log_likelihood_ratio(results, settings);
          EXPECT_TRUE(std::isfinite(ratio)) << elo1 << ' ' << pairs << ' ' << category;
          EXPECT_GE(ratio, before - 1e-6) << elo1 << ' ' << pairs << ' ' << category;
          before = ratio;
        }
      }
    }
  }
}

struct SprtOutcome {
  double accepted = 0;  // share of runs that ended above
  double pairs = 0;     // average length
};

[[nodiscard]] SprtOutcome run_many(const Distribution& distribution, const SprtSettings& settings, int runs) {
  constexpr int kPairsBetweenLooks = 4;
  const SprtBounds bounds = sprt_bounds(settings);
  SprtOutcome outcome;
  for (int run = 0; run < runs; ++run) {
    SimulatedMatch match(static_cast<std::uint64_t>(run) + 1, distribution);
    Pentanomial results;
    double ratio = 0;
    int pairs = 0;
    while (ratio > bounds.lower && ratio < bounds.upper) {
      match.play(results, kPairsBetweenLooks);
      pairs += kPairsBetweenLooks;
      ratio = log_likelihood_ratio(results, settings);
    }
    outcome.accepted += (ratio >= bounds.upper ? 1.0 : 0.0) / runs;
    outcome.pairs += static_cast<double>(pairs) / runs;
  }
  return outcome;
}

TEST(Sprt, NormalizedTestsKeepTheirErrorRates) {
  const SprtSettings settings{0, 30, 0.05, 0.05, SprtSettings::Model::Normalized};
  // Wald: at either hypothesis the expected ratio at the end is 0.9 * 2.944, and every pair adds on average half of the
  // squared distance of the hypotheses in standard deviations of a pair.
  const double distance = 30 / kScale * std::sqrt(2.0);
  const double length = 0.9 * 2.9444 / (distance * distance / 2);
  for (const Distribution& shape : {kUsualShape, kDrawishShape, kWildShape}) {
    const SprtOutcome null = run_many(with_normalized_elo(shape, 0), settings, 1'000);
    const SprtOutcome other = run_many(with_normalized_elo(shape, 30), settings, 1'000);
    // Three standard errors of the simulation are 2.1 %.
    EXPECT_LT(null.accepted, 0.05 + 0.021);
    EXPECT_GT(null.accepted, 0.02);
    EXPECT_GT(other.accepted, 0.95 - 0.021);
    EXPECT_LT(other.accepted, 0.98);
    EXPECT_NEAR(null.pairs / length, 1, 0.15);
    EXPECT_NEAR(other.pairs / length, 1, 0.15);
    // Between the hypotheses it takes longest.
    EXPECT_GT(run_many(with_normalized_elo(shape, 15), settings, 300).pairs, 1.3 * length);
  }
}

TEST(Sprt, LogisticTestsKeepTheirErrorRates) {
  const Distribution null_truth = with_normalized_elo(kUsualShape, 0);
  const Distribution other_truth = with_normalized_elo(kUsualShape, 40);
  const SprtSettings settings{0, elo_of_score(mean_of(other_truth)), 0.05, 0.10, SprtSettings::Model::Logistic};
  EXPECT_LT(run_many(null_truth, settings, 1'000).accepted, 0.05 + 0.021);
  EXPECT_GT(run_many(other_truth, settings, 1'000).accepted, 0.90 - 0.028);
}

// --- Intervals -------------------------------------------------------------------------------------------------------

struct Coverage {
  double elo = 0;
  double normalized = 0;
};

/// The shares of simulated matches whose intervals contain the truth.
[[nodiscard]] Coverage coverage_of(const Distribution& distribution, int pairs) {
  constexpr int kMatches = 2'000;  // four standard errors are 2 %
  const double elo = elo_of_score(mean_of(distribution));
  const double normalized_elo = normalized_elo_of(distribution);
  Coverage coverage;
  SimulatedMatch match(7, distribution);
  for (int i = 0; i < kMatches; ++i) {
    Pentanomial results;
    match.play(results, pairs);
    const Estimate estimate = elo_estimate(results);
    const Estimate normalized = normalized_elo_estimate(results);
    coverage.elo += std::abs(estimate.value - elo) <= estimate.error ? 1.0 / kMatches : 0;
    coverage.normalized += std::abs(normalized.value - normalized_elo) <= normalized.error ? 1.0 / kMatches : 0;
  }
  return coverage;
}

TEST(MatchStatistics, IntervalsCoverTheTruthNineteenTimesOfTwenty) {
  for (const Distribution& shape : {kUsualShape, kDrawishShape, kWildShape}) {
    for (const double truth : {0.0, 60.0}) {
      for (const int pairs : {50, 400}) {
        if (shape == kDrawishShape && pairs == 50) continue;
        const Coverage coverage = coverage_of(with_normalized_elo(shape, truth), pairs);
        for (const double share : {coverage.elo, coverage.normalized}) {
          EXPECT_GT(share, 0.93) << truth << ' ' << pairs << ' ' << shape[2];
          EXPECT_LT(share, 0.97) << truth << ' ' << pairs << ' ' << shape[2];
        }
      }
    }
  }
}

TEST(MatchStatistics, IntervalsHoldUpWithAHandfulOfDecisivePairs) {
  // Of fifty pairs about six are decisive, so that coverage is coarse: too wide for Elo, a little too narrow for
  // normalized Elo.
  for (const double truth : {0.0, 60.0}) {
    const Coverage coverage = coverage_of(with_normalized_elo(kDrawishShape, truth), 50);
    EXPECT_GT(coverage.elo, 0.93);
    EXPECT_LT(coverage.elo, 0.99);
    EXPECT_GT(coverage.normalized, 0.89);
    EXPECT_LT(coverage.normalized, 0.97);
  }
}

TEST(MatchStatistics, SuperiorityIsUniformlyDistributedForEqualPlayers) {
  constexpr int kMatches = 4'000;
  std::array<int, 10> deciles{};
  SimulatedMatch match(11, kUsualShape);
  for (int i = 0; i < kMatches; ++i) {
    Pentanomial results;
    match.play(results, 200);
    ++deciles[std::min<std::size_t>(9, static_cast<std::size_t>(likelihood_of_superiority(results) * 10))];
  }
  // Results are whole numbers of half points, so deciles are a little uneven.
  for (const int count : deciles) EXPECT_NEAR(count / static_cast<double>(kMatches), 0.1, 0.025);
}

}  // namespace
}  // namespace zugwerk::arena
