// learning/tuner/tuner.cpp

#include "learning/tuner/tuner.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <unordered_set>
#include <utility>

#include "base/rng.h"

namespace zugwerk::learning {

namespace {

// Small enough that threads share a batch evenly. Sums are made block by block, so that they do not depend on the
// threads.
constexpr std::size_t kBlock = 1024;

// Adam's usual constants.
constexpr double kFirstMomentMemory = 0.9;
constexpr double kSecondMomentMemory = 0.999;
constexpr double kSmallest = 1e-8;

[[nodiscard]] std::size_t block_count(std::size_t size) { return (size + kBlock - 1) / kBlock; }

[[nodiscard]] std::span<const std::uint32_t> block_of(std::span<const std::uint32_t> numbers, std::size_t block) {
  const std::size_t from = block * kBlock;
  return numbers.subspan(from, std::min(kBlock, numbers.size() - from));
}

/// The minimum of a unimodal `function` between `low` and `high`, by golden-section search.
template <class Function>
[[nodiscard]] double lowest(double low, double high, Function function) {
  constexpr double kGolden = 0.6180339887498949;
  constexpr double kPrecision = 1e-6;
  double a = high - kGolden * (high - low);
  double b = low + kGolden * (high - low);
  double at_a = function(a);
  double at_b = function(b);
  while (high - low > kPrecision) {
    if (at_a < at_b) {
      high = b;
      b = std::exchange(a, high - kGolden * (high - low));
      at_b = std::exchange(at_a, function(a));
    } else {
      low = a;
      a = std::exchange(b, low + kGolden * (high - low));
      at_a = std::exchange(at_b, function(b));
    }
  }
  return (low + high) / 2;
}

/// A run before its first epoch, except for what needs the positions.
[[nodiscard]] TunerState begun(const TuneSet& set, const Parameters& start, const TunerOptions& options) {
  TunerState state;
  state.options = options;
  state.data = set.fingerprint();
  state.start = state.now = state.best = start;
  state.first_moments.assign(kParameterCount, 0);
  state.second_moments.assign(kParameterCount, 0);
  return state;
}

}  // namespace

Tuner::Tuner(TuneSet& set, TunerState state, int threads)
    : set_(set), workers_(threads), state_(std::move(state)), curve_(state_.curve_scale), units_(parameter_units()) {
  divide();
}

Tuner::Tuner(TuneSet& set, const Parameters& start, const TunerOptions& options, int threads)
    : Tuner(set, begun(set, start, options), threads) {
  set_.set_targets(1, curve_);
  state_.curve_scale = fitted_scale(start);
  curve_ = eval::ResultCurve(state_.curve_scale);
  set_.set_targets(options.lambda, curve_);
  state_.error_variance = learned_loss(start);
  state_.best_loss = held_out_loss(start);
}

base::Expected<std::unique_ptr<Tuner>> Tuner::resume(TuneSet& set, TunerState state, int threads) {
  if (state.data != set.fingerprint())
    return base::failure("the state belongs to other positions: give the same files, in the same order, read alike");
  std::unique_ptr<Tuner> tuner(new Tuner(set, std::move(state), threads));
  set.set_targets(tuner->state_.options.lambda, tuner->curve_);
  return tuner;
}

void Tuner::divide() {
  constexpr double kScale = 0x1p-64;
  for (std::size_t number = 0; number < set_.size(); ++number) {
    // Split by game, since the positions of one game share its result.
    std::uint64_t dice = state_.options.seed * 0x9E3779B97F4A7C15 + set_.label(number).game;
    const bool is_out = static_cast<double>(base::split_mix(dice)) * kScale < state_.options.hold_out;
    (is_out ? held_out_ : learned_).push_back(static_cast<std::uint32_t>(number));
  }
  // A handful of games may all fall on one side.
  if (learned_.empty()) learned_.swap(held_out_);
  std::unordered_set<std::uint32_t> games;
  for (const std::uint32_t number : learned_) games.insert(set_.label(number).game);
  learned_games_ = games.size();
}

double Tuner::fitted_scale(const Parameters& parameters) {
  std::vector<double> values(set_.size());
  workers_.run(block_count(set_.size()), [&](std::size_t block) {
    for (std::size_t i = block * kBlock; i < std::min(set_.size(), (block + 1) * kBlock); ++i)
      values[i] = set_.value(i, parameters);
  });
  std::vector<double> errors(block_count(set_.size()));
  constexpr double kLeastScale = 0.01;
  constexpr double kMostScale = 10;
  return lowest(kLeastScale, kMostScale, [&](double scale) {
    const eval::ResultCurve curve(scale);
    workers_.run(errors.size(), [&](std::size_t block) {
      double total = 0;
      for (std::size_t i = block * kBlock; i < std::min(set_.size(), (block + 1) * kBlock); ++i) {
        const double error = curve.expected(values[i]) - set_.target(i);
        total += error * error;
      }
      errors[block] = total;
    });
    return std::accumulate(errors.begin(), errors.end(), 0.0);
  });
}

double Tuner::mean_error(const std::vector<std::uint32_t>& numbers, const Parameters& parameters) {
  std::vector<double> errors(block_count(numbers.size()));
  workers_.run(errors.size(), [&](std::size_t block) {
    errors[block] = set_.squared_error(block_of(numbers, block), parameters, curve_);
  });
  return std::accumulate(errors.begin(), errors.end(), 0.0) / static_cast<double>(numbers.size());
}

double Tuner::held_out_loss(const Parameters& parameters) {
  return mean_error(held_out_.empty() ? learned_ : held_out_, parameters);
}

double Tuner::learned_loss(const Parameters& parameters) { return mean_error(learned_, parameters); }

double Tuner::step(std::span<const std::uint32_t> batch, double learning_rate) {
  const std::size_t blocks = block_count(batch.size());
  if (gradients_.size() < blocks) gradients_.resize(blocks, std::vector<double>(kParameterCount));
  std::vector<double> errors(blocks);
  workers_.run(blocks, [&](std::size_t block) {
    std::vector<double>& gradient = gradients_[block];
    std::fill(gradient.begin(), gradient.end(), 0.0);
    errors[block] = set_.add_gradient(block_of(batch, block), state_.now, curve_, gradient);
  });

  // The prior is a normal distribution around the initial weights, which adds a penalty to the mean error. A game is
  // one observation, however many positions it has: they share its result.
  const TunerOptions& options = state_.options;
  const double pull = options.prior_width > 0 ? 2 * state_.error_variance / static_cast<double>(learned_games_) /
                                                    (options.prior_width * options.prior_width)
                                              : 0;
  const auto steps = static_cast<double>(++state_.steps);
  const double first_share = 1 - std::pow(kFirstMomentMemory, steps);
  const double second_share = 1 - std::pow(kSecondMomentMemory, steps);
  for (std::size_t i = 0; i < kParameterCount; ++i) {
    double sum = 0;
    for (std::size_t block = 0; block < blocks; ++block) sum += gradients_[block][i];
    // In units of the parameter, so that one learning rate serves all.
    const double moved = (state_.now[i] - state_.start[i]) / units_[i];
    const double slope = units_[i] * sum / static_cast<double>(batch.size()) + pull * moved;
    double& first = state_.first_moments[i];
    double& second = state_.second_moments[i];
    first = kFirstMomentMemory * first + (1 - kFirstMomentMemory) * slope;
    second = kSecondMomentMemory * second + (1 - kSecondMomentMemory) * slope * slope;
    const double direction = first / first_share / (std::sqrt(second / second_share) + kSmallest);
    state_.now[i] -= learning_rate * units_[i] * direction;
  }
  return std::accumulate(errors.begin(), errors.end(), 0.0);
}

EpochReport Tuner::run_epoch() {
  EpochReport report;
  report.epoch = ++state_.epoch;
  report.learning_rate = state_.options.learning_rate * std::pow(state_.options.decay, state_.epoch - 1);

  // The order of each epoch depends on its number, so that a resumed run takes the same steps.
  std::vector<std::uint32_t> order = learned_;
  base::Rng rng(state_.options.seed + (static_cast<std::uint64_t>(state_.epoch) << 32));
  for (std::size_t left = order.size(); left > 1; --left)
    std::swap(order[left - 1], order[rng.below(static_cast<std::uint32_t>(left))]);

  double total = 0;
  const std::span<const std::uint32_t> all(order);
  for (std::size_t from = 0; from < all.size(); from += state_.options.batch)
    total += step(all.subspan(from, std::min(state_.options.batch, all.size() - from)), report.learning_rate);
  report.loss = total / static_cast<double>(order.size());
  report.held_out_loss = held_out_loss(state_.now);
  if (report.held_out_loss < state_.best_loss) {
    report.is_best = true;
    state_.best_loss = report.held_out_loss;
    state_.best_epoch = state_.epoch;
    state_.best = state_.now;
  }
  return report;
}

}  // namespace zugwerk::learning
