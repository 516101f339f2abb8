// learning/network/float_network.h
//
// A network in floats, as training moves it, and its way to whole numbers. Bounds on all parameters see to it that no
// network which comes out of here can overflow in the player (nnue/net_file.h says how it could). How it learns is
// network_trainer.h's.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "base/memory.h"
#include "learning/kernels/train_kernels.h"
#include "learning/network/network_shape.h"
#include "learning/network/training_sample.h"
#include "nnue/architecture.h"
#include "nnue/net_file.h"

namespace zugwerk::learning {

// Bounds of the parameters, where 1.0 is an activation of one. A neuron adds at most one weight for each piece and its
// bias, and all of them may be at the bound.
inline constexpr int kMostFeatureNumber = INT16_MAX / (static_cast<int>(nnue::kMostPieces) + 1);
inline constexpr float kMostFeatureWeight = static_cast<float>(kMostFeatureNumber) / nnue::kActivationScale;
inline constexpr float kMostOutputWeight = static_cast<float>(nnue::kMostOutputWeight) / nnue::kOutputScale;
/// Sixty-four pawns: far more than any position needs.
inline constexpr float kMostOutputBias = 16;
/// Of the |weights| of one bucket; rounding may add a half to each.
[[nodiscard]] constexpr double most_output_weight_sum(std::size_t width) {
  return (nnue::kMostOutputWeightSum - static_cast<double>(width)) / nnue::kOutputScale;
}

class FloatNetwork {
 public:
  /// All zero.
  explicit FloatNetwork(NetworkShape shape);
  /// Small numbers by chance, from which learning can start.
  [[nodiscard]] static FloatNetwork random(NetworkShape shape, std::uint64_t seed);
  /// A network of whole numbers as floats.
  [[nodiscard]] static FloatNetwork from(const nnue::Weights& weights);
  /// A wider network that says the same: the neurons it has more are random, and no output listens to them yet.
  [[nodiscard]] FloatNetwork widened(std::size_t width, std::uint64_t seed) const;

  [[nodiscard]] NetworkShape shape() const { return shape_; }
  [[nodiscard]] std::size_t tiles() const { return shape_.width / kTileWidth; }

  /// All parameters one behind the other, with zeros at the end up to a multiple of sixteen: by tile, then feature,
  /// then neuron of the tile; biases by neuron; output weights by bucket, then tile, then half (the side to move's
  /// first), then neuron of the tile; output biases by bucket.
  [[nodiscard]] std::span<float> parameters() { return parameters_; }
  [[nodiscard]] std::span<const float> parameters() const { return parameters_; }

  // Where in the parameters each kind begins; the end of one is the begin of the next.
  [[nodiscard]] std::size_t biases_begin() const { return nnue::kFeatureCount * shape_.width; }
  [[nodiscard]] std::size_t output_begin() const { return biases_begin() + shape_.width; }
  [[nodiscard]] std::size_t output_biases_begin() const { return output_begin() + 2 * shape_.width * shape_.buckets; }
  [[nodiscard]] static std::size_t parameter_count(NetworkShape shape);

  // Where one of them is.
  [[nodiscard]] std::size_t feature_weight(std::size_t feature, std::size_t neuron) const;
  [[nodiscard]] std::size_t feature_bias(std::size_t neuron) const { return biases_begin() + neuron; }
  /// `half` is 0 for the side to move, 1 for the other.
  [[nodiscard]] std::size_t output_weight(std::size_t bucket, std::size_t half, std::size_t neuron) const;
  [[nodiscard]] std::size_t output_bias(std::size_t bucket) const { return output_biases_begin() + bucket; }

  /// The output for the side to move, 1.0 being nnue::kCentipawnScale; slowly and in doubles.
  [[nodiscard]] double evaluate(const TrainingSample& sample) const;

  /// Brings back within the bounds what is beyond them.
  void clip();
  /// The part of clip() that looks at sums: scales a bucket's output weights down if they add up to too much.
  void clip_output_sums();
  [[nodiscard]] bool is_finite() const;

  /// Rounded. Passes nnue::check() if within the bounds.
  [[nodiscard]] nnue::Weights quantised() const;
  /// Writes the parameters from `begin` to before `end` to the same places of `out`, each as the float that quantised()
  /// makes of it.
  void write_rounded(std::size_t begin, std::size_t end, std::span<float> out) const;

  bool operator==(const FloatNetwork&) const = default;

 private:
  NetworkShape shape_;
  base::CacheAlignedVector<float> parameters_;
};

}  // namespace zugwerk::learning
