// base/process/process.h
//
// A child process with pipes to its standard input, output and error: lines out, lines in with their arrival times, and
// a termination that leaves no process running. What the lines mean is up to the caller.

#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/error.h"

namespace zugwerk::base {

struct ProcessSettings {
  std::vector<std::string> arguments;  // the program first, looked for in PATH unless it has a slash
  std::string folder;                  // its working directory; empty: ours
  std::vector<int> cores;              // the processors it may use; empty: all
  /// A file for its standard output and error; empty: they are read by read_line. The file stays locked
  /// (file_lock.h) until the process has ended, even if this program is killed.
  std::string log = {};
  int niceness = 0;  // see priority.h; 0: the same as ours
};

struct ProcessLine {
  std::string text;
  TimePoint arrived;
};

/// How a process ended.
struct ProcessEnd {
  int exit_code = 0;
  int signal = 0;  // that ended it; 0: it ended by itself

  /// "exit code 3", "signal 11 (Segmentation fault)".
  [[nodiscard]] std::string text() const;
  /// As in shells: 128 plus the number if a signal ended it.
  [[nodiscard]] int shell_code() const;

  friend bool operator==(const ProcessEnd&, const ProcessEnd&) = default;
};

/// What a wait for a line came to.
enum class WaitEnd {
  Answered,     // there is a line
  TimedOut,     // there was none until the deadline
  Ended,        // the process closed its output: it crashed or left
  Interrupted,  // our stop flag was raised
};

/// A running child. It and its descendants are killed when we end it, and also when this program crashes or is killed.
class Process {
 public:
  /// Lines longer than this are cut into several.
  static constexpr std::size_t kLongestLine = std::size_t{1024} * 1024;

  /// The error names the program and says why the system refused to run it.
  [[nodiscard]] static Expected<Process> start(const ProcessSettings& settings);

  Process(Process&&) noexcept;
  Process& operator=(Process&&) noexcept;
  /// Kills the process, if it is still running, and its descendants.
  ~Process();

  /// Writes the line and its end. False if the process no longer reads: it ended, or left its pipe full for a second.
  bool write_line(std::string_view line);

  /// Waits for a whole line until `deadline`. While waiting, `stop` cancels the wait (within a twentieth of a second),
  /// and the output of `companion` is read as well, so that its pipe does not fill up. Ended: there is no more output.
  [[nodiscard]] WaitEnd read_line(ProcessLine& line, TimePoint deadline, const std::atomic<bool>* stop = nullptr,
                                  Process* companion = nullptr);

  /// Asks the process to exit cleanly.
  void interrupt();
  /// Kills it at once.
  void kill();

  /// Waits at most this long for the process to end. How it did, or nothing if it is still running.
  [[nodiscard]] std::optional<ProcessEnd> wait_for_end(Milliseconds wait);

  /// Closes the pipe to the process, waits for its end as long as `grace`, then kills it and what it started. What
  /// happened to it: ProcessEnd::text() or "killed".
  std::string end(Milliseconds grace);

  /// By which the system knows it.
  [[nodiscard]] std::int64_t id() const;

  /// The last line of the standard error that was not blank; empty if there was none.
  [[nodiscard]] const std::string& last_error_line() const;
  /// The first lines of the standard error that are more than dashes, as one; empty if there were none.
  [[nodiscard]] const std::string& first_error() const;

 private:
  struct State;
  explicit Process(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace zugwerk::base
