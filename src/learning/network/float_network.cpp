// learning/network/float_network.cpp

#include "learning/network/float_network.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "base/uniform.h"
#include "chess/square.h"
#include "nnue/features.h"

namespace zugwerk::learning {

namespace {

constexpr std::size_t kPadding = 16;

constexpr float kActivation = nnue::kActivationScale;
constexpr float kOutput = nnue::kOutputScale;

/// The integer that a parameter is rounded to.
[[nodiscard]] float rounded(float value, float scale) { return std::nearbyint(value * scale); }

/// Whether the feature can occur: pawns are on six ranks only, and the own king always appears on files a to d.
[[nodiscard]] bool is_possible(std::size_t feature) {
  using namespace chess;
  const Square square = square_at(feature % kSquareCount);
  const bool is_own = feature < nnue::kFeatureCount / 2;
  const auto type = static_cast<PieceType>(feature / kSquareCount % kPieceTypeCount);
  if (type == PieceType::Pawn) return rank_of(square) != Rank::R1 && rank_of(square) != Rank::R8;
  return !is_own || type != PieceType::King || !nnue::is_mirrored(square);
}

}  // namespace

FloatNetwork::FloatNetwork(NetworkShape shape) : shape_(shape), parameters_(parameter_count(shape)) {}

std::size_t FloatNetwork::parameter_count(NetworkShape shape) {
  const std::size_t count =
      nnue::kFeatureCount * shape.width + shape.width + 2 * shape.width * shape.buckets + shape.buckets;
  return (count + kPadding - 1) / kPadding * kPadding;
}

FloatNetwork FloatNetwork::random(NetworkShape shape, std::uint64_t seed) {
  FloatNetwork network(shape);
  base::Rng rng(seed);
  const auto within = [&](double bound) { return static_cast<float>((2 * base::uniform(rng) - 1) * bound); };
  // The sum of some twenty features should cover the range where the activation has a slope.
  constexpr double kFeatureBound = 0.02;
  const double output_bound = 8 / std::sqrt(2 * static_cast<double>(shape.width));
  const std::span<float> all = network.parameters();
  for (std::size_t feature = 0; feature < nnue::kFeatureCount; ++feature)
    for (std::size_t neuron = 0; neuron < shape.width; ++neuron)
      all[network.feature_weight(feature, neuron)] = is_possible(feature) ? within(kFeatureBound) : 0;
  for (std::size_t neuron = 0; neuron < shape.width; ++neuron)
    all[network.feature_bias(neuron)] = within(kFeatureBound);
  // The same for all buckets, since none has learned anything yet.
  const std::size_t bucket_size = 2 * shape.width;
  for (std::size_t i = 0; i < bucket_size; ++i) {
    const float value = within(output_bound);
    for (std::size_t bucket = 0; bucket < shape.buckets; ++bucket)
      all[network.output_begin() + bucket * bucket_size + i] = value;
  }
  return network;
}

FloatNetwork FloatNetwork::from(const nnue::Weights& weights) {
  FloatNetwork network({weights.width, weights.buckets});
  const std::span<float> all = network.parameters();
  const auto activation = [](int value) { return static_cast<float>(value) / nnue::kActivationScale; };
  for (std::size_t neuron = 0; neuron < weights.width; ++neuron) {
    for (std::size_t feature = 0; feature < nnue::kFeatureCount; ++feature)
      all[network.feature_weight(feature, neuron)] =
          activation(weights.feature_weights[feature * weights.width + neuron]);
    all[network.feature_bias(neuron)] = activation(weights.feature_biases[neuron]);
  }
  for (std::size_t bucket = 0; bucket < weights.buckets; ++bucket) {
    for (std::size_t half = 0; half < 2; ++half)
      for (std::size_t neuron = 0; neuron < weights.width; ++neuron)
        all[network.output_weight(bucket, half, neuron)] =
            static_cast<float>(weights.output_weights[(bucket * 2 + half) * weights.width + neuron]) /
            nnue::kOutputScale;
    all[network.output_bias(bucket)] =
        static_cast<float>(weights.output_biases[bucket]) / (nnue::kActivationScale * nnue::kOutputScale);
  }
  return network;
}

FloatNetwork FloatNetwork::widened(std::size_t width, std::uint64_t seed) const {
  FloatNetwork network = random({width, shape_.buckets}, seed);
  const std::span<float> all = network.parameters();
  for (std::size_t neuron = 0; neuron < shape_.width; ++neuron) {
    for (std::size_t feature = 0; feature < nnue::kFeatureCount; ++feature)
      all[network.feature_weight(feature, neuron)] = parameters_[feature_weight(feature, neuron)];
    all[network.feature_bias(neuron)] = parameters_[feature_bias(neuron)];
  }
  for (std::size_t bucket = 0; bucket < shape_.buckets; ++bucket) {
    for (std::size_t half = 0; half < 2; ++half)
      for (std::size_t neuron = 0; neuron < width; ++neuron)
        all[network.output_weight(bucket, half, neuron)] =
            neuron < shape_.width ? parameters_[output_weight(bucket, half, neuron)] : 0;
    all[network.output_bias(bucket)] = parameters_[output_bias(bucket)];
  }
  return network;
}

std::size_t FloatNetwork::feature_weight(std::size_t feature, std::size_t neuron) const {
  return (neuron / kTileWidth * nnue::kFeatureCount + feature) * kTileWidth + neuron % kTileWidth;
}

std::size_t FloatNetwork::output_weight(std::size_t bucket, std::size_t half, std::size_t neuron) const {
  return output_begin() + bucket * 2 * shape_.width + neuron / kTileWidth * kTilePair + half * kTileWidth +
         neuron % kTileWidth;
}

double FloatNetwork::evaluate(const TrainingSample& sample) const {
  std::array<FeatureNumber, kFeaturePair> features{};
  const std::size_t count = write_features(sample, features.data(), features.data() + nnue::kMostPieces);
  const std::size_t bucket = nnue::bucket_of(count, shape_.buckets);
  double output = parameters_[output_bias(bucket)];
  std::vector<double> sums(shape_.width);
  for (std::size_t half = 0; half < 2; ++half) {
    for (std::size_t neuron = 0; neuron < shape_.width; ++neuron) sums[neuron] = parameters_[feature_bias(neuron)];
    for (std::size_t i = 0; i < count; ++i)
      for (std::size_t neuron = 0; neuron < shape_.width; ++neuron)
        sums[neuron] += parameters_[feature_weight(features[half * nnue::kMostPieces + i], neuron)];
    for (std::size_t neuron = 0; neuron < shape_.width; ++neuron) {
      const double activation = std::clamp(sums[neuron], 0.0, 1.0);
      output += parameters_[output_weight(bucket, half, neuron)] * activation * activation;
    }
  }
  return output;
}

void FloatNetwork::clip() {
  const auto keep_within = [&](std::size_t begin, std::size_t end, float bound) {
    for (std::size_t i = begin; i < end; ++i) parameters_[i] = std::clamp(parameters_[i], -bound, bound);
  };
  keep_within(0, output_begin(), kMostFeatureWeight);
  keep_within(output_begin(), output_biases_begin(), kMostOutputWeight);
  keep_within(output_biases_begin(), output_biases_begin() + shape_.buckets, kMostOutputBias);
  clip_output_sums();
}

void FloatNetwork::clip_output_sums() {
  const double most = most_output_weight_sum(shape_.width);
  const std::size_t bucket_size = 2 * shape_.width;
  // A little less, so that rounding the factor cannot matter.
  constexpr double kMargin = 0.9999;
  for (std::size_t bucket = 0; bucket < shape_.buckets; ++bucket) {
    const std::span<float> weights = parameters().subspan(output_begin() + bucket * bucket_size, bucket_size);
    double sum = 0;
    for (const float weight : weights) sum += std::abs(weight);
    if (sum <= most) continue;
    const auto factor = static_cast<float>(most / sum * kMargin);
    for (float& weight : weights) weight *= factor;
  }
}

bool FloatNetwork::is_finite() const {
  return std::all_of(parameters_.begin(), parameters_.end(), [](float value) { return std::isfinite(value); });
}

nnue::Weights FloatNetwork::quantised() const {
  nnue::Weights weights(shape_.width, shape_.buckets);
  for (std::size_t neuron = 0; neuron < shape_.width; ++neuron) {
    for (std::size_t feature = 0; feature < nnue::kFeatureCount; ++feature)
      weights.feature_weights[feature * shape_.width + neuron] =
          static_cast<std::int16_t>(rounded(parameters_[feature_weight(feature, neuron)], kActivation));
    weights.feature_biases[neuron] = static_cast<std::int16_t>(rounded(parameters_[feature_bias(neuron)], kActivation));
  }
  for (std::size_t bucket = 0; bucket < shape_.buckets; ++bucket) {
    for (std::size_t half = 0; half < 2; ++half)
      for (std::size_t neuron = 0; neuron < shape_.width; ++neuron)
        weights.output_weights[(bucket * 2 + half) * shape_.width + neuron] =
            static_cast<std::int16_t>(rounded(parameters_[output_weight(bucket, half, neuron)], kOutput));
    weights.output_biases[bucket] =
        static_cast<std::int32_t>(rounded(parameters_[output_bias(bucket)], kActivation * kOutput));
  }
  return weights;
}

void FloatNetwork::write_rounded(std::size_t begin, std::size_t end, std::span<float> out) const {
  const auto write = [&](std::size_t from, std::size_t to, float scale) {
    for (std::size_t i = std::max(from, begin); i < std::min(to, end); ++i)
      out[i] = rounded(parameters_[i], scale) / scale;
  };
  write(0, output_begin(), kActivation);
  write(output_begin(), output_biases_begin(), kOutput);
  write(output_biases_begin(), parameters_.size(), kActivation * kOutput);
}

}  // namespace zugwerk::learning
