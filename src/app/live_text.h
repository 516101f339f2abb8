// app/live_text.h
//
// The progress of a long command: a few lines at the end of a terminal that are redrawn in place and erased at the end.
// Nothing is drawn if the stream is not a terminal; commands print their own progress there.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/terminal.h"

namespace zugwerk::app {

class LiveText {
 public:
  explicit LiveText(base::OutputStream stream) : stream_(stream), live_(base::is_terminal(stream)) {}
  ~LiveText() { wipe(); }
  LiveText(const LiveText&) = delete;
  LiveText& operator=(const LiveText&) = delete;

  /// Whether the output is a terminal.
  [[nodiscard]] bool is_live() const { return live_; }
  /// Whether it is a terminal and the last text is at least this many seconds old.
  [[nodiscard]] bool is_due(double seconds) const { return live_ && drawn_.seconds() >= seconds; }

  /// Draws the lines in place of those before, each cut at the edge of the terminal.
  void show(const std::vector<std::string>& lines);
  /// Removes the text. To be called before anything else is printed, which then scrolls by above the next one.
  void wipe();

 private:
  base::OutputStream stream_;
  bool live_;
  std::size_t lines_ = 0;  // on the screen, the cursor at the end of the last
  base::Stopwatch drawn_;
};

}  // namespace zugwerk::app
