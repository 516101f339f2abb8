#include "base/priority.h"

#include <algorithm>

#include <sched.h>
#include <sys/resource.h>

namespace zugwerk::base {

bool set_niceness(int niceness) noexcept {
#ifdef SCHED_IDLE
  // If refused, the niceness must suffice.
  const sched_param none{};
  if (niceness >= kIdleNiceness) sched_setscheduler(0, SCHED_IDLE, &none);
#endif
  return setpriority(PRIO_PROCESS, 0, std::min(niceness, kIdleNiceness - 1)) == 0;
}

}  // namespace zugwerk::base
