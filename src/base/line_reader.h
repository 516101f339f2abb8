// base/line_reader.h
//
// Lines from a file descriptor, of any length, as they arrive: what a client sends to a program that also has to hear
// when it is asked to end. What the lines mean is the reader's business.

#pragma once

#include <optional>
#include <string>

namespace zugwerk::base {

class LineReader {
 public:
  /// Reads `descriptor` until its end, or until `interrupt` becomes readable (-1: nothing to watch).
  explicit LineReader(int descriptor, int interrupt = -1) : descriptor_(descriptor), interrupt_(interrupt) {}

  /// The next line without its newline; a last line may lack one. Nothing at the end or after an interrupt.
  [[nodiscard]] std::optional<std::string> next();

 private:
  /// False at the end, at an error and after an interrupt.
  [[nodiscard]] bool read_more();

  int descriptor_;
  int interrupt_;
  std::string buffer_;
  std::size_t start_ = 0;     // of what has not been handed out
  std::size_t searched_ = 0;  // no newline between start_ and here
  bool interrupted_ = false;
};

}  // namespace zugwerk::base
