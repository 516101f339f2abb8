#include "base/files/input_lines.h"

#include "base/text.h"

namespace zugwerk::base {

Expected<bool> InputLines::next(std::string& line) {
  line.clear();
  bool any = false;
  bool too_long = false;
  while (true) {
    if (rest_.empty()) {
      const auto filled = fill();
      if (!filled) return tl::unexpected(filled.error());
      if (!*filled) break;
    }
    any = true;
    const std::size_t end = rest_.find('\n');
    const std::string_view part = rest_.substr(0, end);
    too_long = too_long || line.size() + part.size() > kLongestLine;
    if (!too_long) line += part;
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    if (end != std::string_view::npos) break;
  }
  if (too_long) return failure("the line is longer than " + with_thousands(kLongestLine) + " bytes");
  return any;
}

Expected<bool> InputLines::fill() {
  if (ended_) return false;
  const auto size = input_.read(buffer_);
  ended_ = !size || *size == 0;
  failed_ = !size;
  if (!size) return tl::unexpected(size.error());
  rest_ = std::string_view(buffer_.data(), *size);
  return !ended_;
}

}  // namespace zugwerk::base
