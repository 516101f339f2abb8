// Training kernels for AVX2 and FMA; compiled for them whatever the rest of the build is for.

#if defined(__x86_64__)

#include <immintrin.h>

#include "learning/kernels/train_kernel_loops.h"

namespace zugwerk::learning {

namespace {

/// Eight floats at a time.
struct Avx2 {
  using Vector = __m256;
  static constexpr std::size_t kLanes = 8;

  static Vector load(const float* from) { return _mm256_load_ps(from); }
  static void store(float* to, Vector value) { _mm256_store_ps(to, value); }
  static Vector all(float value) { return _mm256_set1_ps(value); }
  static Vector least(Vector a, Vector b) { return _mm256_min_ps(a, b); }
  static Vector most(Vector a, Vector b) { return _mm256_max_ps(a, b); }
  static Vector root(Vector value) { return _mm256_sqrt_ps(value); }
  static Vector where_below(Vector a, Vector b, Vector value) {
    return _mm256_and_ps(_mm256_cmp_ps(a, b, _CMP_LT_OQ), value);
  }
  static float total(Vector value) {
    __m128 half = _mm_add_ps(_mm256_castps256_ps128(value), _mm256_extractf128_ps(value, 1));
    half = _mm_add_ps(half, _mm_movehl_ps(half, half));
    return _mm_cvtss_f32(_mm_add_ss(half, _mm_movehdup_ps(half)));
  }
};

}  // namespace

constinit const TrainKernels kAvx2TrainKernels = TrainKernelLoops<Avx2>::named("avx2");

}  // namespace zugwerk::learning

#endif
