#include "base/background.h"

#if defined(__linux__)
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace zugwerk::base {

void give_way_to_others() {
#if defined(__linux__)
  // Both calls take a thread id there, and 0 is the calling thread.
  constexpr int kLowest = 19;
  static_cast<void>(::setpriority(PRIO_PROCESS, 0, kLowest));
  constexpr int kThread = 1;      // IOPRIO_WHO_PROCESS
  constexpr int kIdle = 3 << 13;  // IOPRIO_CLASS_IDLE
  static_cast<void>(::syscall(SYS_ioprio_set, kThread, 0, kIdle));
#endif
}

}  // namespace zugwerk::base
