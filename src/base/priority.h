// base/priority.h
//
// The scheduling priority of this process relative to others.

#pragma once

namespace zugwerk::base {

/// One more than the highest niceness, 19: run only when the processor is idle.
inline constexpr int kIdleNiceness = 20;

/// Sets the niceness of this process and of its future children: 0 to 19, or kIdleNiceness, which falls back to 19 on
/// systems without an idle class. False if the system refuses; errno says why. Allocates no memory and takes no lock,
/// so it may be called between fork and exec.
[[nodiscard]] bool set_niceness(int niceness) noexcept;

}  // namespace zugwerk::base
