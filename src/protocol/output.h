// protocol/output.h
//
// What a client hears: whole lines from several threads, in order, and a log of the conversation if one is wanted.
// Knows no protocol.

#pragma once

#include <fstream>
#include <mutex>
#include <ostream>
#include <string>
#include <string_view>

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
  /// False if the file cannot be written; an empty path ends logging.
  bool log_to(const std::string& path) {
    const std::scoped_lock lock(mutex_);
    if (log_.is_open()) log_.close();
    log_.clear();
    if (path.empty()) return true;
    log_.open(path, std::ios::app);
    return log_.is_open();
  }

 private:
  std::mutex mutex_;  // guards both streams
  std::ostream& out_;
  std::ofstream log_;
};

}  // namespace zugwerk::protocol
