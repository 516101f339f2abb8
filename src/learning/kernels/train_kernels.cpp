// Which training kernels the processor can run.

#include "learning/kernels/train_kernels.h"

#include <array>

#include "base/cpu.h"

namespace zugwerk::learning {

namespace {

struct Runnable {
  Runnable() {
    add(kPlainTrainKernels);
#if defined(__x86_64__)
    if (base::has_avx2_and_fma()) add(kAvx2TrainKernels);
    if (base::has_avx512bw()) add(kAvx512TrainKernels);
#endif
  }
  void add(const TrainKernels& kernels) { all[count++] = &kernels; }

  static constexpr std::size_t kMost = 3;
  std::array<const TrainKernels*, kMost> all{};
  std::size_t count = 0;
};

}  // namespace

std::span<const TrainKernels* const> runnable_train_kernels() {
  static const Runnable runnable;
  return std::span(runnable.all).first(runnable.count);
}

const TrainKernels& best_train_kernels() { return *runnable_train_kernels().back(); }

}  // namespace zugwerk::learning
