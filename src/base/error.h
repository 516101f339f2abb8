// base/error.h
//
// How a reader of outside input says no: a value or an Error that names the field and the offending text. The door to
// the expected library. Exceptions are left to what the caller cannot foresee, assertions to what only a bug can break.

#pragma once

#include <functional>
#include <string>
#include <system_error>
#include <utility>

#include <tl/expected.hpp>

namespace zugwerk::base {

/// Whose fault it was, for the exit code: what came in was wrong, or what should go out could not be written.
enum class ErrorKind : unsigned char { Input, Output };

/// A message for people: what was wrong, and where.
struct Error {
  std::string message;
  ErrorKind kind = ErrorKind::Input;
};

template <class T>
using Expected = tl::expected<T, Error>;

[[nodiscard]] inline tl::unexpected<Error> failure(std::string message) {
  return tl::unexpected<Error>(Error{std::move(message), ErrorKind::Input});
}

/// The same for what could not be written.
[[nodiscard]] inline tl::unexpected<Error> write_failure(std::string message) {
  return tl::unexpected<Error>(Error{std::move(message), ErrorKind::Output});
}

/// Receives what was wrong but did not end the work: a message for people, complete with file and place.
using DiagnosticHandler = std::function<void(const std::string& message)>;

/// What the system means by a number of errno.
[[nodiscard]] inline std::string system_error_text(int number) { return std::generic_category().message(number); }

}  // namespace zugwerk::base
