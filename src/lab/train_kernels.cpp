// Which training kernels the processor can run.

#include "lab/train_kernels.h"

#include "base/cpu.h"

namespace zugwerk::lab {

const TrainKernels& best_train_kernels() {
#if defined(__x86_64__)
  if (base::has_avx2_and_fma()) return kAvx2TrainKernels;
#endif
  return kPlainTrainKernels;
}

}  // namespace zugwerk::lab
