// learning/network/training_run.h
//
// The training of one network from its first batch to its last: how often all positions are seen, with which rates, and
// which of the networks on the way was best on the games that were held out. A run can be stopped behind any batch and
// resumed as if nothing had happened. Files of runs are training_checkpoint.h's.

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
  int epochs = 10;             // ways through all positions
  std::size_t batch = 16'384;  // positions of a step, or a little less, so that an epoch has no rest
  double learning_rate = 0.001;
  double final_rate = 0.01;  // what the cosine leaves of the learning rate at the end
  int warm_up = 200;         // steps during which the rate rises
  double decay = 0.01;       // of weights, times the rate, each step
  double lambda = 0.3;       // share of the result in the target, where a position has a score too
  double horizon = 0;        // plies that scores look ahead
  double scale = 1.1;        // of the curve from centipawns to expected results
  double hold_out = 0.05;    // share of games that only judge
  Judged judged = Judged::Rounded;
  std::uint64_t seed = 1;  // of the first network, what is held out, and every order
  std::string start;       // name of the network that another run learned before; empty: a random one
  games::PositionFilter filter;

  bool operator==(const TrainingOptions&) const = default;
};

/// The first of the options that no run can have, if there is one.
[[nodiscard]] std::optional<base::Error> find_fault(const TrainingOptions& options);

struct EpochLoss {
  int epoch = 0;          // counted from 1
  double loss = 0;        // of the positions learned from, as they were met
  MeasuredLoss held_out;  // after the epoch; zero if nothing is held out
  double rate = 0;        // of the last step

  bool operator==(const EpochLoss&) const = default;
};

/// Everything that a run depends on besides its positions.
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
/// The same from the best network of an earlier run, whose shape the new one takes.
[[nodiscard]] TrainingState begin_training(const TrainingSet& set, TrainingOptions options,
                                           std::vector<std::string> files, const FloatNetwork& start);

class TrainingRun {
 public:
  /// Goes on, or begins. The set must outlive it. A state that belongs to other positions is an error.
  [[nodiscard]] static base::Expected<std::unique_ptr<TrainingRun>> resume(TrainingSet& set, TrainingState state,
                                                                           int threads);

  [[nodiscard]] bool is_done() const { return steps() == total_steps(); }
  /// Learns from one batch; an epoch that ends with it is measured and returned. Fails if a scratch file does.
  [[nodiscard]] base::Expected<std::optional<EpochLoss>> step();

  [[nodiscard]] std::uint64_t steps() const { return trainer_.state().steps; }
  [[nodiscard]] std::uint64_t steps_of_epoch() const { return steps_of_epoch_; }
  [[nodiscard]] std::uint64_t total_steps() const {
    return steps_of_epoch_ * static_cast<std::uint64_t>(state_.options.epochs);
  }
  /// Of the current epoch so far, or of the last one if none has begun.
  [[nodiscard]] double current_loss() const;
  /// Positions learned from in all steps so far, each as often as it was seen.
  [[nodiscard]] std::uint64_t positions_seen() const;

  /// All but the network on its way, which is a copy away.
  [[nodiscard]] const std::vector<EpochLoss>& history() const { return state_.history; }
  [[nodiscard]] const TrainingOptions& options() const { return state_.options; }
  [[nodiscard]] int best_epoch() const { return state_.best_epoch; }
  [[nodiscard]] const FloatNetwork& best() const { return state_.best; }
  [[nodiscard]] TrainingState state() const;

  /// The rate of a step, counted from 0, out of so many.
  [[nodiscard]] static double rate_of(const TrainingOptions& options, std::uint64_t step, std::uint64_t total);

 private:
  TrainingRun(TrainingSet& set, TrainingState state, int threads);

  /// Where in its epoch a step begins: epochs are cut evenly.
  [[nodiscard]] std::size_t begin_of(std::uint64_t step_of_epoch) const;
  [[nodiscard]] EpochLoss end_epoch(double rate);

  TrainingSet& set_;
  TrainingState state_;  // but for what the trainer has
  NetworkTrainer trainer_;
  std::uint64_t steps_of_epoch_;
  std::optional<ShuffledEpoch> order_;
  std::vector<TrainingSample> batch_;
};

}  // namespace zugwerk::learning
