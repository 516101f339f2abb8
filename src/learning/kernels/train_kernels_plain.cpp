// Training kernels on the compilers' own vectors of four floats, which are SSE registers on x86-64 and NEON registers
// on ARM.

#include <cmath>
#include <cstring>

#include "learning/kernels/train_kernel_loops.h"

namespace zugwerk::learning {

namespace {

/// Four floats at a time.
struct Plain {
  using Vector = float __attribute__((vector_size(16)));
  static constexpr std::size_t kLanes = 4;

  static Vector load(const float* from) {
    Vector value;
    std::memcpy(&value, from, sizeof(value));
    return value;
  }
  static void store(float* to, Vector value) { std::memcpy(to, &value, sizeof(value)); }
  static Vector all(float value) { return Vector{value, value, value, value}; }
  static Vector least(Vector a, Vector b) { return a < b ? a : b; }
  static Vector most(Vector a, Vector b) { return a > b ? a : b; }
  static Vector root(Vector value) {
    for (std::size_t lane = 0; lane < kLanes; ++lane) value[lane] = std::sqrt(value[lane]);
    return value;
  }
  static Vector where_below(Vector a, Vector b, Vector value) { return a < b ? value : all(0); }
  static float total(Vector value) { return (value[0] + value[2]) + (value[1] + value[3]); }
};

}  // namespace

constinit const TrainKernels kPlainTrainKernels = TrainKernelLoops<Plain>::named("plain");

}  // namespace zugwerk::learning
