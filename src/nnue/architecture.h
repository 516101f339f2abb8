// nnue/architecture.h
//
// The shape of the network and the scales of its numbers, in one place for the engine and the trainer:
//
//   (768 -> N) x 2 -> 1, N and the number of output buckets read from the network's file.
//
// Each side sees the board from its own perspective through the same first layer (features.h). The result is clamped to
// 0..1 and squared (SCReLU), the half of the side to move first, and weighted by the output bucket that belongs to the
// number of pieces on the board. Only sizes and scales are defined here.

#pragma once

#include <cstddef>
#include <cstdint>

namespace zugwerk::nnue {

/// Own or other, six kinds of pieces, 64 squares.
inline constexpr std::size_t kFeatureCount = std::size_t{2} * 6 * 64;

/// Neurons of one half of the hidden layer come in multiples of this: one register of the widest kernel, one cache
/// line.
inline constexpr std::size_t kWidthStep = 32;
inline constexpr std::size_t kMostWidth = 1024;

/// Output buckets: one for all positions, or eight by the number of pieces.
inline constexpr std::size_t kMostBuckets = 8;
[[nodiscard]] constexpr bool is_bucket_count(std::size_t buckets) { return buckets == 1 || buckets == kMostBuckets; }

inline constexpr std::size_t kMostPieces = 32;
/// The output bucket for a number of pieces, kings included: with eight buckets, 0 for two to five pieces and 7 for
/// thirty to thirty-two.
[[nodiscard]] constexpr std::size_t bucket_of(std::size_t piece_count, std::size_t buckets) {
  return (piece_count - 2) * buckets / kMostPieces;
}

/// An activation of 1.0 in the accumulators; also the unit of the weights and biases of the first layer.
inline constexpr int kActivationScale = 255;
/// A weight of 1.0 of the output layer. Output biases are counted in kActivationScale * kOutputScale.
inline constexpr int kOutputScale = 64;
/// An output of 1.0 in centipawns.
inline constexpr int kCentipawnScale = 400;

/// Output weights beyond this would not fit: an activation times a weight is computed in 16 bits.
inline constexpr int kMostOutputWeight = 127;
static_assert(kActivationScale * kMostOutputWeight <= INT16_MAX);
/// Nor would the sums of a bucket, in 32 bits, if its weights added up to more than this.
inline constexpr int kMostOutputWeightSum = INT32_MAX / (kActivationScale * kActivationScale);

}  // namespace zugwerk::nnue
