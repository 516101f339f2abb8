#include "base/files/line_reader.h"

#include <array>
#include <cerrno>
#include <utility>

#include <poll.h>
#include <unistd.h>

#include "base/text.h"

namespace zugwerk::base {

bool LineReader::read_more() {
  std::array<pollfd, 2> watched{{{descriptor_, POLLIN, 0}, {interrupt_, POLLIN, 0}}};
  // poll() ignores negative descriptors, and a signal may end it early.
  while (::poll(watched.data(), watched.size(), -1) < 0)
    if (errno != EINTR) return false;
  if (watched[1].revents != 0) {
    interrupted_ = true;
    return false;
  }

  constexpr std::size_t kBlock = std::size_t{64} << 10;
  buffer_.erase(0, start_);
  searched_ -= start_;
  start_ = 0;
  const std::size_t length = buffer_.size();
  buffer_.resize(length + kBlock);
  ssize_t count = 0;
  do {
    count = ::read(descriptor_, buffer_.data() + length, kBlock);
  } while (count < 0 && errno == EINTR);
  buffer_.resize(length + static_cast<std::size_t>(count > 0 ? count : 0));
  return count > 0;
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
