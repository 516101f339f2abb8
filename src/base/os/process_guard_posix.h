// base/os/process_guard_posix.h
//
// The process between this program and a child: it starts the child, reports how it ended, and ensures that none of its
// descendants outlives this program, however it ends. Runs after a fork of a multithreaded program, so it allocates no
// memory and takes no locks.

#pragma once

#include <sched.h>

namespace zugwerk::base {

/// The parameters of a guard. The caller keeps the descriptors; those that only the caller uses must be close-on-exec.
struct GuardOrders {
  char* const* arguments = nullptr;  // the program first; ends with a null pointer
  const char* folder = nullptr;      // the child's working directory; empty: ours
  const cpu_set_t* cores = nullptr;  // that it may use; none: all
  int niceness = 0;                  // of the child (base/priority.h); 0: the same as ours
  int input = -1;                    // its standard streams
  int output = -1;
  int errors = -1;
  /// Receives an errno if the program cannot be run; closed without data if it can.
  int failure = -1;
  /// Receives the child's process id as an int, and later its wait status; closed when everything has ended.
  int status = -1;
  /// When its other end is closed, by us or by our death, all remaining descendants are killed.
  int leash = -1;
};

/// The main function of the forked guard process.
[[noreturn]] void run_guard(const GuardOrders& orders);

}  // namespace zugwerk::base
