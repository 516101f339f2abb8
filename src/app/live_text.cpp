#include "app/live_text.h"

#include <iostream>

#include "base/format.h"
#include "base/text.h"

namespace zugwerk::app {

namespace {

[[nodiscard]] std::ostream& stream_of(base::OutputStream stream) {
  return stream == base::OutputStream::Output ? std::cout : std::cerr;
}

/// Moves to the first column of the first of this many lines and erases everything after it.
[[nodiscard]] std::string erasing(std::size_t lines) {
  if (lines == 0) return {};
  return "\r" + (lines > 1 ? base::format("\x1b[{}A", lines - 1) : std::string()) + "\x1b[J";
}

}  // namespace

void LiveText::show(const std::vector<std::string>& lines) {
  if (!live_) return;
  // In one piece, so that the text does not flicker.
  std::string text = erasing(lines_);
  // A line that wrapped would count as two. The last column is left free: some terminals wrap once it is filled.
  const std::size_t columns = base::terminal_columns(stream_) - 1;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (i > 0) text += '\n';
    text += base::cut_to_width(lines[i], columns);
  }
  stream_of(stream_) << text << std::flush;
  lines_ = lines.size();
  drawn_ = {};
}

void LiveText::wipe() {
  if (lines_ == 0) return;
  stream_of(stream_) << erasing(lines_) << std::flush;
  lines_ = 0;
}

}  // namespace zugwerk::app
