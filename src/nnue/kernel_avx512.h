// nnue/kernel_avx512.h
//
// What the kernels for AVX-512 with and without VNNI have in common. Only their sources include it: in an unnamed
// namespace, so that what is compiled for one of them is never linked into the other.

#pragma once

#include <cstddef>
#include <cstdint>

#include <immintrin.h>

#include "nnue/architecture.h"

namespace zugwerk::nnue {

namespace {

/// Thirty-two numbers at a time.
struct Avx512Lanes {
  using Vector = __m512i;
  using Sums = __m512i;
  static constexpr std::size_t kLanes = 32;

  static Vector load(const std::int16_t* from) { return _mm512_load_si512(reinterpret_cast<const __m512i*>(from)); }
  static void store(std::int16_t* to, Vector value) { _mm512_store_si512(reinterpret_cast<__m512i*>(to), value); }
  static Vector add(Vector a, Vector b) { return _mm512_add_epi16(a, b); }
  static Vector subtract(Vector a, Vector b) { return _mm512_sub_epi16(a, b); }
  static Vector activation_of(Vector value) {
    const Vector limit = _mm512_set1_epi16(static_cast<short>(kActivationScale));
    return _mm512_min_epi16(_mm512_max_epi16(value, _mm512_setzero_si512()), limit);
  }
  static Sums no_sums() { return _mm512_setzero_si512(); }
  static Sums combine(Sums a, Sums b) { return _mm512_add_epi32(a, b); }
  static std::int32_t total(Sums sums) {
    // The intrinsic that adds up a register makes g++ 12 warn of its own header.
    constexpr std::size_t kSums = 16;
    alignas(64) std::int32_t parts[kSums];
    _mm512_store_si512(parts, sums);
    std::int32_t sum = 0;
    for (const std::int32_t part : parts) sum += part;
    return sum;
  }
};

}  // namespace

}  // namespace zugwerk::nnue
