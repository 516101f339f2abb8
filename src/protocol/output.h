// protocol/output.h
//
// Output to a client: whole lines from several threads, in order, and a log of the conversation if requested.
// Independent of any protocol.

#pragma once

#include <fstream>
#include <mutex>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>

namespace zugwerk::protocol {

class Output {
 public:
  /// Writes to a stream that the caller keeps alive.
  explicit Output(std::ostream& out) : out_(out) {}

  void say(const std::string& text) {
    const std::scoped_lock lock(mutex_);
    out_ << text << std::endl;
    if (log_.is_open()) log_ << "<< " << text << std::endl;
  }
  void heard(std::string_view line) {
    const std::scoped_lock lock(mutex_);
    if (log_.is_open()) log_ << ">> " << line << std::endl;
  }
  /// False if the file cannot be written, in which case the old log continues; an empty path ends logging.
  [[nodiscard]] bool log_to(const std::string& path) {
    std::ofstream log;
    if (!path.empty()) {
      log.open(path, std::ios::app);
      if (!log.is_open()) return false;
    }
    const std::scoped_lock lock(mutex_);
    log_ = std::move(log);
    return true;
  }

 private:
  std::mutex mutex_;  // guards both streams
  std::ostream& out_;
  std::ofstream log_;
};

}  // namespace zugwerk::protocol
