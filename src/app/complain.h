// app/complain.h
//
// How a command ends when its input is no good, or its output cannot be written.

#pragma once

#include <iostream>

#include "app/exit_codes.h"
#include "base/error.h"

namespace zugwerk::app {

/// The exit code that tells of an error: of what could not be written always the same, of others `otherwise`.
[[nodiscard]] inline int exit_code_of(const base::Error& error, int otherwise = kExitBadInput) {
  return error.kind == base::ErrorKind::Output ? kExitNotWritten : otherwise;
}

/// Prints the message; the exit code to return.
[[nodiscard]] inline int complain(const base::Error& error, int otherwise = kExitBadInput) {
  std::cerr << error.message << '\n';
  return exit_code_of(error, otherwise);
}

}  // namespace zugwerk::app
