// base/priority.h
//
// How much of the processor this process claims beside others.

#pragma once

namespace zugwerk::base {

/// More than the highest niceness, 19: to run only when no other process wants to.
inline constexpr int kIdleNiceness = 20;

/// Sets the niceness of this process and of all that it starts from now on: 0 to 19, or kIdleNiceness, for which a
/// system without such a class makes it 19. False if the system refuses; errno says why. Takes no memory and no lock,
/// so it may be called between fork and exec.
[[nodiscard]] bool set_niceness(int niceness) noexcept;

}  // namespace zugwerk::base
