// learning/tuner/tuner.h
//
// Texel's method: weights that make the evaluation of quiet positions predict how their games ended. First the scale of
// the curve from centipawns to expected results is fitted, once, so that a centipawn keeps its meaning; then all
// weights by Adam, in batches. Some games are held out, to know when to stop. A run can be stopped after any epoch and
// resumed; neither that nor the number of threads changes the result.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/block_workers.h"
#include "base/error.h"
#include "learning/tuner/tune_parameters.h"
#include "learning/tuner/tune_set.h"

namespace zugwerk::learning {

struct TunerOptions {
  double learning_rate = 1.0;  // the most centipawns that a weight moves in one step
  double decay = 0.95;         // factor of the learning rate per epoch
  std::size_t batch = 16'384;  // positions of a step
  double hold_out = 0.05;      // share of games that are not learned from
  double lambda = 0.7;         // share of the result in the target, where a position has a score too
  double prior_width = 30;  // centipawns that a weight may plausibly be off; weights without data stay. 0: no such pull
  int patience = 6;         // epochs without a better loss on the held-out games before it stops
  std::uint64_t seed = 1;

  bool operator==(const TunerOptions&) const = default;
};

/// Everything that a run depends on, except its positions.
struct TunerState {
  TunerOptions options;
  std::uint64_t data = 0;     // fingerprint of the positions
  double curve_scale = 1;     // K
  double error_variance = 0;  // loss of the initial weights, which scales the prior
  int epoch = 0;              // epochs done
  std::uint64_t steps = 0;    // of Adam
  Parameters start;
  Parameters now;
  std::vector<double> first_moments;
  std::vector<double> second_moments;
  int best_epoch = 0;
  double best_loss = 0;
  Parameters best;

  bool operator==(const TunerState&) const = default;
};

/// As JSON; reading it back gives an equal state.
[[nodiscard]] std::string to_text(const TunerState& state);
/// `name` is the name of the text in errors. Fails if the state is for a different set of weights.
[[nodiscard]] base::Expected<TunerState> parse_tuner_state(std::string_view text, const std::string& name);

struct EpochReport {
  int epoch = 0;
  double loss = 0;           // mean squared error of the training positions, measured during the epoch
  double held_out_loss = 0;  // after the epoch; that of all positions if none are held out
  double learning_rate = 0;
  bool is_best = false;
};

class Tuner {
 public:
  /// Starts with these weights. `set`, which the caller keeps alive, receives its targets and must not be empty.
  Tuner(TuneSet& set, const Parameters& start, const TunerOptions& options, int threads);
  /// Resumes a run. Fails if the state belongs to other positions.
  [[nodiscard]] static base::Expected<std::unique_ptr<Tuner>> resume(TuneSet& set, TunerState state, int threads);

  EpochReport run_epoch();
  /// Whether the held-out games say to stop.
  [[nodiscard]] bool is_exhausted() const { return state_.epoch - state_.best_epoch >= state_.options.patience; }

  [[nodiscard]] const TunerState& state() const { return state_; }
  /// The indices of the training positions and of the held-out ones.
  [[nodiscard]] const std::vector<std::uint32_t>& learned() const { return learned_; }
  [[nodiscard]] const std::vector<std::uint32_t>& held_out() const { return held_out_; }

  /// Mean squared error of the held-out positions, or of all if there are none.
  [[nodiscard]] double held_out_loss(const Parameters& parameters);
  /// Mean squared error of the training positions.
  [[nodiscard]] double learned_loss(const Parameters& parameters);

 private:
  Tuner(TuneSet& set, TunerState state, int threads);

  void divide();
  /// The scale that predicts results with the least error.
  [[nodiscard]] double fitted_scale(const Parameters& parameters);
  [[nodiscard]] double mean_error(const std::vector<std::uint32_t>& numbers, const Parameters& parameters);
  /// One step over a batch; returns its sum of squared errors.
  double step(std::span<const std::uint32_t> batch, double learning_rate);

  TuneSet& set_;
  base::BlockWorkers workers_;
  TunerState state_;
  eval::ResultCurve curve_;
  std::vector<double> units_;
  std::vector<std::uint32_t> learned_;
  std::vector<std::uint32_t> held_out_;
  std::size_t learned_games_ = 0;
  std::vector<std::vector<double>> gradients_;  // by block
};

}  // namespace zugwerk::learning
