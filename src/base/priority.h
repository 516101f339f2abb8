// base/priority.h
//
// The scheduling priority of this process, or of single threads, relative to others.

#pragma once

namespace zugwerk::base {

/// One more than the highest niceness, 19: run only when the processor is idle.
inline constexpr int kIdleNiceness = 20;

/// Sets the niceness of this process and of its future children: 0 to 19, or kIdleNiceness, which falls back to 19 on
/// systems without an idle class. False if the system refuses; errno says why. Allocates no memory and takes no lock,
/// so it may be called between fork and exec.
[[nodiscard]] bool set_niceness(int niceness) noexcept;

/// From now on the calling thread gets processor and disk only when nothing else needs them. Does nothing where the
/// system has no such priority.
void give_way_to_others();

}  // namespace zugwerk::base
