// base/bits.h
//
// Operations on 64-bit sets of bits, whatever the bits mean.

#pragma once

#include <bit>
#include <cstdint>

#if defined(__BMI2__)
#include <immintrin.h>
#endif

namespace zugwerk::base {

[[nodiscard]] constexpr int popcount(std::uint64_t bits) { return std::popcount(bits); }

/// Index of the lowest set bit; `bits` must not be empty.
[[nodiscard]] constexpr int lowest_bit(std::uint64_t bits) { return std::countr_zero(bits); }

/// Index of the highest set bit; `bits` must not be empty.
[[nodiscard]] constexpr int highest_bit(std::uint64_t bits) { return 63 - std::countl_zero(bits); }

[[nodiscard]] constexpr std::uint64_t without_lowest_bit(std::uint64_t bits) { return bits & (bits - 1); }

[[nodiscard]] constexpr bool more_than_one(std::uint64_t bits) { return without_lowest_bit(bits) != 0; }

/// The upper half of the 128-bit product: maps `a`, as a fraction of 2^64, evenly to [0, b).
[[nodiscard]] constexpr std::uint64_t multiply_high(std::uint64_t a, std::uint64_t b) {
  __extension__ using Wide = unsigned __int128;
  return static_cast<std::uint64_t>((static_cast<Wide>(a) * b) >> 64);
}

/// Parallel bit extract: gathers the bits of `source` selected by `mask` into the low bits of the result.
[[nodiscard]] constexpr std::uint64_t portable_extract_bits(std::uint64_t source, std::uint64_t mask) {
  std::uint64_t result = 0;
  for (int target = 0; mask != 0; mask = without_lowest_bit(mask), ++target)
    if ((source & (mask & (~mask + 1))) != 0) result |= std::uint64_t{1} << target;
  return result;
}

/// Parallel bit deposit: scatters the low bits of `source` to the places selected by `mask`.
[[nodiscard]] constexpr std::uint64_t portable_deposit_bits(std::uint64_t source, std::uint64_t mask) {
  std::uint64_t result = 0;
  for (; mask != 0; mask = without_lowest_bit(mask), source >>= 1)
    if ((source & 1) != 0) result |= mask & (~mask + 1);
  return result;
}

}  // namespace zugwerk::base
