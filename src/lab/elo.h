// lab/elo.h
//
// Differences in strength: the logistic scale on which 400 points are odds of ten to one. Statistics over games build
// on it.

#pragma once

namespace zugwerk::lab {

/// The difference at which a player scores `score`, between 0 and 1; infinite at either end.
[[nodiscard]] double elo_of_score(double score);

/// The share of points expected by the player who is `elo` stronger.
[[nodiscard]] double score_of_elo(double elo);

}  // namespace zugwerk::lab
