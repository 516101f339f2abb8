// app/complain.h
//
// How a command ends when its input is no good.

#pragma once

#include <iostream>

#include "app/exit_codes.h"
#include "base/error.h"

namespace zugwerk::app {

/// Prints the message; the exit code to return.
[[nodiscard]] inline int complain(const base::Error& error) {
  std::cerr << error.message << '\n';
  return kExitBadInput;
}

}  // namespace zugwerk::app
