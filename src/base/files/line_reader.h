// base/files/line_reader.h
//
// Lines from a file descriptor as they arrive: what a client sends to a program that also has to notice requests to
// stop. What the lines mean is up to the caller.

#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "base/error.h"
#include "base/interrupt.h"

namespace zugwerk::base {

class LineReader {
 public:
  /// Longer lines are refused, so that a faulty client cannot exhaust memory. A game of 200,000 plies takes one
  /// megabyte.
  static constexpr std::size_t kLongestLine = std::size_t{16} << 20;

  /// Reads `descriptor` until its end, or until the flag of `interrupt`, if there is one, is raised.
  explicit LineReader(int descriptor, const InterruptGuard* interrupt = nullptr)
      : descriptor_(descriptor), interrupt_(interrupt) {}
  /// Reads standard input.
  explicit LineReader(const InterruptGuard& interrupt);

  /// The next line without its newline; a last line may lack one. An error in place of a line that is too long, after
  /// which the next call goes on with the line that follows. Nothing at the end or after an interrupt.
  [[nodiscard]] std::optional<Expected<std::string>> next();

 private:
  /// False at the end, at an error and after an interrupt.
  [[nodiscard]] bool read_more();

  int descriptor_;
  const InterruptGuard* interrupt_;
  std::string buffer_;
  std::size_t start_ = 0;     // of what has not been returned yet
  std::size_t searched_ = 0;  // no newline between start_ and here
  bool too_long_ = false;     // the line at start_ has lost its beginning
  bool interrupted_ = false;
};

}  // namespace zugwerk::base
