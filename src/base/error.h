// base/error.h
//
// How readers of outside input report errors: a value, or an Error that names the field and the offending text. The
// door to the expected library. Exceptions are for what the caller cannot foresee, assertions for what only a bug can
// break.

#pragma once

#include <functional>
#include <string>
#include <system_error>
#include <utility>

#include <tl/expected.hpp>

namespace zugwerk::base {

/// The kind of fault, for the exit code: bad input, or output that could not be written.
enum class ErrorKind : unsigned char { Input, Output };

/// A message for the user: what was wrong, and where.
struct Error {
  std::string message;
  ErrorKind kind = ErrorKind::Input;
};

template <class T>
using Expected = tl::expected<T, Error>;

[[nodiscard]] inline tl::unexpected<Error> failure(std::string message) {
  return tl::unexpected<Error>(Error{std::move(message), ErrorKind::Input});
}

/// The same for output that could not be written.
[[nodiscard]] inline tl::unexpected<Error> write_failure(std::string message) {
  return tl::unexpected<Error>(Error{std::move(message), ErrorKind::Output});
}

/// Receives warnings, faults that did not stop the work: a message for the user, complete with file and place.
using DiagnosticHandler = std::function<void(const std::string& message)>;

/// The system's message for an errno.
[[nodiscard]] inline std::string system_error_text(int number) { return std::generic_category().message(number); }

}  // namespace zugwerk::base
