// Training kernels for AVX-512; compiled for it whatever the rest of the build is for.

#if defined(__x86_64__)

#include <immintrin.h>

#include "learning/kernels/train_kernel_loops.h"

namespace zugwerk::learning {

namespace {

/// Sixteen floats at a time.
struct Avx512 {
  using Vector = __m512;
  static constexpr std::size_t kLanes = 16;

  static Vector load(const float* from) { return _mm512_load_ps(from); }
  static void store(float* to, Vector value) { _mm512_store_ps(to, value); }
  static Vector all(float value) { return _mm512_set1_ps(value); }
  static Vector least(Vector a, Vector b) { return _mm512_min_ps(a, b); }
  static Vector most(Vector a, Vector b) { return _mm512_max_ps(a, b); }
  static Vector root(Vector value) { return _mm512_sqrt_ps(value); }
  static Vector where_below(Vector a, Vector b, Vector value) {
    return _mm512_maskz_mov_ps(_mm512_cmp_ps_mask(a, b, _CMP_LT_OQ), value);
  }
  static float total(Vector value) { return _mm512_reduce_add_ps(value); }
};

}  // namespace

constinit const TrainKernels kAvx512TrainKernels = TrainKernelLoops<Avx512>::named("avx512");

}  // namespace zugwerk::learning

#endif
