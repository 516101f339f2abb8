// arena/queue/queue_folder.h
//
// A queue is a folder:
//   NAME.experiment   what to do (experiment.h); add, edit, rename or remove these files to change the queue
//   NAME/             the experiment's output: games, journals, summary, log and progress
//   queue.journal     starts and ends of experiments; also the lock that keeps a second runner out
//   paused            nothing runs while this file exists
// Reads and edits the queue for the runner (queue_run.h), the command line and the page.

#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "arena/queue/experiment.h"
#include "arena/queue/progress.h"
#include "base/error.h"
#include "base/files/line_journal.h"
#include "base/json.h"

namespace zugwerk::arena {

/// The journal's record of one experiment.
struct ExperimentHistory {
  std::uint64_t starts = 0;
  bool open = false;         // started, and neither ended nor interrupted since
  std::string check;         // checksum of its file at the last start
  std::uint64_t seed = 0;    // chosen at its first start
  std::int64_t started = 0;  // the first start and the last end, in seconds since 1970
  std::int64_t ended = 0;
  double seconds = 0;  // total running time of all runs
  /// Empty until the experiment has ended.
  std::optional<int> exit_code;  // 128 plus the signal number if a signal ended it
  bool timed_out = false;
  std::string result;                   // in one line
  std::vector<std::string> last_lines;  // of its output, if it failed
};

using QueueHistory = std::map<std::string, ExperimentHistory>;

enum class ExperimentStage : unsigned char {
  Waiting,  // for its turn or for another experiment
  Running,
  Interrupted,  // resumes when it is its turn
  Done,
  TimedOut,  // its time limit was reached; its output was kept
  Failed,
  Blocked,  // waits for one that failed or does not exist
  Damaged,  // its file cannot be parsed
};

struct QueueEntry {
  Experiment experiment;  // only the name if damaged
  std::string check;      // checksum of its file
  ExperimentStage stage = ExperimentStage::Waiting;
  std::string note;  // why it is blocked, damaged or waiting
  ExperimentHistory history;
};

struct QueueState {
  std::vector<QueueEntry> entries;  // in running order
  bool running = false;             // a runner holds the lock
  bool paused = false;
};

/// The folder of a queue and the paths in it.
class QueueFolder {
 public:
  explicit QueueFolder(std::string path);

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string experiment_file(const std::string& name) const;
  [[nodiscard]] std::string work_folder(const std::string& name) const;
  [[nodiscard]] std::string journal() const;
  [[nodiscard]] std::string pause_file() const;

  /// Whether the folder has a queue journal or any experiments.
  [[nodiscard]] bool is_queue() const;

  /// The queue as it is now. A damaged journal is an error.
  [[nodiscard]] base::Expected<QueueState> read() const;
  /// The same for the runner, which already has the history.
  [[nodiscard]] base::Expected<QueueState> read(const QueueHistory& history) const;

  /// How to read the journal: its entries are added to `history`.
  [[nodiscard]] base::LineJournal::Work journal_work(QueueHistory& history) const;

  /// The progress that the experiment's command wrote; null if there is none.
  [[nodiscard]] base::Json progress(const std::string& name) const;

  /// Adds the experiment under its name, or with the next number if it has none. Returns the name.
  [[nodiscard]] base::Expected<std::string> add(Experiment experiment) const;

  /// Removes the experiment from the queue; its output stays.
  [[nodiscard]] base::Expected<void> remove(const std::string& name) const;

  [[nodiscard]] base::Expected<void> set_paused(bool paused) const;

 private:
  std::string path_;
};

/// "running"
[[nodiscard]] std::string_view name_of(ExperimentStage stage);

/// {"paused", "running", "experiments": [...]}, with each experiment's progress, if any.
[[nodiscard]] base::Json to_json(const QueueState& state, const QueueFolder& folder);

}  // namespace zugwerk::arena
