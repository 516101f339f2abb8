// nnue/net_file.h
//
// Networks as files: the numbers of a network, their checks, reading and writing. docs/networks.md has the layout byte
// by byte. architecture.h says what the numbers mean, network.h computes with them.
//
// check() rejects networks whose arithmetic could overflow, so that the kernels need not check:
// - Accumulators have 16 bits. The bound is the bias of a neuron plus its largest weights on 32 squares, since a
//   board has at most 32 pieces and a square at most one of them.
// - Products of activation and output weight have 16 bits: |weight| <= kMostOutputWeight.
// - Sums of the output layer have 32 bits. The bound is kActivationScale squared times the sum of all |weights| of a
//   bucket.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/files/input.h"
#include "base/memory.h"
#include "base/sha256.h"
#include "nnue/architecture.h"

namespace zugwerk::nnue {

/// The quantised weights of a network. Width and buckets determine the sizes of the arrays.
struct Weights {
  /// All zero.
  Weights(std::size_t width, std::size_t buckets);

  std::size_t width;    // N, neurons of each half
  std::size_t buckets;  // of the output
  /// By feature, then neuron; 1.0 is kActivationScale.
  base::CacheAlignedVector<std::int16_t> feature_weights;
  /// By neuron; 1.0 is kActivationScale.
  base::CacheAlignedVector<std::int16_t> feature_biases;
  /// By bucket, then half (the side to move's first), then neuron; 1.0 is kOutputScale.
  base::CacheAlignedVector<std::int16_t> output_weights;
  /// By bucket; 1.0 is kActivationScale * kOutputScale.
  base::CacheAlignedVector<std::int32_t> output_biases;

  bool operator==(const Weights&) const = default;
};

/// Whether the kernels can compute with these weights; the error names the first that is wrong.
[[nodiscard]] base::Expected<void> check(const Weights& weights);

/// The whole file, header and hash included. The weights must pass check().
[[nodiscard]] std::string to_bytes(const Weights& weights);

/// Reads a network to the end of the input and verifies everything. A header with a width above kMostWidth is refused
/// before memory is allocated.
[[nodiscard]] base::Expected<Weights> read_network(base::Input& input);
/// The same from a file, "-" for standard input.
[[nodiscard]] base::Expected<Weights> read_network_file(const std::string& path);
/// Checks and writes; errors name the file.
[[nodiscard]] base::Expected<void> write_network_file(const std::string& path, const Weights& weights);

/// The hash that the network's file carries.
[[nodiscard]] base::Sha256::Digest hash_of(const Weights& weights);

/// What a network's file is called: "zug-" and the first twelve digits of its hash.
[[nodiscard]] std::string name_of(const base::Sha256::Digest& hash);
inline constexpr std::string_view kFileExtension = ".zugnet";

}  // namespace zugwerk::nnue
