#include "base/process/process_output.h"

#include <cstddef>
#include <utility>

#include "base/text.h"

namespace zugwerk::base {

void ProcessLines::take(std::string_view bytes, TimePoint arrived) {
  while (!bytes.empty()) {
    const std::size_t end = bytes.find('\n');
    partial_ += bytes.substr(0, end);
    if (end == std::string_view::npos && partial_.size() < Process::kLongestLine) break;
    if (partial_.ends_with('\r')) partial_.pop_back();
    lines_.push_back({std::exchange(partial_, {}), arrived});
    if (end == std::string_view::npos) break;
    bytes.remove_prefix(end + 1);
  }
}

void ProcessLines::finish(TimePoint now) {
  if (!partial_.empty()) lines_.push_back({std::exchange(partial_, {}), now});
}

void ProcessErrors::take(std::string_view bytes) {
  partial_ += bytes;
  std::string_view rest = partial_;
  for (std::size_t end = rest.find('\n'); end != std::string_view::npos; end = rest.find('\n')) {
    note(rest.substr(0, end));
    rest.remove_prefix(end + 1);
  }
  partial_ = std::string(rest.substr(rest.size() > Process::kLongestLine ? rest.size() : 0));
}

void ProcessErrors::finish() { note(std::exchange(partial_, {})); }

void ProcessErrors::note(std::string_view line) {
  const std::string_view text = trim(line);
  if (!text.empty()) last_ = text;
  // The first error ends at a blank line or a rule of dashes.
  const bool says_something = text.find_first_not_of("-=* ") != std::string_view::npos;
  if (!says_something) {
    first_ended_ = !first_.empty();
  } else if (!first_ended_) {
    if (!first_.empty()) first_ += ' ';
    first_ += text;
    constexpr std::size_t kLongest = 500;
    first_ended_ = first_.size() >= kLongest;
  }
}

}  // namespace zugwerk::base
