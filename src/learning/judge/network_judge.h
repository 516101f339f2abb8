// learning/judge/network_judge.h
//
// Compares evaluations on games that none of them was trained on: the mean squared error of their expected results
// against the game results, and against the results expected from the recorded scores. All evaluations see the same
// positions, so the quantity of interest is the paired difference of two errors, which is far more precise than either
// error. Positions of one game share its result, so standard errors are clustered by game.

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
  int threads = 1;               // does not affect the results
};

/// A mean over positions and its standard error, with games as the independent observations.
struct JudgedMean {
  double value = 0;
  double standard_error = 0;
};

/// An evaluation compared with one kind of target.
struct JudgedError {
  /// The factor that evaluations are multiplied by before the curve, fitted to minimise the error. This makes the
  /// result independent of the scale of an evaluation.
  double factor = 1;
  JudgedMean error;       // mean squared error of expected results
  JudgedMean difference;  // error minus that of the first evaluation, paired by position
};

struct JudgedEvaluation {
  JudgedError results;  // against the results of the games
  JudgedError scores;   // against the results expected from the recorded scores
};

struct JudgeReport {
  games::PositionCounts counts;
  std::uint64_t games = 0;  // with at least one usable position
  std::vector<JudgedEvaluation> evaluations;
};

/// Evaluates with each network as the search does, including known endgames and the fifty-move rule; nullptr is the
/// classical evaluation. Files are read twice, in constant memory. Fails if a file cannot be read or if fewer than two
/// games have usable positions; damage and broken games are reported as diagnostics.
[[nodiscard]] base::Expected<JudgeReport> judge_networks(
    const std::vector<std::string>& paths, const std::vector<std::shared_ptr<const nnue::Network>>& networks,
    const JudgeOptions& options, const base::DiagnosticHandler& diagnose);

}  // namespace zugwerk::learning
