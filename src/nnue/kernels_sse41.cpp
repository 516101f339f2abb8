// Kernels for SSE4.1; compiled for it whatever the rest of the build is for.

#if defined(__x86_64__)

#include <immintrin.h>

#include "nnue/kernel_list.h"
#include "nnue/kernel_loops.h"

namespace zugwerk::nnue {

namespace {

/// Eight numbers at a time.
struct Sse41 {
  using Vector = __m128i;
  using Sums = __m128i;
  static constexpr std::size_t kLanes = 8;

  static Vector load(const std::int16_t* from) { return _mm_load_si128(reinterpret_cast<const __m128i*>(from)); }
  static void store(std::int16_t* to, Vector value) { _mm_store_si128(reinterpret_cast<__m128i*>(to), value); }
  static Vector add(Vector a, Vector b) { return _mm_add_epi16(a, b); }
  static Vector subtract(Vector a, Vector b) { return _mm_sub_epi16(a, b); }
  static Sums no_sums() { return _mm_setzero_si128(); }
  static Sums combine(Sums a, Sums b) { return _mm_add_epi32(a, b); }
  static std::int32_t total(Sums sums) {
    sums = _mm_add_epi32(sums, _mm_shuffle_epi32(sums, _MM_SHUFFLE(1, 0, 3, 2)));
    sums = _mm_add_epi32(sums, _mm_shuffle_epi32(sums, _MM_SHUFFLE(2, 3, 0, 1)));
    return _mm_cvtsi128_si32(sums);
  }
  static Sums add_screlu(Sums sums, Vector value, Vector weight) {
    const Vector limit = _mm_set1_epi16(static_cast<short>(kActivationScale));
    const Vector activation = _mm_min_epi16(_mm_max_epi16(value, _mm_setzero_si128()), limit);
    const Vector product = _mm_mullo_epi16(activation, weight);
    return _mm_add_epi32(sums, _mm_madd_epi16(product, activation));
  }
};

}  // namespace

constinit const Kernels kSse41Kernels = KernelLoops<Sse41>::named("sse41");

}  // namespace zugwerk::nnue

#endif
