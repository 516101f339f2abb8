// base/interrupt.h
//
// Ctrl-C and the system's request to end, as a flag that long work looks at and a descriptor that waiting can watch.

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

  /// A file descriptor that becomes readable with the first signal, for poll(). Nobody reads it.
  [[nodiscard]] int descriptor() const { return pipe_[0]; }

 private:
  std::array<int, 2> pipe_{-1, -1};
};

}  // namespace zugwerk::base
