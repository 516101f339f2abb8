#include "base/files/line_reader.h"

#include <utility>

#include "base/os/file_calls.h"
#include "base/text.h"

namespace zugwerk::base {

LineReader::LineReader(const InterruptGuard& interrupt) : LineReader(os::kStandardInput, &interrupt) {}

bool LineReader::read_more() {
  constexpr std::size_t kBlock = std::size_t{64} << 10;
  buffer_.erase(0, start_);
  searched_ -= start_;
  start_ = 0;
  const std::size_t length = buffer_.size();
  buffer_.resize(length + kBlock);
  const std::span<char> room = std::span(buffer_).subspan(length);
  std::optional<std::size_t> count;
  if (interrupt_ != nullptr) {
    count = interrupt_->read(descriptor_, room);
    interrupted_ = !count;
  } else if (const std::ptrdiff_t read = os::read_some(descriptor_, room); read > 0) {
    count = static_cast<std::size_t>(read);
  }
  buffer_.resize(length + count.value_or(0));
  return count.value_or(0) > 0;
}

std::optional<Expected<std::string>> LineReader::next() {
  // Takes the line that ends at `end` out of the buffer.
  const auto take = [this](std::size_t end, std::size_t next_start) -> Expected<std::string> {
    const bool refused = std::exchange(too_long_, false) || end - start_ > kLongestLine;
    std::string line = refused ? std::string() : buffer_.substr(start_, end - start_);
    start_ = searched_ = next_start;
    if (refused) return failure("the line is longer than " + with_thousands(kLongestLine) + " bytes");
    return line;
  };
  while (true) {
    const std::size_t newline = buffer_.find('\n', searched_);
    if (newline != std::string::npos) return take(newline, newline + 1);
    searched_ = buffer_.size();
    if (searched_ - start_ > kLongestLine) {
      too_long_ = true;
      start_ = searched_;
    }
    if (!read_more()) break;
  }
  if (interrupted_ || (start_ == buffer_.size() && !too_long_)) return std::nullopt;
  return take(buffer_.size(), buffer_.size());
}

}  // namespace zugwerk::base
