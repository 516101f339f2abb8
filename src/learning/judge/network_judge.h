// learning/judge/network_judge.h
//
// Scores evaluations on games that none of them learned from: how far their expected results are from the results of
// the games, and from those expected by the recorded scores. All are judged on the same positions, so what matters is
// the difference between two of them, which is far more certain than either error. Positions of one game share its
// result; therefore standard errors are computed from games, not from positions.

#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "games/data/training_positions.h"
#include "nnue/network.h"

namespace zugwerk::learning {

struct JudgeOptions {
  games::PositionFilter filter;  // positions without a score are always left out
  double scale = 1.1;            // of the curve from centipawns to expected results (eval::ResultCurve)
  int threads = 1;               // they do not change the numbers
};

/// A mean over positions, and its standard error if games are drawn at random.
struct JudgedMean {
  double value = 0;
  double standard_error = 0;
};

/// An evaluation compared with one kind of target.
struct JudgedError {
  /// The factor applied to evaluations before the curve: the one with the smallest error. So the unit of an evaluation
  /// does not matter.
  double factor = 1;
  JudgedMean error;       // squared, between expected results
  JudgedMean difference;  // error less that of the first evaluation, position by position
};

struct JudgedEvaluation {
  JudgedError results;  // against the results of the games
  JudgedError scores;   // against the results expected from the recorded scores
};

struct JudgeReport {
  games::PositionCounts counts;
  std::uint64_t games = 0;  // with at least one position that was judged
  std::vector<JudgedEvaluation> evaluations;
};

/// Evaluates with each network as the search would, with known endgames and the fifty-move rule; nullptr stands for the
/// classical evaluation. Files are read twice, in constant memory. Fails if one cannot be read or if there are
/// positions of fewer than two games; damage and broken games are diagnostics.
[[nodiscard]] base::Expected<JudgeReport> judge_networks(
    const std::vector<std::string>& paths, const std::vector<std::shared_ptr<const nnue::Network>>& networks,
    const JudgeOptions& options, const base::DiagnosticHandler& diagnose);

}  // namespace zugwerk::learning
