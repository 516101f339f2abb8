// arena/statistics/elo.h
//
// Differences in strength: the logistic scale on which 400 points are odds of ten to one. Statistics over games build
// on it.

#pragma once

#include <limits>

namespace zugwerk::arena {

inline constexpr double kInfiniteElo = std::numeric_limits<double>::infinity();
/// Errors within which 95 % of all normal ones lie, in standard deviations.
inline constexpr double kNormalQuantile = 1.959963984540054;

/// The difference at which a player scores `score`, between 0 and 1; infinite at either end.
[[nodiscard]] double elo_of_score(double score);

/// The share of points expected by the player who is `elo` stronger.
[[nodiscard]] double score_of_elo(double elo);

}  // namespace zugwerk::arena
