// app/report_error.h
//
// Error exits of commands.

#pragma once

#include <iostream>

#include "app/exit_codes.h"
#include "base/error.h"

namespace zugwerk::app {

/// The exit code of an error: kExitNotWritten if output could not be written, otherwise `otherwise`.
[[nodiscard]] inline int exit_code_of(const base::Error& error, int otherwise = kExitBadInput) {
  return error.kind == base::ErrorKind::Output ? kExitNotWritten : otherwise;
}

/// Prints the message and returns the exit code.
[[nodiscard]] inline int report_error(const base::Error& error, int otherwise = kExitBadInput) {
  std::cerr << error.message << '\n';
  return exit_code_of(error, otherwise);
}

}  // namespace zugwerk::app
