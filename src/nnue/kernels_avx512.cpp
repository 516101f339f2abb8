// Kernels for AVX-512 BW; compiled for it whatever the rest of the build is for.

#if defined(__x86_64__)

#include "nnue/kernel_avx512.h"
#include "nnue/kernel_list.h"
#include "nnue/kernel_loops.h"

namespace zugwerk::nnue {

namespace {

struct Avx512 : Avx512Lanes {
  static Sums add_screlu(Sums sums, Vector value, Vector weight) {
    const Vector activation = activation_of(value);
    const Vector product = _mm512_mullo_epi16(activation, weight);
    return _mm512_add_epi32(sums, _mm512_madd_epi16(product, activation));
  }
};

}  // namespace

constinit const Kernels kAvx512Kernels = KernelLoops<Avx512>::named("avx512");

}  // namespace zugwerk::nnue

#endif
