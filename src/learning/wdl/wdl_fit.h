// learning/wdl/wdl_fit.h
//
// Fits the model of win, draw and loss (eval/wdl.h) to the results of games: counts the results by score and material,
// and finds the four numbers with maximum likelihood.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "eval/score.h"
#include "eval/wdl.h"
#include "games/archive/game_record.h"

namespace zugwerk::learning {

class WdlSample {
 public:
  WdlSample();

  /// A position of a game with this result; score and result from the same point of view. Counted once for each side,
  /// so that the sample is as symmetric as the model. Not for proven scores.
  void add(eval::Score score, int material, games::GameResult result);

  [[nodiscard]] std::uint64_t size() const { return size_; }

  /// The mean of -ln(chance that the model gave to the actual result).
  [[nodiscard]] double loss(const eval::WdlModel& model) const;

  struct Range {
    std::uint64_t positions = 0;
    std::array<double, 3> observed{};   // shares of loss, draw, win
    std::array<double, 3> predicted{};  // the model's shares for the same positions
  };
  /// Positions with scores from `first` up to but not including `last`, with the actual shares and those of the model.
  [[nodiscard]] Range compare(const eval::WdlModel& model, int first, int last) const;

 private:
  friend eval::WdlModel fit_wdl(const WdlSample& sample, const eval::WdlModel& start);

  /// Positions that the model cannot tell apart: scores in steps, every count of material.
  struct Cell {
    double score = 0;
    int material = 0;
    std::array<std::uint64_t, 3> results{};  // losses, draws, wins
  };

  std::vector<Cell> cells_;
  std::uint64_t size_ = 0;
};

/// The most likely model, searched from `start`. The sample must not be empty.
[[nodiscard]] eval::WdlModel fit_wdl(const WdlSample& sample, const eval::WdlModel& start);

}  // namespace zugwerk::learning
