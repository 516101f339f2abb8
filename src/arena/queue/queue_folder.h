// arena/queue/queue_folder.h
//
// A queue is a folder:
//   NAME.experiment   what to do (experiment.h); whoever adds, changes, renames or removes one changes the queue
//   NAME/             what the experiment wrote: its games, journals, summary, log and progress
//   queue.journal     what became of the experiments; also the lock that keeps a second runner out
//   paused            while there is such a file, nothing runs
// This reads all of it, for the runner, for people and for the page. The runner is queue_run.h.

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

/// What the journal says of one experiment.
struct ExperimentHistory {
  std::uint64_t starts = 0;
  bool open = false;         // started, and neither ended nor interrupted since
  std::string check;         // of the file with which it last started
  std::uint64_t seed = 0;    // chosen at its first start
  std::int64_t started = 0;  // the first start and the last end, in seconds since 1970
  std::int64_t ended = 0;
  double seconds = 0;  // of running time, all runs together
  /// How it ended; nothing while it is to go on.
  std::optional<int> exit_code;  // 128 and the number of a signal that ended it
  bool timed_out = false;
  std::string result;                   // on one line
  std::vector<std::string> last_lines;  // of its output, if it failed
};

using QueueHistory = std::map<std::string, ExperimentHistory>;

enum class ExperimentStage : unsigned char {
  Waiting,      // for its turn, or for another experiment
  Running,      // now
  Interrupted,  // goes on when it is its turn
  Done,
  TimedOut,  // its time limit was reached; it kept what it had
  Failed,
  Blocked,  // waits for one that failed or is not there
  Damaged,  // its file cannot be understood
};

struct QueueEntry {
  Experiment experiment;  // of a damaged one only the name
  std::string check;      // of its file
  ExperimentStage stage = ExperimentStage::Waiting;
  std::string note;  // why it is blocked, damaged or waiting
  ExperimentHistory history;
};

struct QueueState {
  std::vector<QueueEntry> entries;  // in the order in which they run
  bool running = false;             // a runner holds the lock
  bool paused = false;
};

/// The names and places in a queue's folder.
class QueueFolder {
 public:
  explicit QueueFolder(std::string path);

  [[nodiscard]] const std::string& path() const { return path_; }
  [[nodiscard]] std::string experiment_file(const std::string& name) const;
  [[nodiscard]] std::string work_folder(const std::string& name) const;
  [[nodiscard]] std::string journal() const;
  [[nodiscard]] std::string pause_file() const;

  /// Whether there is anything of a queue in it.
  [[nodiscard]] bool is_queue() const;

  /// The queue as it is now. A damaged journal is an error.
  [[nodiscard]] base::Expected<QueueState> read() const;
  /// The same for the runner, who knows the history.
  [[nodiscard]] base::Expected<QueueState> read(const QueueHistory& history) const;

  /// How the journal is read: entries are added to the history.
  [[nodiscard]] base::LineJournal::Work journal_work(QueueHistory& history) const;

  /// The progress of an experiment as the command wrote it; null if there is none.
  [[nodiscard]] base::Json progress(const std::string& name) const;

  /// Adds the experiment at the end, or under its name if it has one. Returns the name.
  [[nodiscard]] base::Expected<std::string> add(Experiment experiment) const;

  /// Takes the experiment out of the queue; what it wrote stays.
  [[nodiscard]] base::Expected<void> remove(const std::string& name) const;

  [[nodiscard]] base::Expected<void> set_paused(bool paused) const;

 private:
  std::string path_;
};

/// "running"
[[nodiscard]] std::string_view name_of(ExperimentStage stage);

/// {"paused", "running", "experiments": [...]}, with the progress of those that have some.
[[nodiscard]] base::Json to_json(const QueueState& state, const QueueFolder& folder);

}  // namespace zugwerk::arena
