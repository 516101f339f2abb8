// base/process/process_output.h
//
// What a child process prints, as it arrives: whole lines of its output, and the lines of its errors that matter.

#pragma once

#include <deque>
#include <string>
#include <string_view>

#include "base/process/process.h"

namespace zugwerk::base {

/// Cuts bytes into lines.
class ProcessLines {
 public:
  void take(std::string_view bytes, TimePoint arrived);
  /// The output is closed: what is left is a line.
  void finish(TimePoint now);

  [[nodiscard]] std::deque<ProcessLine>& lines() { return lines_; }

 private:
  std::string partial_;
  std::deque<ProcessLine> lines_;
};

/// The lines of the standard error that are kept for messages.
class ProcessErrors {
 public:
  void take(std::string_view bytes);
  void finish();

  /// The last line that was not blank.
  [[nodiscard]] const std::string& last() const { return last_; }
  /// The first lines that are more than dashes, as one.
  [[nodiscard]] const std::string& first() const { return first_; }

 private:
  void note(std::string_view line);

  std::string partial_;
  std::string last_;
  std::string first_;
  bool first_ended_ = false;
};

}  // namespace zugwerk::base
