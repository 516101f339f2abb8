// tests/support/random_network.h
//
// Networks of random numbers, the same on every machine, for tests and benchmarks that do not depend on playing
// strength.

#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>

#include "base/rng.h"
#include "nnue/network.h"

namespace zugwerk::test {

/// Numbers of about the size that training yields: accumulators lie on both sides of both ends of the activation, and
/// outputs within some pawns.
[[nodiscard]] inline nnue::Weights random_weights(std::size_t width, std::size_t buckets, std::uint64_t seed) {
  base::Rng rng(seed);
  const auto within = [&](int bound) {
    return static_cast<int>(rng.below(static_cast<std::uint32_t>(2 * bound + 1))) - bound;
  };
  constexpr int kFeatureWeight = 100;
  constexpr int kBias = 200;
  constexpr int kOutputBias = 3000;
  constexpr int kOutputWeights = 16'000;  // their sum, half of what is allowed
  const int output_weight = std::min(nnue::kMostOutputWeight, kOutputWeights / static_cast<int>(width));
  nnue::Weights weights(width, buckets);
  for (auto& value : weights.feature_weights) value = static_cast<std::int16_t>(within(kFeatureWeight));
  for (auto& value : weights.feature_biases) value = static_cast<std::int16_t>(within(kBias));
  for (auto& value : weights.output_weights) value = static_cast<std::int16_t>(within(output_weight));
  for (auto& value : weights.output_biases) value = within(kOutputBias);
  return weights;
}

[[nodiscard]] inline std::shared_ptr<const nnue::Network> random_network(
    std::size_t width, std::size_t buckets, std::uint64_t seed, const nnue::Kernels& kernels = nnue::best_kernels()) {
  return std::make_shared<const nnue::Network>(random_weights(width, buckets, seed), kernels);
}

}  // namespace zugwerk::test
