// base/clock.h
//
// Elapsed time on a clock that never jumps.

#pragma once

#include <chrono>

namespace zugwerk::base {

class Stopwatch {
 public:
  Stopwatch() : start_(Clock::now()) {}

  [[nodiscard]] double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  using Clock = std::chrono::steady_clock;
  Clock::time_point start_;
};

}  // namespace zugwerk::base
