// base/interrupt.h
//
// Ctrl-C as a flag that long work looks at.

#pragma once

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
};

}  // namespace zugwerk::base
