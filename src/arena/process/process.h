// arena/process/process.h
//
// A child process with pipes to its standard input, output and error: lines out, lines in with their arrival times, and
// a termination that leaves no process running. Independent of chess; uci_client.h interprets the lines.

#pragma once

#include <atomic>
#include <chrono>
#include <cstddef>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

#include "base/clock.h"
#include "base/error.h"

namespace zugwerk::arena {

using base::Clock;
using base::Milliseconds;
using base::TimePoint;

/// The words of a command: split at blanks, with both kinds of quotes and backslashes as in a shell. Nothing is
/// expanded. An empty command and an unclosed quote are errors.
[[nodiscard]] base::Expected<std::vector<std::string>> split_command(std::string_view command);

/// One word of a command, in quotes: split_command gives it back whatever it contains.
[[nodiscard]] std::string command_word(std::string_view text);

struct ProcessSettings {
  std::vector<std::string> arguments;  // the program first, looked for in PATH unless it has a slash
  std::string folder;                  // its working directory; empty: ours
  std::vector<int> cores;              // the processors it may use; empty: all
  /// A file for its standard output and error; empty: they are read by read_line. The file stays locked
  /// (base::is_locked) until the process has ended, even if this program is killed.
  std::string log = {};
  int niceness = 0;  // see base/priority.h; 0: the same as ours
};

struct ProcessLine {
  std::string text;
  TimePoint arrived;
};

/// What a wait for a line came to.
enum class WaitEnd {
  Answered,     // there is a line
  TimedOut,     // there was none until the deadline
  Ended,        // the process closed its output: it crashed or left
  Interrupted,  // our stop flag was raised
};

/// A running child in its own process group. A guard between us and the child (process_guard.h) kills it and its
/// descendants when we end it, and also when this program crashes or is killed.
class Process {
 public:
  /// Lines longer than this are cut into several.
  static constexpr std::size_t kLongestLine = std::size_t{1024} * 1024;

  /// The error names the program and says why the system refused to run it.
  [[nodiscard]] static base::Expected<Process> start(const ProcessSettings& settings);

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

  /// Asks the process to exit cleanly (SIGTERM).
  void interrupt();
  /// Kills it at once (SIGKILL).
  void kill();

  /// Waits at most this long for the process to end. Its wait status, or nothing if it is still running.
  [[nodiscard]] std::optional<int> wait_for_end(Milliseconds wait);

  /// Closes the pipe to the process, waits for its end as long as `grace`, then kills it and what it started. What
  /// happened to it, as describe_exit says.
  std::string end(Milliseconds grace);

  [[nodiscard]] pid_t id() const;

  /// The last line of the standard error that was not blank; empty if there was none.
  [[nodiscard]] const std::string& last_error_line() const;
  /// The first lines of the standard error that are more than dashes, as one; empty if there were none.
  [[nodiscard]] const std::string& first_error() const;

  /// How a process ended: "exit code 3", "signal 11 (Segmentation fault)".
  [[nodiscard]] static std::string describe_exit(int wait_status);

 private:
  struct State;
  explicit Process(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

}  // namespace zugwerk::arena
