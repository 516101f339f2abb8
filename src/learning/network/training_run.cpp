// learning/network/training_run.cpp

#include "learning/network/training_run.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "base/format.h"
#include "nnue/net_file.h"

namespace zugwerk::learning {

std::optional<base::Error> find_fault(const TrainingOptions& options) {
  const auto [width, buckets] = options.shape;
  if (width == 0 || width > nnue::kMostWidth || width % kTileWidth != 0)
    return base::Error{base::format("width {} is not a multiple of {} up to {}", width, kTileWidth, nnue::kMostWidth)};
  if (!nnue::is_bucket_count(buckets))
    return base::Error{base::format("{} output buckets, neither 1 nor {}", buckets, nnue::kMostBuckets)};
  if (options.epochs < 1) return base::Error{base::format("{} epochs, less than one", options.epochs)};
  if (options.batch < 1) return base::Error{"a batch of no positions"};
  if (!(options.learning_rate > 0)) return base::Error{"a learning rate that is not above zero"};
  if (!(options.horizon >= 0)) return base::Error{"a horizon that is not at or above zero"};
  if (!(options.scale > 0)) return base::Error{"a scale that is not above zero"};
  return std::nullopt;
}

TrainingState begin_training(const TrainingSet& set, const TrainingOptions& options, std::vector<std::string> files) {
  const FloatNetwork start = FloatNetwork::random(options.shape, options.seed);
  return {options, std::move(files), set.fingerprint(), LearningState(start), 0, {}, 0, start};
}

TrainingState begin_training(const TrainingSet& set, TrainingOptions options, std::vector<std::string> files,
                             const FloatNetwork& start) {
  options.shape = start.shape();
  options.start = nnue::name_of(nnue::hash_of(start.quantised()));
  return {std::move(options), std::move(files), set.fingerprint(), LearningState(start), 0, {}, 0, start};
}

TrainingRun::TrainingRun(TrainingSet& set, TrainingState state, int threads)
    : set_(set),
      state_(std::move(state)),
      trainer_(std::move(state_.learning), TrainingTarget(state_.options.lambda, state_.options.scale),
               state_.options.judged, threads),
      steps_of_epoch_((set.size() + state_.options.batch - 1) / state_.options.batch) {}

base::Expected<std::unique_ptr<TrainingRun>> TrainingRun::resume(TrainingSet& set, TrainingState state, int threads) {
  if (state.data != set.fingerprint())
    return base::failure("the run belongs to other positions: give the same files, unchanged and in the same order");
  std::unique_ptr<TrainingRun> run(new TrainingRun(set, std::move(state), threads));
  if (run->steps() > run->total_steps()) return base::failure("the run has more steps than its options allow");
  return run;
}

double TrainingRun::rate_of(const TrainingOptions& options, std::uint64_t step, std::uint64_t total) {
  const auto warm_up = static_cast<std::uint64_t>(options.warm_up);
  if (step < warm_up) return options.learning_rate * static_cast<double>(step + 1) / static_cast<double>(warm_up + 1);
  const double way = static_cast<double>(step - warm_up) / static_cast<double>(std::max(total, warm_up + 1) - warm_up);
  const double share = (1 + std::cos(std::numbers::pi * way)) / 2;
  return options.learning_rate * (options.final_rate + (1 - options.final_rate) * share);
}

std::size_t TrainingRun::begin_of(std::uint64_t step_of_epoch) const {
  const std::uint64_t small = set_.size() / steps_of_epoch_;
  return small * step_of_epoch + std::min(step_of_epoch, set_.size() % steps_of_epoch_);
}

double TrainingRun::current_loss() const {
  const std::size_t seen = begin_of(steps() % steps_of_epoch_);
  if (seen > 0) return state_.loss_so_far / static_cast<double>(seen);
  return state_.history.empty() ? 0 : state_.history.back().loss;
}

std::uint64_t TrainingRun::positions_seen() const {
  return steps() / steps_of_epoch_ * set_.size() + begin_of(steps() % steps_of_epoch_);
}

TrainingState TrainingRun::state() const {
  TrainingState state = state_;
  state.learning = trainer_.state();
  return state;
}

base::Expected<std::optional<EpochLoss>> TrainingRun::step() {
  const std::uint64_t step_of_epoch = steps() % steps_of_epoch_;
  const std::size_t from = begin_of(step_of_epoch);
  const std::size_t to = begin_of(step_of_epoch + 1);
  if (!order_) {
    auto order = ShuffledEpoch::begin(set_, state_.options.seed, static_cast<int>(steps() / steps_of_epoch_), from);
    if (!order) return tl::unexpected(order.error());
    order_.emplace(*std::move(order));
  }
  batch_.resize(to - from);
  if (auto filled = order_->next(batch_); !filled) return tl::unexpected(filled.error());
  const double rate = rate_of(state_.options, steps(), total_steps());
  state_.loss_so_far += trainer_.step(batch_, rate, state_.options.decay) * static_cast<double>(batch_.size());
  if (to < set_.size()) return std::nullopt;
  return end_epoch(rate);
}

EpochLoss TrainingRun::end_epoch(double rate) {
  order_.reset();
  EpochLoss report;
  report.epoch = static_cast<int>(steps() / steps_of_epoch_);
  report.loss = std::exchange(state_.loss_so_far, 0) / static_cast<double>(set_.size());
  report.rate = rate;
  if (!set_.held_out().empty()) report.held_out = trainer_.measure(set_.held_out());
  // If nothing is held out, the last one is the best.
  const bool is_best =
      state_.best_epoch == 0 || set_.held_out().empty() ||
      report.held_out.target < state_.history[static_cast<std::size_t>(state_.best_epoch) - 1].held_out.target;
  if (is_best) {
    state_.best_epoch = report.epoch;
    state_.best = trainer_.state().network;
  }
  state_.history.push_back(report);
  return report;
}

}  // namespace zugwerk::learning
