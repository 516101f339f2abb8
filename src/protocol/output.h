// protocol/output.h
//
// Output to a client: whole lines from several threads, in order, and a log of the conversation if requested.
// Independent of any protocol.

#pragma once

#include <mutex>
#include <optional>
#include <ostream>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "base/files/output_file.h"

namespace zugwerk::protocol {

class Output {
 public:
  /// Writes to a stream that the caller keeps alive. `error_prefix` is how the protocol begins a line about an error.
  Output(std::ostream& out, std::string error_prefix) : out_(out), error_prefix_(std::move(error_prefix)) {}

  void say(const std::string& text) {
    const std::scoped_lock lock(mutex_);
    out_ << text << std::endl;
    log("<< ", text);
  }
  void heard(std::string_view line) {
    const std::scoped_lock lock(mutex_);
    log(">> ", line);
  }
  /// After an error the old log continues; an empty path ends logging.
  [[nodiscard]] base::Expected<void> log_to(const std::string& path) {
    const std::scoped_lock lock(mutex_);
    if (log_ && log_->path() == path) return {};
    if (path.empty()) {
      log_.reset();
      return {};
    }
    auto opened = base::OutputFile::open(path, base::OutputFile::Mode::Append);
    if (!opened) return tl::unexpected(opened.error());
    log_ = *std::move(opened);
    return {};
  }

 private:
  /// A log that cannot be continued, on a full disk for example, ends with a line to the client.
  void log(std::string_view direction, std::string_view text) {
    if (!log_) return;
    const auto written = log_->append(std::string(direction).append(text).append("\n"));
    if (written) return;
    log_.reset();
    out_ << error_prefix_ << written.error().message << "; the log ends here" << std::endl;
  }

  std::mutex mutex_;  // guards stream and log
  std::ostream& out_;
  const std::string error_prefix_;
  std::optional<base::OutputFile> log_;
};

}  // namespace zugwerk::protocol
