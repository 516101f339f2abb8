#include "base/files/standard_streams.h"

#include <cerrno>
#include <csignal>

#include <fcntl.h>

namespace zugwerk::base {

void prepare_standard_streams() {
  for (int descriptor = 0; descriptor <= 2; ++descriptor) {
    if (::fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF) continue;
    // The lowest free number is this one. Using it the other way round fails.
    if (::open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY) < 0) return;
  }
  std::signal(SIGXFSZ, SIG_IGN);
}

}  // namespace zugwerk::base
