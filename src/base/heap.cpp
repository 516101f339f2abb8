#include "base/heap.h"

#if __has_include(<malloc.h>)
#include <malloc.h>
#endif

namespace zugwerk::base {

void give_back_large_blocks() {
#ifdef M_MMAP_THRESHOLD
  // Setting the threshold also stops the heap from raising it.
  constexpr int kLarge = 128 * 1024;
  static_cast<void>(::mallopt(M_MMAP_THRESHOLD, kLarge));
#endif
}

}  // namespace zugwerk::base
