// Kernels in plain C++: for processors without kernels of their own, and the reference for all others.

#include "nnue/kernel_list.h"
#include "nnue/kernel_loops.h"

namespace zugwerk::nnue {

namespace {

/// One number at a time; the compiler may do more.
struct Scalar {
  using Vector = std::int16_t;
  using Sums = std::int32_t;
  static constexpr std::size_t kLanes = 1;

  static Vector load(const std::int16_t* from) { return *from; }
  static void store(std::int16_t* to, Vector value) { *to = value; }
  static Vector add(Vector a, Vector b) { return static_cast<Vector>(a + b); }
  static Vector subtract(Vector a, Vector b) { return static_cast<Vector>(a - b); }
  static Sums no_sums() { return 0; }
  static Sums combine(Sums a, Sums b) { return a + b; }
  static std::int32_t total(Sums sums) { return sums; }
  static Sums add_screlu(Sums sums, Vector value, Vector weight) {
    const int activation = value < 0 ? 0 : value > kActivationScale ? kActivationScale : value;
    return sums + activation * (activation * weight);
  }
};

}  // namespace

constinit const Kernels kScalarKernels = KernelLoops<Scalar>::named("scalar");

}  // namespace zugwerk::nnue
