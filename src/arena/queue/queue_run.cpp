#include "arena/queue/queue_run.h"

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <list>
#include <optional>
#include <set>
#include <thread>
#include <utility>
#include <vector>

#include "arena/queue/progress.h"
#include "base/clock.h"
#include "base/files/file_lock.h"
#include "base/files/random_access_file.h"
#include "base/files/whole_file.h"
#include "base/format.h"
#include "base/process/process.h"
#include "base/rng.h"
#include "base/text.h"

namespace zugwerk::arena {

namespace {

namespace fs = std::filesystem;
using base::Json;

constexpr base::Milliseconds kPollInterval{50};
/// How often the folder is read.
constexpr double kSecondsBetweenLooks = 0.5;
/// A command that does not exit this long after SIGTERM is killed; it can still be resumed.
constexpr double kPatience = 60;
constexpr int kInterruptedExit = 130;

[[nodiscard]] std::int64_t seconds_since_1970() { return static_cast<std::int64_t>(std::time(nullptr)); }

[[nodiscard]] std::string log_path(const std::string& work_folder) { return work_folder + "/output.log"; }

/// The last non-blank lines of a log, to show why a command failed. Ignores what was logged before `begin`.
[[nodiscard]] std::vector<std::string> last_lines_of(const std::string& path, std::uint64_t begin) {
  constexpr std::uint64_t kMostBytes = 4096;
  constexpr std::size_t kMostLines = 5;
  std::error_code error;
  const std::uint64_t size = fs::file_size(path, error);
  if (error || size <= begin) return {};
  const auto file = base::RandomAccessFile::open(path);
  if (!file) return {};
  std::string text(std::min(kMostBytes, size - begin), '\0');
  if (!file->read(size - text.size(), text)) return {};
  std::vector<std::string> lines;
  for (std::string_view rest = text; !rest.empty();) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = base::trim(rest.substr(0, end));
    if (!line.empty()) lines.push_back(base::to_utf8(line));
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  if (lines.size() > kMostLines) lines.erase(lines.begin(), lines.end() - kMostLines);
  return lines;
}

struct RunningExperiment {
  QueueEntry entry;  // as it was when it started
  base::Process process;
  base::Stopwatch watch;
  std::uint64_t log_begin = 0;
  enum class Asked : unsigned char { No, ToStop, ForTime } asked = Asked::No;
  base::Stopwatch asked_since;
};

class QueueRunner {
 public:
  QueueRunner(const QueueSettings& settings, const QueueEvents& events)
      : settings_(settings), events_(events), folder_(settings.folder) {}

  base::Expected<void> open() {
    std::error_code error;
    if (!fs::is_directory(folder_.path(), error)) return base::failure(folder_.path() + ": there is no such folder");
    base::LineJournal::Work work = folder_.journal_work(history_);
    work.on_cut = [this](const std::string& text) { warn(text); };
    // Readers of the queue hold the lock only for a moment; a runner keeps it.
    constexpr int kAttempts = 5;
    for (int attempt = 1;; ++attempt) {
      history_.clear();
      auto journal = base::LineJournal::resume(folder_.journal(), work);
      if (journal) {
        journal_.emplace(*std::move(journal));
        break;
      }
      if (!base::is_locked(folder_.journal())) return tl::unexpected(journal.error());
      if (attempt == kAttempts)
        return base::failure(folder_.path() + ": another 'zugwerk queue run' is using this folder");
      std::this_thread::sleep_for(kPollInterval);
    }
    for (auto& [name, past] : history_)
      if (past.open)
        if (auto closed = close_after_kill(name); !closed) return closed;
    return {};
  }

  base::Expected<QueueState> run(const std::atomic<bool>& stop) {
    std::optional<base::Stopwatch> looked;
    for (;;) {
      if (!looked || looked->seconds() >= kSecondsBetweenLooks) {
        auto state = folder_.read(history_);
        if (!state) return tl::unexpected(state.error());
        state_ = *std::move(state);
        report_news();
        looked.emplace();
      }
      if (auto looked_after = look_after_running(stop); !looked_after) return tl::unexpected(looked_after.error());
      if (!stop && !state_.paused) {
        auto started = start_next();
        if (!started) return tl::unexpected(started.error());
        if (*started) continue;
      }
      if (running_.empty() && (stop || (settings_.until_empty && !state_.paused && next() == nullptr))) {
        auto state = folder_.read(history_);
        // An experiment may have been added at the last moment.
        if (!state || stop) return state;
        state_ = *std::move(state);
        if (next() == nullptr) return state_;
        continue;
      }
      wait();
    }
  }

 private:
  void warn(const std::string& text) const {
    if (events_.on_warning) events_.on_warning(text);
  }

  /// Reports pauses and damaged files, each once.
  void report_news() {
    if (state_.paused != paused_ && events_.on_pause) events_.on_pause(state_.paused);
    paused_ = state_.paused;
    for (const QueueEntry& entry : state_.entries)
      if (entry.stage == ExperimentStage::Damaged && reported_.insert(entry.note + entry.check).second)
        warn(entry.note);
  }

  void wait() {
    if (running_.empty())
      std::this_thread::sleep_for(kPollInterval);
    else
      static_cast<void>(running_.front().process.wait_for_end(kPollInterval));
  }

  /// Adds the entry to the journal and to the history.
  base::Expected<void> note(const Json& entry) {
    if (auto added = journal_->add(entry); !added) return added;
    return folder_.journal_work(history_).on_entry(entry);
  }

  /// Closes an entry left open by a kill or a power failure. The experiment's own files have what it finished.
  base::Expected<void> close_after_kill(const std::string& name) {
    const Json progress = folder_.progress(name);
    const auto state = progress_state_of(progress);
    const double seconds = progress.is_object() && progress.contains("seconds") && progress["seconds"].is_number()
                               ? progress["seconds"].get<double>()
                               : 0;
    Json entry{{"event", "interrupted"},        {"experiment", name},
               {"time", seconds_since_1970()},  {"seconds", seconds},
               {"result", result_in(progress)}, {"why", "the queue was killed"}};
    // It had completed, but the runner was killed before it could record that.
    if (state == ProgressState::Complete) {
      entry["event"] = "end";
      entry["exit_code"] = 0;
      entry["timed_out"] = false;
      entry["last_lines"] = Json::array();
    } else {
      warn(name + ": was running when the queue was killed; it will resume");
    }
    return note(entry);
  }

  [[nodiscard]] static std::string result_in(const Json& progress) {
    if (!progress.is_object() || !progress.contains("text") || !progress["text"].is_string()) return "";
    return progress["text"].get<std::string>();
  }

  [[nodiscard]] bool is_running(const std::string& name) const {
    return std::any_of(running_.begin(), running_.end(),
                       [&](const RunningExperiment& one) { return one.entry.experiment.name == name; });
  }

  /// The first experiment that can start now.
  [[nodiscard]] const QueueEntry* next() const {
    for (const QueueEntry& entry : state_.entries)
      if ((entry.stage == ExperimentStage::Waiting || entry.stage == ExperimentStage::Interrupted) &&
          entry.note.empty() && !is_running(entry.experiment.name))
        return &entry;
    return nullptr;
  }

  /// True if an experiment was started or failed to start.
  base::Expected<bool> start_next() {
    if (running_.size() >= static_cast<std::size_t>(settings_.concurrency)) return false;
    const QueueEntry* const found = next();
    if (found == nullptr) return false;
    QueueEntry entry = *found;
    // Processes of a killed runner are killed as well, but that may take a moment.
    if (base::is_locked(log_path(folder_.work_folder(entry.experiment.name)))) return false;
    auto started = start(std::move(entry));
    if (!started) return tl::unexpected(started.error());
    auto state = folder_.read(history_);
    if (!state) return tl::unexpected(state.error());
    state_ = *std::move(state);
    return true;
  }

  base::Expected<void> start(QueueEntry entry) {
    const std::string& name = entry.experiment.name;
    std::error_code error;
    const std::string work_folder = fs::absolute(folder_.work_folder(name), error).string();
    const bool again = entry.stage == ExperimentStage::Waiting && entry.history.starts > 0;
    const std::uint64_t seed = entry.history.starts > 0 ? entry.history.seed : base::entropy();
    // A changed file runs an ended experiment again: its old progress no longer holds.
    if (again) fs::remove(progress_path(work_folder), error);
    if (auto noted = note({{"event", "start"},
                           {"experiment", name},
                           {"time", seconds_since_1970()},
                           {"file_checksum", entry.check},
                           {"seed", seed},
                           {"command", entry.experiment.words}});
        !noted)
      return noted;
    entry.history = history_[name];
    entry.stage = ExperimentStage::Running;
    const auto not_started = [&](const std::string& why) { return finish(entry, 1, false, 0, "", {why}); };
    fs::create_directories(work_folder, error);
    if (error) return not_started(work_folder + ": cannot be created: " + error.message());
    base::ProcessSettings process;
    process.arguments = words_to_run(entry.experiment, work_folder, seed);
    process.arguments.insert(process.arguments.begin(), settings_.program);
    process.folder = entry.experiment.folder.empty() ? folder_.path() : entry.experiment.folder;
    process.log = log_path(work_folder);
    process.niceness = settings_.niceness;
    const std::uint64_t log_size = fs::file_size(process.log, error);
    const std::uint64_t log_begin = error ? 0 : log_size;
    auto started = base::Process::start(process);
    if (!started) return not_started(started.error().message);
    if (events_.on_start) events_.on_start(entry);
    running_.push_back({std::move(entry), *std::move(started), {}, log_begin, RunningExperiment::Asked::No, {}});
    return {};
  }

  base::Expected<void> finish(QueueEntry& entry, std::optional<int> exit_code, bool timed_out, double seconds,
                              const std::string& result, const std::vector<std::string>& last_lines) {
    Json line{{"event", exit_code ? "end" : "interrupted"},
              {"experiment", entry.experiment.name},
              {"time", seconds_since_1970()},
              {"seconds", seconds},
              {"result", result}};
    if (exit_code) {
      line["exit_code"] = *exit_code;
      line["timed_out"] = timed_out;
      line["last_lines"] = last_lines;
    }
    if (auto noted = note(line); !noted) return noted;
    entry.history = history_[entry.experiment.name];
    entry.stage = !exit_code        ? ExperimentStage::Interrupted
                  : timed_out       ? ExperimentStage::TimedOut
                  : *exit_code == 0 ? ExperimentStage::Done
                                    : ExperimentStage::Failed;
    if (events_.on_end) events_.on_end(entry);
    return {};
  }

  base::Expected<void> look_after_running(const std::atomic<bool>& stop) {
    for (auto one = running_.begin(); one != running_.end();) {
      if (const auto how = one->process.wait_for_end(base::Milliseconds(0))) {
        if (auto ended = end(*one, *how); !ended) return ended;
        one = running_.erase(one);
        auto state = folder_.read(history_);
        if (!state) return tl::unexpected(state.error());
        state_ = *std::move(state);
        continue;
      }
      ask_to_end(*one, stop);
      ++one;
    }
    return {};
  }

  void ask_to_end(RunningExperiment& one, const std::atomic<bool>& stop) {
    using Asked = RunningExperiment::Asked;
    if (one.asked != Asked::No) {
      if (one.asked_since.seconds() > kPatience) one.process.kill();
      return;
    }
    const auto& limit = one.entry.experiment.time_limit;
    const bool in_queue = std::any_of(state_.entries.begin(), state_.entries.end(), [&](const QueueEntry& entry) {
      return entry.experiment.name == one.entry.experiment.name;
    });
    if (stop || state_.paused || !in_queue)
      one.asked = Asked::ToStop;
    else if (limit && one.entry.history.seconds + one.watch.seconds() >= *limit)
      one.asked = Asked::ForTime;
    if (one.asked == Asked::No) return;
    one.asked_since = base::Stopwatch();
    one.process.interrupt();
  }

  base::Expected<void> end(RunningExperiment& one, const base::ProcessEnd& how) {
    using Asked = RunningExperiment::Asked;
    const int code = how.shell_code();
    const double seconds = one.watch.seconds();
    const std::string name = one.entry.experiment.name;
    const std::string result = result_in(folder_.progress(name));
    // Kills whatever the command left running.
    one.process.end(base::Milliseconds(0));
    const bool by_request = one.asked != Asked::No || code == kInterruptedExit;
    const bool interrupted = by_request && code != 0;
    if (interrupted && one.asked == Asked::ForTime) return finish(one.entry, code, true, seconds, result, {});
    if (interrupted) return finish(one.entry, std::nullopt, false, seconds, result, {});
    std::vector<std::string> lines;
    if (code != 0) {
      lines = last_lines_of(log_path(folder_.work_folder(name)), one.log_begin);
      if (how.signal != 0) lines.push_back("ended by " + how.text());
    }
    return finish(one.entry, code, false, seconds, result, lines);
  }

  const QueueSettings& settings_;
  const QueueEvents& events_;
  QueueFolder folder_;
  QueueHistory history_;
  std::optional<base::LineJournal> journal_;
  QueueState state_;
  std::list<RunningExperiment> running_;
  std::set<std::string> reported_;
  bool paused_ = false;
};

}  // namespace

base::Expected<QueueState> run_queue(const QueueSettings& settings, const std::atomic<bool>& stop,
                                     const QueueEvents& events) {
  QueueRunner runner(settings, events);
  if (auto opened = runner.open(); !opened) return tl::unexpected(opened.error());
  return runner.run(stop);
}

}  // namespace zugwerk::arena
