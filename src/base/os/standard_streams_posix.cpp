#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <unistd.h>

#include "base/files/standard_streams.h"

namespace zugwerk::base {

void prepare_standard_streams() {
  for (int descriptor = 0; descriptor <= 2; ++descriptor) {
    if (::fcntl(descriptor, F_GETFD) >= 0 || errno != EBADF) continue;
    // The lowest free descriptor is the closed one. Opened the other way round, every use of it fails.
    if (::open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY) < 0) return;
  }
  std::signal(SIGXFSZ, SIG_IGN);
}

SilentErrors::SilentErrors() : kept_(::dup(STDERR_FILENO)) {
  if (const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC); nowhere >= 0) {
    ::dup2(nowhere, STDERR_FILENO);
    ::close(nowhere);
  }
}

SilentErrors::~SilentErrors() {
  if (kept_ < 0) return;
  ::dup2(kept_, STDERR_FILENO);
  ::close(kept_);
}

}  // namespace zugwerk::base
