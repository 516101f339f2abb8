#include "base/interrupt.h"

#include <csignal>

#include <fcntl.h>
#include <unistd.h>

namespace zugwerk::base {

namespace {

// A signal handler can only reach globals.
std::atomic<bool> interrupted{false};  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)
std::atomic<int> wake_descriptor{-1};  // NOLINT(cppcoreguidelines-avoid-non-const-global-variables)
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free);

void on_signal(int signal_number) {
  if (interrupted.exchange(true)) {
    std::signal(signal_number, SIG_DFL);
    std::raise(signal_number);
  }
  const char any = 0;
  // If the pipe is full, it is readable already.
  if (const int descriptor = wake_descriptor; descriptor >= 0 && ::write(descriptor, &any, 1) < 0) return;
}

}  // namespace

InterruptGuard::InterruptGuard() {
  interrupted = false;
  if (::pipe2(pipe_.data(), O_CLOEXEC | O_NONBLOCK) == 0) wake_descriptor = pipe_[1];
  std::signal(SIGINT, on_signal);
  std::signal(SIGTERM, on_signal);
}

InterruptGuard::~InterruptGuard() {
  std::signal(SIGINT, SIG_DFL);
  std::signal(SIGTERM, SIG_DFL);
  wake_descriptor = -1;
  for (const int end : pipe_)
    if (end >= 0) ::close(end);
}

const std::atomic<bool>& InterruptGuard::flag() const { return interrupted; }

}  // namespace zugwerk::base
