// base/interrupt.h
//
// Ctrl-C and the system's request to terminate, as a flag that long work polls and an event that ends waits.

#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <optional>
#include <span>

namespace zugwerk::base {

/// While one of these lives, Ctrl-C and a request to terminate raise its flag instead of ending the process. A second
/// one ends it at once. One at a time.
class InterruptGuard {
 public:
  InterruptGuard();
  InterruptGuard(const InterruptGuard&) = delete;
  InterruptGuard& operator=(const InterruptGuard&) = delete;
  ~InterruptGuard();

  [[nodiscard]] const std::atomic<bool>& flag() const;

  /// Returns when the flag is raised.
  void wait() const;

  /// Reads from a descriptor as soon as there is something to read. How many bytes; zero at the end or if nothing can
  /// be read; nothing if the flag was raised first.
  [[nodiscard]] std::optional<std::size_t> read(int descriptor, std::span<char> room) const;

  /// Does what Ctrl-C does, for a terminal in raw mode.
  static void raise();

 private:
  std::array<int, 2> pipe_{-1, -1};  // readable once the flag is raised, for systems that wait for descriptors
};

}  // namespace zugwerk::base
