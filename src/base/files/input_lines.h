// base/files/input_lines.h
//
// An input as lines, in constant memory.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/files/input.h"

namespace zugwerk::base {

class InputLines {
 public:
  /// Longer lines are errors, so that a broken file cannot exhaust memory.
  static constexpr std::size_t kLongestLine = 1'048'576;

  /// Reads from an input that the caller keeps alive.
  explicit InputLines(Input& input) : input_(input), buffer_(kBufferSize) {}

  /// The next line without its '\n'; false at the end. After a line that is too long, the next call goes on with the
  /// following one; after a read error there are no more lines.
  [[nodiscard]] Expected<bool> next(std::string& line);

  /// Whether the last error was a read error rather than a line that is too long.
  [[nodiscard]] bool has_failed() const { return failed_; }

 private:
  static constexpr std::size_t kBufferSize = 65'536;

  /// False at the end of the input; an error ends it as well.
  [[nodiscard]] Expected<bool> fill();

  Input& input_;
  std::vector<char> buffer_;
  std::string_view rest_;
  bool ended_ = false;
  bool failed_ = false;
};

}  // namespace zugwerk::base
