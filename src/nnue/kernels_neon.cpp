// Kernels for NEON, which every 64-bit ARM processor has.

#if defined(__aarch64__)

#include <arm_neon.h>

#include "nnue/kernel_list.h"
#include "nnue/kernel_loops.h"

namespace zugwerk::nnue {

namespace {

/// Eight numbers at a time.
struct Neon {
  using Vector = int16x8_t;
  using Sums = int32x4_t;
  static constexpr std::size_t kLanes = 8;

  static Vector load(const std::int16_t* from) { return vld1q_s16(from); }
  static void store(std::int16_t* to, Vector value) { vst1q_s16(to, value); }
  static Vector add(Vector a, Vector b) { return vaddq_s16(a, b); }
  static Vector subtract(Vector a, Vector b) { return vsubq_s16(a, b); }
  static Sums no_sums() { return vdupq_n_s32(0); }
  static Sums combine(Sums a, Sums b) { return vaddq_s32(a, b); }
  static std::int32_t total(Sums sums) { return vaddvq_s32(sums); }
  static Sums add_screlu(Sums sums, Vector value, Vector weight) {
    const Vector limit = vdupq_n_s16(static_cast<std::int16_t>(kActivationScale));
    const Vector activation = vminq_s16(vmaxq_s16(value, vdupq_n_s16(0)), limit);
    const Vector product = vmulq_s16(activation, weight);
    sums = vmlal_s16(sums, vget_low_s16(product), vget_low_s16(activation));
    return vmlal_high_s16(sums, product, activation);
  }
};

}  // namespace

constinit const Kernels kNeonKernels = KernelLoops<Neon>::named("neon");

}  // namespace zugwerk::nnue

#endif
