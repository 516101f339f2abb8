#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include "base/interrupt.h"
#include "base/os/file_calls.h"

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

/// Waits until one of the descriptors is readable. poll() ignores negative ones, and a signal may end it early.
template <std::size_t kCount>
bool wait_for_any(std::array<pollfd, kCount>& watched) {
  while (::poll(watched.data(), watched.size(), -1) < 0)
    if (errno != EINTR) return false;
  return true;
}

}  // namespace

InterruptGuard::InterruptGuard() {
  interrupted = false;
  if (::pipe(pipe_.data()) == 0) {
    for (const int end : pipe_) {
      ::fcntl(end, F_SETFD, FD_CLOEXEC);
      ::fcntl(end, F_SETFL, O_NONBLOCK);
    }
    wake_descriptor = pipe_[1];
  }
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

void InterruptGuard::wait() const {
  std::array<pollfd, 1> watched{{{pipe_[0], POLLIN, 0}}};
  while (!interrupted) ::poll(watched.data(), watched.size(), -1);
}

std::optional<std::size_t> InterruptGuard::read(int descriptor, std::span<char> room) const {
  std::array<pollfd, 2> watched{{{descriptor, POLLIN, 0}, {pipe_[0], POLLIN, 0}}};
  if (!wait_for_any(watched)) return 0;
  if (watched[1].revents != 0) return std::nullopt;
  const std::ptrdiff_t count = os::read_some(descriptor, room);
  return count > 0 ? static_cast<std::size_t>(count) : 0;
}

void InterruptGuard::raise() { static_cast<void>(std::raise(SIGINT)); }

}  // namespace zugwerk::base
