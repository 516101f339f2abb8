#include "base/interrupt.h"

#include <csignal>

namespace zugwerk::base {

namespace {

// A signal handler can reach nothing but a global.
std::atomic<bool> interrupted{false};  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)
static_assert(std::atomic<bool>::is_always_lock_free);

void on_signal(int signal_number) {
  if (interrupted.exchange(true)) {
    std::signal(signal_number, SIG_DFL);
    std::raise(signal_number);
  }
}

}  // namespace

InterruptGuard::InterruptGuard() {
  interrupted = false;
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
}

InterruptGuard::~InterruptGuard() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
}

const std::atomic<bool>& InterruptGuard::flag() const { return interrupted; }

}  // namespace zugwerk::base
