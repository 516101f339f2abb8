// review/review_run.h
//
// Reviews of many games: read from files, several at once, kept in a journal as they are finished so that a run that
// was ended can go on, put together into files at the end. Prints nothing.

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/error.h"
#include "review/reviewer.h"

namespace zugwerk::review {

struct RunSettings {
  ReviewSettings review;
  std::vector<std::string> files;  // PGN, also packed; "-" is standard input
  int threads = 1;                 // games at the same time
  bool resume = false;             // take over what the journal of an earlier run holds
  // Files to write; empty: not wanted.
  std::string pgn;
  std::string json;
  std::string html;
};

struct RunProgress {
  std::size_t games = 0;            // finished
  std::uint64_t positions = 0;      // searched, also of games that are not finished
  std::uint64_t all_positions = 0;  // 0: not known
  double seconds = 0;               // since the run began
  double seconds_left = 0;          // an estimate; 0 while there is none
};

/// Called one at a time.
struct RunEvents {
  std::function<void(std::size_t number, const std::string& summary)> on_game;
  /// A broken game, or what was dropped from a starting position; with file, line and column.
  std::function<void(const std::string& message)> on_error;
  /// Some times a second.
  std::function<void(const RunProgress&)> on_progress;
};

struct RunTotals {
  std::size_t games = 0;       // reviewed, in this run or before
  std::size_t taken_over = 0;  // of these, from the journal
  std::size_t broken = 0;
  bool interrupted = false;
};

/// Where the finished games of a run are kept until its files are written; empty if it writes none but devices.
[[nodiscard]] std::string journal_path(const RunSettings& settings);

/// Reviews all games. When `stop` is raised, what is finished stays in the journal. An error names the file; what was
/// finished before it is kept as well.
[[nodiscard]] base::Expected<RunTotals> run_reviews(const RunSettings& settings, const std::atomic<bool>& stop,
                                                    const RunEvents& events);

}  // namespace zugwerk::review
