// learning/network/training_run.h
//
// The training of one network from its first batch to its last: the number of epochs, the learning rates, and which
// network was best on the held-out games. A run can be stopped after any batch and resumed without changing the result.
// For files of runs see training_checkpoint.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "learning/network/network_trainer.h"
#include "learning/network/training_set.h"

namespace zugwerk::learning {

/// The recipe.
struct TrainingOptions {
  NetworkShape shape;
  int epochs = 10;             // passes through all positions
  std::size_t batch = 16'384;  // positions per step, or a little less, so that an epoch divides evenly
  double learning_rate = 0.001;
  double final_rate = 0.01;  // what the cosine leaves of the learning rate at the end
  int warm_up = 200;         // steps during which the rate rises
  double decay = 0.01;       // of weights, times the rate, each step
  double lambda = 0.3;       // share of the result in the target, where a position has a score too
  double horizon = 0;        // plies that scores look ahead
  double scale = 1.1;        // of the curve from centipawns to expected results
  double hold_out = 0.05;    // share of games that only judge
  Judged judged = Judged::Rounded;
  std::uint64_t seed = 1;  // of the initial network, the held-out games, and every order
  std::string start;       // name of the initial network, from another run; empty: a random one
  games::PositionFilter filter;

  bool operator==(const TrainingOptions&) const = default;
};

/// The first invalid option, if there is one.
[[nodiscard]] std::optional<base::Error> find_fault(const TrainingOptions& options);

struct EpochLoss {
  int epoch = 0;          // counted from 1
  double loss = 0;        // training loss, measured during the epoch
  MeasuredLoss held_out;  // after the epoch; zero if nothing is held out
  double rate = 0;        // of the last step

  bool operator==(const EpochLoss&) const = default;
};

/// Everything that a run depends on, except its positions.
struct TrainingState {
  TrainingOptions options;
  std::vector<std::string> files;  // where the positions were
  std::uint64_t data = 0;          // fingerprint of the positions
  LearningState learning;
  double loss_so_far = 0;  // of the current epoch: sum over positions
  std::vector<EpochLoss> history;
  int best_epoch = 0;  // 0: none is finished
  FloatNetwork best;

  bool operator==(const TrainingState&) const = default;
};

/// A run before its first step, from a random network.
[[nodiscard]] TrainingState begin_training(const TrainingSet& set, const TrainingOptions& options,
                                           std::vector<std::string> files);
/// The same from the best network of an earlier run, which determines the shape.
[[nodiscard]] TrainingState begin_training(const TrainingSet& set, TrainingOptions options,
                                           std::vector<std::string> files, const FloatNetwork& start);

class TrainingRun {
 public:
  /// Resumes or starts a run. The set must outlive it. Fails if the state belongs to other positions.
  [[nodiscard]] static base::Expected<std::unique_ptr<TrainingRun>> resume(TrainingSet& set, TrainingState state,
                                                                           int threads);

  [[nodiscard]] bool is_done() const { return steps() == total_steps(); }
  /// Learns from one batch; returns the measurements of the epoch if it ends. Fails if a scratch file fails.
  [[nodiscard]] base::Expected<std::optional<EpochLoss>> step();

  [[nodiscard]] std::uint64_t steps() const { return trainer_.state().steps; }
  [[nodiscard]] std::uint64_t steps_of_epoch() const { return steps_of_epoch_; }
  [[nodiscard]] std::uint64_t total_steps() const {
    return steps_of_epoch_ * static_cast<std::uint64_t>(state_.options.epochs);
  }
  /// The loss of the current epoch so far, or of the last one if none has begun.
  [[nodiscard]] double current_loss() const;
  /// Positions learned from in all steps so far, counting repetitions.
  [[nodiscard]] std::uint64_t positions_seen() const;

  /// The state without the network in training, which state() copies.
  [[nodiscard]] const std::vector<EpochLoss>& history() const { return state_.history; }
  [[nodiscard]] const TrainingOptions& options() const { return state_.options; }
  [[nodiscard]] int best_epoch() const { return state_.best_epoch; }
  [[nodiscard]] const FloatNetwork& best() const { return state_.best; }
  [[nodiscard]] TrainingState state() const;

  /// The learning rate of a step, counted from 0, out of this many.
  [[nodiscard]] static double rate_of(const TrainingOptions& options, std::uint64_t step, std::uint64_t total);

 private:
  TrainingRun(TrainingSet& set, TrainingState state, int threads);

  /// Where in its epoch a step begins: epochs are divided evenly.
  [[nodiscard]] std::size_t begin_of(std::uint64_t step_of_epoch) const;
  [[nodiscard]] EpochLoss end_epoch(double rate);

  TrainingSet& set_;
  TrainingState state_;  // except for what the trainer has
  NetworkTrainer trainer_;
  std::uint64_t steps_of_epoch_;
  std::optional<ShuffledEpoch> order_;
  std::vector<TrainingSample> batch_;
};

}  // namespace zugwerk::learning
