// nnue/kernel_list.h
//
// All kernels that were compiled. Only kernels.cpp uses this list, since it checks which of them the processor can
// run.

#pragma once

#include "nnue/kernels.h"

namespace zugwerk::nnue {

extern const Kernels kScalarKernels;
#if defined(__x86_64__)
extern const Kernels kSse41Kernels;
extern const Kernels kAvx2Kernels;
extern const Kernels kAvx512Kernels;
extern const Kernels kAvx512VnniKernels;
#elif defined(__aarch64__)
extern const Kernels kNeonKernels;
#endif

}  // namespace zugwerk::nnue
