#include "base/files/standard_streams.h"

#include <cerrno>
#include <csignal>

#include <fcntl.h>

namespace zugwerk::base {

void prepare_standard_streams() {
  for (int descriptor = 0; descriptor <= 2; ++descriptor) {
    if (::fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF) continue;
    // The lowest free descriptor is the closed one. Opened the other way round, every use of it fails.
    if (::open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY) < 0) return;
  }
  std::signal(SIGXFSZ, SIG_IGN);
}

}  // namespace zugwerk::base
