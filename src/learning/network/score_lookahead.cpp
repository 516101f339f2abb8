#include "learning/network/score_lookahead.h"

#include <cmath>
#include <cstddef>

namespace zugwerk::learning {

games::GameRecord with_lookahead(const games::GameRecord& game, double horizon, const eval::ResultCurve& curve) {
  if (horizon <= 0) return game;
  // The mean of a geometric series with this ratio is the horizon.
  const double later_share = horizon / (horizon + 1);
  games::GameRecord result = game;
  double expected = games::half_points(game.result) / 2.0;
  for (std::size_t i = game.plies.size(); i-- > 0;) {
    const eval::Score score = game.plies[i].score;
    if (score == eval::kNoScore) continue;
    expected = later_share * expected + (1 - later_share) * curve.expected(score.value());
    if (!score.is_decisive())
      result.plies[i].score =
          eval::clamped_to_unproven(eval::Score(static_cast<int>(std::lround(curve.centipawns(expected)))));
  }
  return result;
}

}  // namespace zugwerk::learning
