// learning/network/network_trainer.h
//
// One step of learning after the other: the loss of a batch of positions, its derivative by every parameter, and
// AdamW's step against it. Positions are worked on in blocks, gradients in tiles, each sum in one fixed order; so the
// number of threads changes nothing. Which batches come, and with which rates, is training_run.h's.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/block_workers.h"
#include "base/memory.h"
#include "eval/result_curve.h"
#include "learning/kernels/train_kernels.h"
#include "learning/network/float_network.h"
#include "learning/network/training_sample.h"

namespace zugwerk::learning {

/// What a position's output is compared with. Both sides are expected results: the output and the score go through the
/// same curve.
class TrainingTarget {
 public:
  /// `scale` as eval::ResultCurve has it; `lambda` of the target is the game's result, the rest the score's.
  /// Without a score the result is all.
  TrainingTarget(double lambda, double scale) : lambda_(lambda), curve_(scale) {}

  [[nodiscard]] double of(const TrainingSample& sample) const;
  /// What the curve makes of an output of the network.
  [[nodiscard]] double expected(double output) const { return curve_.expected(output * nnue::kCentipawnScale); }
  [[nodiscard]] double expected(const TrainingSample& scored) const { return curve_.expected(scored.score); }
  /// The derivative of the squared error by the output.
  [[nodiscard]] double slope(double expected, double target) const {
    return 2 * (expected - target) * curve_.slope(expected) * nnue::kCentipawnScale;
  }

 private:
  double lambda_;
  eval::ResultCurve curve_;
};

/// A network on its way: everything that the next step depends on.
struct LearningState {
  /// Begins to learn.
  explicit LearningState(FloatNetwork start);

  FloatNetwork network;
  base::CacheAlignedVector<float> first_moments;
  base::CacheAlignedVector<float> second_moments;
  std::uint64_t steps = 0;

  bool operator==(const LearningState&) const = default;
};

/// Mean squared errors.
struct MeasuredLoss {
  double target = 0;   // what is learned
  double results = 0;  // against the results alone
  double scores = 0;   // against the scores alone, of positions that have one

  bool operator==(const MeasuredLoss&) const = default;
};

/// With which numbers a network is judged while it learns.
enum class Judged : std::uint8_t {
  AsItIs,
  /// As the player will see it. Its errors teach the floats behind, which so learn to make up for rounding.
  Rounded,
};

class NetworkTrainer {
 public:
  NetworkTrainer(LearningState state, TrainingTarget target, Judged judged, int threads,
                 const TrainKernels& kernels = best_train_kernels());

  /// Learns from a batch, not empty; returns the mean squared error that it had before. `decay` is the share of a
  /// weight that a rate of one would take away.
  double step(std::span<const TrainingSample> batch, double rate, double decay);

  /// Of any number of positions, above none.
  [[nodiscard]] MeasuredLoss measure(std::span<const TrainingSample> samples);

  /// The mean squared error of a batch; its derivatives, laid out as the parameters are, are in gradient().
  double compute_gradient(std::span<const TrainingSample> batch);
  [[nodiscard]] std::span<const float> gradient() const { return gradient_; }

  [[nodiscard]] const LearningState& state() const { return state_; }

  /// Multiplications with additions for one position with so many pieces, additions of the first layer counted as such.
  [[nodiscard]] static double work_of_position(NetworkShape shape, double pieces);

 private:
  /// Positions that one thread works on at a time. Their derivatives of one tile fit into a core's second cache.
  static constexpr std::size_t kBlock = 512;
  static_assert(2 * kBlock <= UINT16_MAX);

  /// What is known about one block between the way there and the way back.
  struct Block {
    std::span<const TrainingSample> samples;
    std::vector<FeatureNumber> features;       // kFeaturePair for each position
    std::vector<std::uint8_t> counts;          // how many of each half are used
    std::vector<std::uint32_t> starts;         // by feature: its first row
    std::vector<std::uint16_t> rows;           // twice the position's number, and one more for the other side
    base::CacheAlignedVector<float> sums;      // by tile, then position; then derivatives
    base::CacheAlignedVector<float> gradient;  // of all but the first layer's weights
    MeasuredLoss loss;                         // sums
    std::size_t scored = 0;
  };

  /// Divides the samples into waves of blocks, calls `forward` on each block (by all threads), then `after_wave`.
  template <class Forward, class AfterWave>
  void for_each_wave(std::span<const TrainingSample> samples, Forward forward, AfterWave after_wave);
  void find_features(Block& block) const;
  void find_rows(Block& block) const;
  /// From samples to outputs and their loss; with `learn` also to derivatives, divided by `count`.
  void go_forward(Block& block, bool learn, double count) const;
  void add_wave_gradients(std::size_t blocks);
  void move_parameters(double rate, double decay);
  void round_parameters();
  /// What outputs are computed with.
  [[nodiscard]] const float* judged_parameters() const {
    return rounded_.empty() ? state_.network.parameters().data() : rounded_.data();
  }

  LearningState state_;
  TrainingTarget target_;
  const TrainKernels* kernels_;
  base::BlockWorkers workers_;
  std::size_t threads_;
  std::vector<Block> blocks_;  // of a wave
  base::CacheAlignedVector<float> gradient_;
  base::CacheAlignedVector<float> rounded_;  // the parameters; empty if they are judged as they are
};

}  // namespace zugwerk::learning
