// fuzz/network_fuzz.cpp
//
// Any bytes as the file of a network. A refusal has a message; an accepted network writes back the same bytes and
// evaluates the same on every instruction set. Hashes cannot be guessed, so the input is also read as a header and
// numbers that the target completes to a file with the right sizes and hash.

#include <string>
#include <string_view>

#include "base/text.h"
#include "fuzz/property.h"
#include "nnue/network.h"

namespace {

using namespace zugwerk;
using fuzz::require;

void check_read(std::string_view bytes, bool plain) {
  auto input = base::Input::from_memory(bytes);
  const auto weights = nnue::read_network(input);
  if (!weights) {
    require(!weights.error().message.empty(), "an error says what is wrong");
    require(base::is_valid_utf8(weights.error().message), "a message is UTF-8");
    return;
  }
  require(nnue::check(*weights).has_value(), "an accepted network cannot overflow");
  // Compressed files are decompressed while reading.
  if (plain) require(nnue::to_bytes(*weights) == bytes, "a network is written as it was read");
}

/// The input as numbers of a small network, repeated until there are enough.
void check_numbers(std::string_view bytes) {
  if (bytes.size() < 4) return;
  nnue::Weights weights(nnue::kWidthStep * (1 + static_cast<unsigned char>(bytes[0]) % 4),
                        (bytes[1] & 1) != 0 ? nnue::kMostBuckets : 1);
  bytes.remove_prefix(2);
  std::size_t at = 0;
  const auto fill = [&](auto& values) {
    for (auto& value : values) {
      auto* const target = reinterpret_cast<char*>(&value);
      for (std::size_t i = 0; i < sizeof(value); ++i) target[i] = bytes[at++ % bytes.size()];
    }
  };
  fill(weights.feature_weights);
  fill(weights.feature_biases);
  fill(weights.output_weights);
  fill(weights.output_biases);
  const std::string file = nnue::to_bytes(weights);
  auto input = base::Input::from_memory(file);
  const auto again = nnue::read_network(input);
  require(again.has_value() == nnue::check(weights).has_value(), "a file is valid if its numbers are",
          again ? "" : again.error().message);
  if (!again) return;
  require(*again == weights, "a written network can be read");
  const chess::Position position;
  const int expected = nnue::Network(weights, *nnue::runnable_kernels().front()).evaluate(position);
  for (const nnue::Kernels* kernels : nnue::runnable_kernels())
    require(nnue::Network(weights, *kernels).evaluate(position) == expected, "kernels agree", kernels->name);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  check_read(bytes, bytes.starts_with("ZUGNET"));
  check_numbers(bytes);
  return 0;
}
