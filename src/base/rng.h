// base/rng.h
//
// Small reproducible random generators: SplitMix64 to spread a seed, and xoshiro256** (Blackman and Vigna, public
// domain algorithms) for everything else. The same seed gives the same numbers on every machine.

#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <random>

namespace zugwerk::base {

/// A seed that differs from run to run, where repeatability is not wanted.
[[nodiscard]] inline std::uint64_t entropy() {
  std::random_device device;
  return (std::uint64_t{device()} << 32) | device();
}

/// One step of SplitMix64: advances `state` and returns 64 well-mixed bits.
constexpr std::uint64_t split_mix(std::uint64_t& state) {
  state += 0x9E3779B97F4A7C15;
  std::uint64_t bits = state;
  bits = (bits ^ (bits >> 30)) * 0xBF58476D1CE4E5B9;
  bits = (bits ^ (bits >> 27)) * 0x94D049BB133111EB;
  return bits ^ (bits >> 31);
}

class Rng {
 public:
  constexpr explicit Rng(std::uint64_t seed) {
    for (auto& word : state_) word = split_mix(seed);
  }

  constexpr std::uint64_t next() {
    const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
    const std::uint64_t shifted = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= shifted;
    state_[3] = std::rotl(state_[3], 45);
    return result;
  }

  /// A number in [0, bound), `bound` above zero; the bias is below bound / 2^32.
  constexpr std::uint32_t below(std::uint32_t bound) {
    return static_cast<std::uint32_t>(((next() >> 32) * bound) >> 32);
  }

 private:
  std::array<std::uint64_t, 4> state_{};
};

}  // namespace zugwerk::base
