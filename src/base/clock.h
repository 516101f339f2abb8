// base/clock.h
//
// Time on a clock that never jumps: its types, and how much of it has passed.

#pragma once

#include <chrono>

namespace zugwerk::base {

using Clock = std::chrono::steady_clock;
using TimePoint = Clock::time_point;
using Milliseconds = std::chrono::milliseconds;

class Stopwatch {
 public:
  Stopwatch() : start_(Clock::now()) {}

  [[nodiscard]] double seconds() const { return std::chrono::duration<double>(Clock::now() - start_).count(); }

 private:
  TimePoint start_;
};

}  // namespace zugwerk::base
