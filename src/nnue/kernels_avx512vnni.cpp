// Kernels for AVX-512 BW with VNNI, which has dot products in one instruction; compiled for it whatever the rest of the
// build is for.

#if defined(__x86_64__)

#include "nnue/kernel_avx512.h"
#include "nnue/kernel_list.h"
#include "nnue/kernel_loops.h"

namespace zugwerk::nnue {

namespace {

struct Avx512Vnni : Avx512Lanes {
  static Sums add_screlu(Sums sums, Vector value, Vector weight) {
    const Vector activation = activation_of(value);
    return _mm512_dpwssd_epi32(sums, _mm512_mullo_epi16(activation, weight), activation);
  }
};

}  // namespace

constinit const Kernels kAvx512VnniKernels = KernelLoops<Avx512Vnni>::named("avx512vnni");

}  // namespace zugwerk::nnue

#endif
