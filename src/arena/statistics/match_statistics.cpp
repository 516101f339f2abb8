#include "arena/statistics/match_statistics.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "arena/statistics/elo.h"

namespace zugwerk::arena {

namespace {

/// Normalized Elo per standard deviation: the slope of the Elo scale at an even score, without draws.
constexpr double kNormalizedScale = 800.0 / std::numbers::ln10;

/// The fall of the log likelihood that corresponds to the normal quantile.
constexpr double kLikelihoodDrop = kNormalQuantile * kNormalQuantile / 2;

constexpr double kEvenScore = 0.5;

/// Results by category; category i of k is a score per game of i / (k - 1).
template <std::size_t kCategories>
using Counts = std::array<double, kCategories>;

template <std::size_t kCategories>
[[nodiscard]] constexpr double score_of(std::size_t category) {
  return static_cast<double>(category) / static_cast<double>(kCategories - 1);
}

[[nodiscard]] Counts<5> counts_of(const Pentanomial& results) {
  Counts<5> counts{};
  std::transform(results.pairs.begin(), results.pairs.end(), counts.begin(),
                 [](std::uint64_t count) { return static_cast<double>(count); });
  return counts;
}

[[nodiscard]] Counts<3> counts_of(const GameCounts& results) {
  return {static_cast<double>(results.losses), static_cast<double>(results.draws), static_cast<double>(results.wins)};
}

template <std::size_t kCategories>
[[nodiscard]] double total_of(const Counts<kCategories>& counts) {
  return std::accumulate(counts.begin(), counts.end(), 0.0);
}

template <std::size_t kCategories>
[[nodiscard]] double mean_of(const Counts<kCategories>& counts) {
  double sum = 0;
  for (std::size_t i = 0; i < kCategories; ++i) sum += counts[i] * score_of<kCategories>(i);
  return sum / total_of(counts);
}

template <std::size_t kCategories>
[[nodiscard]] double central_moment(const Counts<kCategories>& counts, double mean, int order) {
  double sum = 0;
  for (std::size_t i = 0; i < kCategories; ++i) sum += counts[i] * std::pow(score_of<kCategories>(i) - mean, order);
  return sum / total_of(counts);
}

// --- Likelihood under a constraint -----------------------------------------------------------------------------------

/// The likeliest distribution for some counts among those under which `values` have the mean zero gives category i the
/// probability counts[i] / total / (1 + multiplier * values[i]). The multiplier is where
/// sum(counts * log(1 + multiplier * values)) is greatest, within the range where no probability is negative; at an end
/// of the range a category without counts takes the rest. There must be a negative and a positive value.
template <std::size_t kCategories>
[[nodiscard]] double constraint_multiplier(const Counts<kCategories>& counts, const Counts<kCategories>& values) {
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  double low = -1 / *most;
  double high = -1 / *least;
  constexpr int kMostSteps = 100;
  constexpr double kPrecision = 1e-14;
  double multiplier = 0;
  // Newton's method on a concave function, inside a bracket that shrinks with every step.
  for (int step = 0; step < kMostSteps && high - low > kPrecision * (std::abs(low) + std::abs(high)); ++step) {
    double slope = 0;
    double curvature = 0;
    for (std::size_t i = 0; i < kCategories; ++i) {
      if (counts[i] == 0) continue;
      const double ratio = values[i] / (1 + multiplier * values[i]);
      slope += counts[i] * ratio;
      curvature += counts[i] * ratio * ratio;
    }
    (slope > 0 ? low : high) = multiplier;
    const double next = multiplier + slope / curvature;
    const double before = multiplier;
    multiplier = curvature > 0 && next > low && next < high ? next : (low + high) / 2;
    if (std::abs(multiplier - before) <= kPrecision * std::abs(multiplier)) break;
  }
  return multiplier;
}

/// The drop in maximum log likelihood if the mean score is `mean`, strictly between 0 and 1, instead of the observed
/// one; never negative.
template <std::size_t kCategories>
[[nodiscard]] double likelihood_drop(const Counts<kCategories>& counts, double mean) {
  Counts<kCategories> values{};
  for (std::size_t i = 0; i < kCategories; ++i) values[i] = score_of<kCategories>(i) - mean;
  const double multiplier = constraint_multiplier(counts, values);
  double drop = 0;
  for (std::size_t i = 0; i < kCategories; ++i)
    if (counts[i] > 0) drop += counts[i] * std::log1p(multiplier * values[i]);
  return std::max(drop, 0.0);
}

/// The mean between `observed` and `limit` (0 or 1) where the likelihood has dropped by what an interval allows.
template <std::size_t kCategories>
[[nodiscard]] double interval_end(const Counts<kCategories>& counts, double observed, double limit) {
  double inside = observed;
  double outside = limit;
  constexpr int kHalvings = 40;
  for (int i = 0; i < kHalvings; ++i) {
    const double middle = (inside + outside) / 2;
    if (middle == inside || middle == outside) break;
    (likelihood_drop(counts, middle) <= kLikelihoodDrop ? inside : outside) = middle;
  }
  return inside;
}

// --- Estimates -------------------------------------------------------------------------------------------------------

template <std::size_t kCategories>
[[nodiscard]] Estimate estimate_elo(const Counts<kCategories>& counts) {
  if (total_of(counts) == 0) return {0, kInfiniteElo};
  const double mean = mean_of(counts);
  if (mean <= 0 || mean >= 1) return {elo_of_score(mean), kInfiniteElo};
  const double low = elo_of_score(interval_end(counts, mean, 0.0));
  const double high = elo_of_score(interval_end(counts, mean, 1.0));
  return {elo_of_score(mean), (high - low) / 2};
}

/// `games` is the number of games per count.
template <std::size_t kCategories>
[[nodiscard]] Estimate estimate_normalized(const Counts<kCategories>& counts, double games) {
  const double total = total_of(counts);
  if (total == 0) return {0, kInfiniteElo};
  const double mean = mean_of(counts);
  const double variance = central_moment(counts, mean, 2);
  if (variance == 0 && mean != kEvenScore) return {mean > kEvenScore ? kInfiniteElo : -kInfiniteElo, kInfiniteElo};
  const double scale = kNormalizedScale / std::sqrt(games);
  if (variance == 0) return {0, kNormalQuantile * scale / std::sqrt(total)};
  const double deviation = std::sqrt(variance);
  const double ratio = (mean - kEvenScore) / deviation;
  // The deviation is an estimate too: skewness and kurtosis say what that adds to the spread of the ratio.
  const double skewness = central_moment(counts, mean, 3) / (variance * deviation);
  const double kurtosis = central_moment(counts, mean, 4) / (variance * variance);
  const double spread = 1 - skewness * ratio + (kurtosis - 1) * ratio * ratio / 4;
  const double half_interval = (interval_end(counts, mean, 1.0) - interval_end(counts, mean, 0.0)) / 2;
  return {scale * ratio, scale * half_interval / deviation * std::sqrt(std::max(spread, 0.0))};
}

/// The signed root of twice the drop of the likelihood at an even score is nearly normal.
template <std::size_t kCategories>
[[nodiscard]] double superiority(const Counts<kCategories>& counts) {
  if (total_of(counts) == 0) return 0.5;
  const double distance = std::sqrt(2 * likelihood_drop(counts, kEvenScore));
  const double signed_distance = mean_of(counts) >= kEvenScore ? distance : -distance;
  return std::erfc(-signed_distance / std::numbers::sqrt2) / 2;
}

// --- The sequential test ---------------------------------------------------------------------------------------------

using PairCounts = Counts<5>;

constexpr double kEmptyCategory = 1e-3;

[[nodiscard]] PairCounts without_empty_categories(PairCounts counts) {
  for (double& count : counts) count = std::max(count, kEmptyCategory);
  return counts;
}

/// The likeliest distribution with this mean score per game.
[[nodiscard]] PairCounts likeliest_with_mean(const PairCounts& counts, double mean) {
  PairCounts values{};
  for (std::size_t i = 0; i < values.size(); ++i) values[i] = score_of<5>(i) - mean;
  const double multiplier = constraint_multiplier(counts, values);
  PairCounts result{};
  for (std::size_t i = 0; i < result.size(); ++i)
    result[i] = counts[i] / total_of(counts) / (1 + multiplier * values[i]);
  return result;
}

/// The likeliest distribution under which mean - 1/2 is `ratio` standard deviations (of a pair's score per game).
/// The condition is not linear in the probabilities; its tangent at a guess is, and the likeliest distribution under
/// that is the next guess. Large ratios are approached in steps, so that the tangent condition can always be met.
[[nodiscard]] PairCounts likeliest_with_ratio(const PairCounts& counts, double ratio) {
  constexpr double kLargestStep = 0.25;
  constexpr int kMostRounds = 100;
  constexpr double kPrecision = 1e-10;
  const int steps = std::max(1, static_cast<int>(std::ceil(std::abs(ratio) / kLargestStep)));
  const double total = total_of(counts);
  PairCounts guess{};
  guess.fill(1.0 / static_cast<double>(guess.size()));
  for (int step = 1; step <= steps; ++step) {
    const double target = ratio * step / steps;
    for (int round = 0; round < kMostRounds; ++round) {
      const double mean = mean_of(guess);
      const double deviation = std::sqrt(central_moment(guess, mean, 2));
      PairCounts values{};
      for (std::size_t i = 0; i < values.size(); ++i) {
        const double distance = (score_of<5>(i) - mean) / deviation;
        values[i] = score_of<5>(i) - kEvenScore - target * deviation * (1 + distance * distance) / 2;
      }
      const double multiplier = constraint_multiplier(counts, values);
      double change = 0;
      for (std::size_t i = 0; i < guess.size(); ++i) {
        const double probability = counts[i] / total / (1 + multiplier * values[i]);
        change = std::max(change, std::abs(probability - guess[i]));
        guess[i] = probability;
      }
      if (change < kPrecision) break;
    }
  }
  return guess;
}

[[nodiscard]] PairCounts likeliest(const PairCounts& counts, double elo, SprtSettings::Model model) {
  if (model == SprtSettings::Model::Logistic) return likeliest_with_mean(counts, score_of_elo(elo));
  // A pair's score per game varies less than a game's, by the root of two.
  return likeliest_with_ratio(counts, elo / kNormalizedScale * std::numbers::sqrt2);
}

}  // namespace

Estimate elo_estimate(const Pentanomial& results) { return estimate_elo(counts_of(results)); }

Estimate elo_estimate(const GameCounts& results) { return estimate_elo(counts_of(results)); }

Estimate normalized_elo_estimate(const Pentanomial& results) { return estimate_normalized(counts_of(results), 2); }

Estimate normalized_elo_estimate(const GameCounts& results) { return estimate_normalized(counts_of(results), 1); }

double likelihood_of_superiority(const Pentanomial& results) { return superiority(counts_of(results)); }

double likelihood_of_superiority(const GameCounts& results) { return superiority(counts_of(results)); }

SprtBounds sprt_bounds(const SprtSettings& settings) {
  return {std::log(settings.beta / (1 - settings.alpha)), std::log((1 - settings.beta) / settings.alpha)};
}

double log_likelihood_ratio(const Pentanomial& results, const SprtSettings& settings) {
  const PairCounts observed = counts_of(results);
  if (total_of(observed) == 0) return 0;
  const PairCounts counts = without_empty_categories(observed);
  const PairCounts first = likeliest(counts, settings.elo0, settings.model);
  const PairCounts second = likeliest(counts, settings.elo1, settings.model);
  double ratio = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) ratio += counts[i] * std::log(second[i] / first[i]);
  return ratio;
}

}  // namespace zugwerk::arena
