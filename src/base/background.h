// base/background.h
//
// Threads for work that nobody waits for.

#pragma once

namespace zugwerk::base {

/// From now on the calling thread gets processor and disk only when others leave them. Nothing happens where the system
/// does not know how.
void give_way_to_others();

}  // namespace zugwerk::base
