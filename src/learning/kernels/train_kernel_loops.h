// learning/kernels/train_kernel_loops.h
//
// The loops of training kernels, written once over the few operations that each instruction set provides:
//
//   Vector                    a register of floats that knows + - * /
//   kLanes                    floats in it; a divisor of 16
//   load store all            from and to memory; the same float in every lane
//   least most root           lane by lane
//   where_below(a, b, value)  value where a < b, zero elsewhere
//   total                     of all lanes
//
// As in nnue/kernel_loops.h the operations live in unnamed namespaces, so that no linker mixes code that was compiled
// for different processors; for the same reason nothing inline from other headers is called here.

#pragma once

#include <cstddef>
#include <cstdint>

#include "learning/kernels/train_kernels.h"

namespace zugwerk::learning {

template <class Operations>
struct TrainKernelLoops {
  using Vector = typename Operations::Vector;
  static constexpr std::size_t kLanes = Operations::kLanes;
  static constexpr std::size_t kTileVectors = kTileWidth / kLanes;
  static constexpr std::size_t kPairVectors = kTilePair / kLanes;

  static Vector load(const float* from) { return Operations::load(from); }

  static void add_features(const float* weights, const float* biases, const std::uint16_t* features,
                           const std::uint8_t* counts, std::size_t positions, float* sums) {
    Vector bias[kTileVectors];
    for (std::size_t i = 0; i < kTileVectors; ++i) bias[i] = load(biases + i * kLanes);
    for (std::size_t position = 0; position < positions; ++position) {
      const std::size_t count = counts[position];
      for (std::size_t side = 0; side < 2; ++side) {
        const std::uint16_t* const numbers = features + position * kFeaturePair + side * nnue::kMostPieces;
        Vector sum[kTileVectors];
        for (std::size_t i = 0; i < kTileVectors; ++i) sum[i] = bias[i];
        for (std::size_t at = 0; at < count; ++at) {
          const float* const row = weights + numbers[at] * kTileWidth;
          for (std::size_t i = 0; i < kTileVectors; ++i) sum[i] = sum[i] + load(row + i * kLanes);
        }
        float* const out = sums + position * kTilePair + side * kTileWidth;
        for (std::size_t i = 0; i < kTileVectors; ++i) Operations::store(out + i * kLanes, sum[i]);
      }
    }
  }

  static float output(const float* sums, std::size_t stride, std::size_t tiles, const float* weights) {
    // Independent sums, to hide the latency of additions.
    constexpr std::size_t kChains = 4;
    Vector total[kChains];
    for (auto& chain : total) chain = Operations::all(0);
    for (std::size_t tile = 0; tile < tiles; ++tile) {
      const float* const in = sums + tile * stride;
      const float* const weight = weights + tile * kTilePair;
      for (std::size_t i = 0; i < kPairVectors; ++i) {
        const Vector activation = clamped(load(in + i * kLanes));
        total[i % kChains] = total[i % kChains] + activation * activation * load(weight + i * kLanes);
      }
    }
    return Operations::total((total[0] + total[1]) + (total[2] + total[3]));
  }

  static void go_back(float* sums, std::size_t stride, std::size_t tiles, const float* weights, float slope,
                      float* weight_gradient, float* bias_gradient) {
    const Vector slopes = Operations::all(slope);
    const Vector two_slopes = Operations::all(2 * slope);
    const Vector one = Operations::all(1);
    for (std::size_t tile = 0; tile < tiles; ++tile) {
      float* const in = sums + tile * stride;
      const float* const weight = weights + tile * kTilePair;
      float* const by_weight = weight_gradient + tile * kTilePair;
      float* const by_bias = bias_gradient + tile * kTileWidth;
      for (std::size_t i = 0; i < kTileVectors; ++i) {
        Vector bias = load(by_bias + i * kLanes);
        for (std::size_t side = 0; side < 2; ++side) {
          const std::size_t at = side * kTileWidth + i * kLanes;
          const Vector sum = load(in + at);
          const Vector activation = clamped(sum);
          Operations::store(by_weight + at, load(by_weight + at) + slopes * (activation * activation));
          // Below zero the activation is zero; above one its slope is.
          const Vector derivative = Operations::where_below(sum, one, two_slopes * (load(weight + at) * activation));
          Operations::store(in + at, derivative);
          bias = bias + derivative;
        }
        Operations::store(by_bias + i * kLanes, bias);
      }
    }
  }

  static void add_gradients(float* gradient, const std::uint32_t* starts, const std::uint16_t* rows,
                            const float* derivatives, std::size_t first, std::size_t last) {
    for (std::size_t feature = first; feature < last; ++feature) {
      const std::uint32_t end = starts[feature + 1];
      if (starts[feature] == end) continue;
      float* const out = gradient + feature * kTileWidth;
      Vector sum[kTileVectors];
      for (std::size_t i = 0; i < kTileVectors; ++i) sum[i] = load(out + i * kLanes);
      for (std::uint32_t at = starts[feature]; at < end; ++at) {
        const float* const row = derivatives + rows[at] * kTileWidth;
        for (std::size_t i = 0; i < kTileVectors; ++i) sum[i] = sum[i] + load(row + i * kLanes);
      }
      for (std::size_t i = 0; i < kTileVectors; ++i) Operations::store(out + i * kLanes, sum[i]);
    }
  }

  static void adam(float* parameters, float* first_moments, float* second_moments, const float* gradient,
                   std::size_t count, const AdamStep& step) {
    const Vector first_memory = Operations::all(kFirstMemory);
    const Vector first_news = Operations::all(1 - kFirstMemory);
    const Vector second_memory = Operations::all(kSecondMemory);
    const Vector second_news = Operations::all(1 - kSecondMemory);
    const Vector epsilon = Operations::all(kAdamEpsilon);
    const Vector rate = Operations::all(step.rate);
    const Vector second_scale = Operations::all(step.second_scale);
    const Vector keep = Operations::all(step.keep);
    const Vector high = Operations::all(step.bound);
    const Vector low = Operations::all(-step.bound);
    for (std::size_t i = 0; i < count; i += kLanes) {
      const Vector slope = load(gradient + i);
      const Vector first = first_memory * load(first_moments + i) + first_news * slope;
      const Vector second = second_memory * load(second_moments + i) + second_news * (slope * slope);
      const Vector way = rate * first / (Operations::root(second * second_scale) + epsilon);
      const Vector moved = keep * load(parameters + i) - way;
      Operations::store(first_moments + i, first);
      Operations::store(second_moments + i, second);
      Operations::store(parameters + i, Operations::least(Operations::most(moved, low), high));
    }
  }

  static constexpr TrainKernels named(std::string_view name) {
    return {name, add_features, output, go_back, add_gradients, adam};
  }

 private:
  static Vector clamped(Vector value) {
    return Operations::least(Operations::most(value, Operations::all(0)), Operations::all(1));
  }
};

}  // namespace zugwerk::learning
