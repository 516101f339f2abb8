#include <cerrno>

#include <windows.h>

#include "base/os/windows_text.h"
#include "base/priority.h"

namespace zugwerk::base {

bool set_niceness(int niceness) noexcept {
  // Half of the scale and more is below normal; its end, idle.
  constexpr int kIdleFrom = 15;
  if (niceness <= 0) return true;
  if (SetPriorityClass(GetCurrentProcess(), niceness >= kIdleFrom ? IDLE_PRIORITY_CLASS : BELOW_NORMAL_PRIORITY_CLASS))
    return true;
  errno = os::errno_of_last_error();
  return false;
}

void give_way_to_others() { SetThreadPriority(GetCurrentThread(), THREAD_MODE_BACKGROUND_BEGIN); }

}  // namespace zugwerk::base
