// base/interrupt.h
//
// Ctrl-C and the system's request to terminate, as a flag that long work polls and a descriptor to wait on.

#pragma once

#include <array>
#include <atomic>

namespace zugwerk::base {

/// While one of these lives, SIGINT and SIGTERM raise its flag instead of ending the process. A second signal ends it
/// at once. One at a time.
class InterruptGuard {
 public:
  InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;
  ~InterruptGuard();

  [[nodiscard]] const std::atomic<bool>& flag() const;

  /// A file descriptor that becomes readable with the first signal, for poll(). Nothing reads from it.
  [[nodiscard]] int descriptor() const { return pipe_[0]; }

 private:
  std::array<int, 2> pipe_{-1, -1};
};

}  // namespace zugwerk::base
