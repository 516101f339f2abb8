// base/checksum.h
//
// A 64-bit checksum against accidents: flipped bits, torn writes, bytes from elsewhere. No protection against
// tampering.

#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/format.h"
#include "base/little_endian.h"

namespace zugwerk::base {

/// The checksum of `bytes`; `seed` chains the checksum of what came before them. Every step is a bijection of the state
/// and of the word that enters it, so a change within eight bytes at a multiple of eight is always noticed.
[[nodiscard]] inline std::uint64_t checksum(std::string_view bytes, std::uint64_t seed = 0) {
  constexpr std::uint64_t kMultiplier = 0x9E3779B97F4A7C15;
  constexpr int kRotation = 29;
  std::uint64_t state = seed ^ (bytes.size() * kMultiplier);
  const auto absorb = [&](std::uint64_t word) {
    state = std::rotl((state ^ word) * kMultiplier, kRotation);
    state ^= state >> 32;
  };
  constexpr std::size_t kWord = sizeof(std::uint64_t);
  while (bytes.size() >= kWord) {
    absorb(read_little_endian<std::uint64_t>(bytes));
    bytes.remove_prefix(kWord);
  }
  std::uint64_t rest = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) rest |= std::uint64_t{static_cast<unsigned char>(bytes[i])} << (8 * i);
  absorb(rest);
  absorb(kMultiplier);  // so that the last bytes are spread over all bits too
  return state;
}

/// The checksum of `bytes` as it is written into text: 16 hexadecimal digits.
[[nodiscard]] inline std::string checksum_text(std::string_view bytes) { return format("{:016x}", checksum(bytes)); }

}  // namespace zugwerk::base
