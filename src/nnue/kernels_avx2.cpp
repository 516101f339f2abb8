// Kernels for AVX2; compiled for it whatever the rest of the build is for.

#if defined(__x86_64__)

#include <immintrin.h>

#include "nnue/kernel_list.h"
#include "nnue/kernel_loops.h"

namespace zugwerk::nnue {

namespace {

/// Sixteen numbers at a time.
struct Avx2 {
  using Vector = __m256i;
  using Sums = __m256i;
  static constexpr std::size_t kLanes = 16;

  static Vector load(const std::int16_t* from) { return _mm256_load_si256(reinterpret_cast<const __m256i*>(from)); }
  static void store(std::int16_t* to, Vector value) { _mm256_store_si256(reinterpret_cast<__m256i*>(to), value); }
  static Vector add(Vector a, Vector b) { return _mm256_add_epi16(a, b); }
  static Vector subtract(Vector a, Vector b) { return _mm256_sub_epi16(a, b); }
  static Sums no_sums() { return _mm256_setzero_si256(); }
  static Sums combine(Sums a, Sums b) { return _mm256_add_epi32(a, b); }
  static std::int32_t total(Sums sums) {
    __m128i half = _mm_add_epi32(_mm256_castsi256_si128(sums), _mm256_extracti128_si256(sums, 1));
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, _MM_SHUFFLE(1, 0, 3, 2)));
    half = _mm_add_epi32(half, _mm_shuffle_epi32(half, _MM_SHUFFLE(2, 3, 0, 1)));
    return _mm_cvtsi128_si32(half);
  }
  static Sums add_screlu(Sums sums, Vector value, Vector weight) {
    const Vector limit = _mm256_set1_epi16(static_cast<short>(kActivationScale));
    const Vector activation = _mm256_min_epi16(_mm256_max_epi16(value, _mm256_setzero_si256()), limit);
    const Vector product = _mm256_mullo_epi16(activation, weight);
    return _mm256_add_epi32(sums, _mm256_madd_epi16(product, activation));
  }
};

}  // namespace

constinit const Kernels kAvx2Kernels = KernelLoops<Avx2>::named("avx2");

}  // namespace zugwerk::nnue

#endif
