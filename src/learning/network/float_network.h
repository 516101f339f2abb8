// learning/network/float_network.h
//
// The floating-point network that training updates, and its quantisation to integers. Bounds on all parameters ensure
// that no network produced here can overflow in the engine (nnue/net_file.h says how it could). For learning see
// network_trainer.h.

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
/// The sum of the |weights| of one bucket; rounding may add a half to each.
[[nodiscard]] constexpr double most_output_weight_sum(std::size_t width) {
  return (nnue::kMostOutputWeightSum - static_cast<double>(width)) / nnue::kOutputScale;
}

class FloatNetwork {
 public:
  /// All zero.
  explicit FloatNetwork(NetworkShape shape);
  /// Small random parameters to start learning from.
  [[nodiscard]] static FloatNetwork random(NetworkShape shape, std::uint64_t seed);
  /// A quantised network as floats.
  [[nodiscard]] static FloatNetwork from(const nnue::Weights& weights);
  /// A wider network with the same output: the added neurons are random, with output weights of zero.
  [[nodiscard]] FloatNetwork widened(std::size_t width, std::uint64_t seed) const;

  [[nodiscard]] NetworkShape shape() const { return shape_; }
  [[nodiscard]] std::size_t tiles() const { return shape_.width / kTileWidth; }

  /// All parameters in one array, padded with zeros to a multiple of sixteen: by tile, then feature, then neuron of the
  /// tile; biases by neuron; output weights by bucket, then tile, then half (the side to move's first), then neuron of
  /// the tile; output biases by bucket.
  [[nodiscard]] std::span<float> parameters() { return parameters_; }
  [[nodiscard]] std::span<const float> parameters() const { return parameters_; }

  // Where in the parameters each kind begins; each ends where the next begins.
  [[nodiscard]] std::size_t biases_begin() const { return nnue::kFeatureCount * shape_.width; }
  [[nodiscard]] std::size_t output_begin() const { return biases_begin() + shape_.width; }
  [[nodiscard]] std::size_t output_biases_begin() const { return output_begin() + 2 * shape_.width * shape_.buckets; }
  [[nodiscard]] static std::size_t parameter_count(NetworkShape shape);

  // The place of a single parameter.
  [[nodiscard]] std::size_t feature_weight(std::size_t feature, std::size_t neuron) const;
  [[nodiscard]] std::size_t feature_bias(std::size_t neuron) const { return biases_begin() + neuron; }
  /// `half` is 0 for the side to move, 1 for the opponent.
  [[nodiscard]] std::size_t output_weight(std::size_t bucket, std::size_t half, std::size_t neuron) const;
  [[nodiscard]] std::size_t output_bias(std::size_t bucket) const { return output_biases_begin() + bucket; }

  /// The output for the side to move, where 1.0 is nnue::kCentipawnScale; slow, in doubles.
  [[nodiscard]] double evaluate(const TrainingSample& sample) const;

  /// Clips all parameters to their bounds.
  void clip();
  /// The part of clip() that concerns sums: scales a bucket's output weights down if their sum is too large.
  void clip_output_sums();
  [[nodiscard]] bool is_finite() const;

  /// The rounded network. Passes nnue::check() if within the bounds.
  [[nodiscard]] nnue::Weights quantised() const;
  /// Writes the parameters [begin, end) to the same places of `out`, each as the float that corresponds to its value in
  /// quantised().
  void write_rounded(std::size_t begin, std::size_t end, std::span<float> out) const;

  bool operator==(const FloatNetwork&) const = default;

 private:
  NetworkShape shape_;
  base::CacheAlignedVector<float> parameters_;
};

}  // namespace zugwerk::learning
