#include <algorithm>

#include <sched.h>
#include <sys/resource.h>
#if defined(__linux__)
#include <sys/syscall.h>
#include <unistd.h>
#endif

#include "base/priority.h"

namespace zugwerk::base {

bool set_niceness(int niceness) noexcept {
#ifdef SCHED_IDLE
  // If refused, the niceness must suffice.
  const sched_param none{};
  if (niceness >= kIdleNiceness) sched_setscheduler(0, SCHED_IDLE, &none);
#endif
  return setpriority(PRIO_PROCESS, 0, std::min(niceness, kIdleNiceness - 1)) == 0;
}

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
