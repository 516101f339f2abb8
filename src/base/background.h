// base/background.h
//
// Lowers the priority of threads whose work can wait.

#pragma once

namespace zugwerk::base {

/// From now on the calling thread gets processor and disk only when nothing else needs them. Does nothing where the
/// system has no such priority.
void give_way_to_others();

}  // namespace zugwerk::base
