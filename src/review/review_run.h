// review/review_run.h
//
// Reviews of many games: read from files, several at once, stored in a journal as they are finished so that an
// interrupted run can be resumed, and assembled into files at the end. Prints nothing.

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/files/shard_journals.h"
#include "base/shard.h"
#include "review/reviewer.h"

namespace zugwerk::review {

/// Files to write; none if empty.
struct ReviewFiles {
  std::string pgn;
  std::string json;
  std::string html;
};

struct RunSettings {
  ReviewSettings review;
  std::vector<std::string> files;  // PGN, compressed or not; "-" is standard input
  int threads = 1;                 // games at the same time
  bool check_reasons = false;      // by searches of many times the nodes; see reason_check.h
  bool resume = false;             // continue from the journal of an earlier run
  base::Shard shard;               // the part of the games to review; the files are then its own
  ReviewFiles output;
};

struct RunProgress {
  std::size_t games = 0;            // finished
  std::uint64_t positions = 0;      // searched, including those of unfinished games
  std::uint64_t all_positions = 0;  // 0: not known
  double seconds = 0;               // since the run began
  double seconds_left = 0;          // an estimate; 0 while there is none
};

/// Called one at a time.
struct RunEvents {
  std::function<void(std::size_t number, const std::string& summary)> on_game;
  /// A broken game, or what was dropped from a starting position; with file, line and column.
  std::function<void(const std::string& message)> on_error;
  /// Several times a second.
  std::function<void(const RunProgress&)> on_progress;
};

struct RunTotals {
  std::size_t games = 0;       // reviewed, in this run or an earlier one
  std::size_t taken_over = 0;  // those from the journal
  std::size_t broken = 0;
  bool interrupted = false;
  std::string reasons;  // how many marks have a reason and how many hold, if they were checked
};

/// The journal of a run, which keeps finished games until its files are written; empty if it writes only to devices.
[[nodiscard]] std::string journal_path(const RunSettings& settings);

/// Reviews all games. If `stop` is raised, finished games stay in the journal; so do they after an error, which names
/// the file.
[[nodiscard]] base::Expected<RunTotals> run_reviews(const RunSettings& settings, const std::atomic<bool>& stop,
                                                    const RunEvents& events);

/// The files of a run from its shards. Every game must have been reviewed.
[[nodiscard]] base::Expected<RunTotals> merge_reviews(const base::ShardJournals& journals, const ReviewFiles& files);

}  // namespace zugwerk::review
