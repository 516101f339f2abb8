// nnue/kernel_list.h
//
// The kernels that were compiled; those for other instruction sets than the build's own must not be called before the
// processor was asked. Only kernels.cpp does.

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
