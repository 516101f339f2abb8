// Which kernels there are, and which of them the processor can run.

#include "nnue/kernels.h"

#include <array>

#include "base/cpu.h"
#include "nnue/kernel_list.h"

namespace zugwerk::nnue {

namespace {

struct Runnable {
  Runnable() {
    add(kScalarKernels);
#if defined(__x86_64__)
    if (base::has_sse41()) add(kSse41Kernels);
    if (base::has_avx2()) add(kAvx2Kernels);
    if (base::has_avx512bw()) add(kAvx512Kernels);
    if (base::has_avx512vnni()) add(kAvx512VnniKernels);
#elif defined(__aarch64__)
    add(kNeonKernels);  // every 64-bit ARM has it
#endif
  }
  void add(const Kernels& kernels) { all[count++] = &kernels; }

  static constexpr std::size_t kMost = 5;
  std::array<const Kernels*, kMost> all{};
  std::size_t count = 0;
};

}  // namespace

std::span<const Kernels* const> runnable_kernels() {
  static const Runnable runnable;
  return std::span(runnable.all).first(runnable.count);
}

const Kernels& best_kernels() { return *runnable_kernels().back(); }

const Kernels* find_kernels(std::string_view name) {
  for (const Kernels* kernels : runnable_kernels())
    if (kernels->name == name) return kernels;
  return nullptr;
}

}  // namespace zugwerk::nnue
