// arena/statistics/match_statistics.h
//
// Statistics of a match between two players: Elo with its error, normalized Elo, the likelihood that the first is the
// stronger, and the sequential probability ratio test. Works on counts only. Everything is from the first player's
// point of view.
//
// The unit of chance is a pair of games from one opening with colours swapped: the two games of a pair depend on each
// other, pairs do not. Results without pairs are counted as GameCounts.

#pragma once

#include <array>
#include <cstdint>

namespace zugwerk::arena {

/// Pairs of games by the points of the first player: 0, 1/2, 1, 3/2, 2.
struct Pentanomial {
  std::array<std::uint64_t, 5> pairs{};
};

/// Games by their result for the first player.
struct GameCounts {
  std::uint64_t wins = 0;
  std::uint64_t draws = 0;
  std::uint64_t losses = 0;
};

/// A value with its error.
struct Estimate {
  double value = 0;
  double error = 0;  // half the width of the 95 % interval; infinite if nothing is known
};

/// The difference on the logistic scale. The interval is that of the profile likelihood of the mean score: it contains
/// every mean that a distribution over all possible results could have without making the observed ones unlikely, so it
/// never leaves the range of scores, is wide after few games, and does not vanish when all results are equal. Its ends
/// are then converted to the Elo scale. Without games 0 with an infinite error; infinite for a clean score.
[[nodiscard]] Estimate elo_estimate(const Pentanomial& results);
[[nodiscard]] Estimate elo_estimate(const GameCounts& results);

/// The mean advantage of a game in units of its standard deviation, scaled so that it resembles Elo where draws are
/// rare: the number of games needed to detect a difference depends on it alone. The error comes from the same interval
/// as that of elo_estimate, widened by the uncertainty of the deviation; with fewer than ten decisive pairs it is a
/// little too small. Infinite if all results are equal and not even.
[[nodiscard]] Estimate normalized_elo_estimate(const Pentanomial& results);
[[nodiscard]] Estimate normalized_elo_estimate(const GameCounts& results);

/// From 0 to 1; a half without games. Agrees with elo_estimate: above 0.975 where the interval of that is above zero.
[[nodiscard]] double likelihood_of_superiority(const Pentanomial& results);
[[nodiscard]] double likelihood_of_superiority(const GameCounts& results);

/// A sequential test of "the difference is elo0" against "it is elo1".
struct SprtSettings {
  /// The scale of elo0 and elo1.
  enum class Model { Normalized, Logistic };

  double elo0 = 0;
  double elo1 = 10;
  double alpha = 0.05;  // chance of accepting elo1 if elo0 is true
  double beta = 0.05;   // chance of accepting elo0 if elo1 is true
  Model model = Model::Normalized;
};

/// The test ends when the log likelihood ratio leaves this range: below for elo0, above for elo1.
struct SprtBounds {
  double lower = 0;
  double upper = 0;
};

[[nodiscard]] SprtBounds sprt_bounds(const SprtSettings& settings);

/// The generalised log likelihood ratio: of all distributions of pair results that have the difference elo1, the
/// likeliest, against the likeliest of those that have elo0. Results that never occurred count as a thousandth of a
/// pair, so that they remain possible. Zero without games.
[[nodiscard]] double log_likelihood_ratio(const Pentanomial& results, const SprtSettings& settings);

}  // namespace zugwerk::arena
