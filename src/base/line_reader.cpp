#include "base/line_reader.h"

#include <array>
#include <cerrno>

#include <poll.h>
#include <unistd.h>

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

std::optional<std::string> LineReader::next() {
  while (true) {
    const std::size_t newline = buffer_.find('\n', searched_);
    if (newline != std::string::npos) {
      std::string line = buffer_.substr(start_, newline - start_);
      start_ = searched_ = newline + 1;
      return line;
    }
    searched_ = buffer_.size();
    if (!read_more()) break;
  }
  if (interrupted_ || start_ == buffer_.size()) return std::nullopt;
  std::string line = buffer_.substr(start_);
  start_ = searched_ = buffer_.size();
  return line;
}

}  // namespace zugwerk::base
