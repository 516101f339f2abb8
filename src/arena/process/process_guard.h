// arena/process/process_guard.h
//
// The process between this program and a child: it starts the child, tells how the child ended, and sees to it that
// nothing the child has started outlives this program, whatever ends it. Runs after a fork of a program with threads,
// so it asks for no memory and takes no lock.

#pragma once

#include <sched.h>

namespace zugwerk::arena {

/// What a guard is told. The descriptors stay the caller's; all that belong to the caller alone must be closed on exec.
struct GuardOrders {
  char* const* arguments = nullptr;  // the program first; ends with a null pointer
  const char* folder = nullptr;      // where the child runs; empty: where we do
  const cpu_set_t* cores = nullptr;  // that it may use; none: all
  int niceness = 0;                  // of the child, towards other processes; 0: as ours
  int input = -1;                    // its standard streams
  int output = -1;
  int errors = -1;
  /// Gets an error number if the program cannot be run; closed without a word if it can.
  int failure = -1;
  /// Gets the child's process id as an int, and later its wait status; closed when everything has ended.
  int status = -1;
  /// When its other end is closed, by us or by our death, all that is left of the child's family is killed.
  int leash = -1;
};

/// What the process does that was forked to be the guard.
[[noreturn]] void run_guard(const GuardOrders& orders);

}  // namespace zugwerk::arena
