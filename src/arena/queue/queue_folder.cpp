#include "arena/queue/queue_folder.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <filesystem>
#include <tuple>
#include <utility>

#include "base/checksum.h"
#include "base/files/file_lock.h"
#include "base/files/whole_file.h"
#include "base/format.h"
#include "base/json_fields.h"
#include "base/text.h"

namespace zugwerk::arena {

namespace {

namespace fs = std::filesystem;
using base::Json;

constexpr std::string_view kQueueJournal = "queue.journal";
constexpr std::string_view kPauseFile = "paused";
/// Larger files are refused.
constexpr std::size_t kLargestExperiment = std::size_t{1} << 20;
constexpr std::size_t kLargestProgress = std::size_t{1} << 20;

[[nodiscard]] QueueEntry read_entry(const QueueFolder& folder, const std::string& name, const QueueHistory& history) {
  QueueEntry entry;
  entry.experiment.name = name;
  if (const auto known = history.find(name); known != history.end()) entry.history = known->second;
  const std::string path = folder.experiment_file(name);
  const auto text = base::read_whole_file(path, kLargestExperiment);
  const auto damaged = [&](const std::string& why) {
    entry.stage = ExperimentStage::Damaged;
    entry.note = why;
    return entry;
  };
  if (!text) return damaged(text.error().message);
  entry.check = base::checksum_text(*text);
  if (!is_experiment_name(name))
    return damaged(path + ": only letters, digits, '-', '_', '+' and '.' are allowed in the name");
  auto experiment = parse_experiment(*text, name, path);
  if (!experiment) return damaged(experiment.error().message);
  entry.experiment = *std::move(experiment);
  const ExperimentHistory& past = entry.history;
  if (past.open) {
    entry.stage = ExperimentStage::Running;
  } else if (past.exit_code && past.check == entry.check) {
    entry.stage = past.timed_out         ? ExperimentStage::TimedOut
                  : *past.exit_code == 0 ? ExperimentStage::Done
                                         : ExperimentStage::Failed;
  } else if (past.starts > 0 && !past.exit_code) {
    entry.stage = ExperimentStage::Interrupted;
  }
  return entry;
}

/// Marks blocked experiments and notes what the others wait for.
void find_blocked(std::vector<QueueEntry>& entries) {
  for (QueueEntry& entry : entries) {
    if (entry.stage != ExperimentStage::Waiting && entry.stage != ExperimentStage::Interrupted) continue;
    for (const std::string& name : entry.experiment.after) {
      const auto other = std::find_if(entries.begin(), entries.end(),
                                      [&](const QueueEntry& one) { return one.experiment.name == name; });
      const bool hopeless = other == entries.end() || other->stage == ExperimentStage::Failed ||
                            other->stage == ExperimentStage::Damaged || other->stage == ExperimentStage::Blocked ||
                            other == entries.begin() + (&entry - entries.data());
      if (hopeless) {
        entry.stage = ExperimentStage::Blocked;
        entry.note = other == entries.end() ? "after " + name + ", which is not in the queue"
                                            : base::format("after {}, which {}", name,
                                                           other->stage == ExperimentStage::Failed    ? "failed"
                                                           : other->stage == ExperimentStage::Damaged ? "is damaged"
                                                                                                      : "is blocked");
      } else if (other->stage != ExperimentStage::Done && other->stage != ExperimentStage::TimedOut) {
        entry.note = "after " + name;
      }
    }
  }
}

}  // namespace

QueueFolder::QueueFolder(std::string path) : path_(std::move(path)) {
  while (path_.size() > 1 && path_.ends_with('/')) path_.pop_back();
}

std::string QueueFolder::experiment_file(const std::string& name) const {
  return path_ + "/" + name + std::string(kExperimentExtension);
}
std::string QueueFolder::work_folder(const std::string& name) const { return path_ + "/" + name; }
std::string QueueFolder::journal() const { return path_ + "/" + std::string(kQueueJournal); }
std::string QueueFolder::pause_file() const { return path_ + "/" + std::string(kPauseFile); }

bool QueueFolder::is_queue() const {
  std::error_code error;
  if (fs::exists(journal(), error)) return true;
  for (fs::directory_iterator entry(path_, error), end; !error && entry != end; entry.increment(error))
    if (entry->path().extension() == kExperimentExtension) return true;
  return false;
}

base::LineJournal::Work QueueFolder::journal_work(QueueHistory& history) const {
  base::LineJournal::Work work;
  work.kind = "queue";
  work.about = Json::object();
  work.on_entry = [&history](const Json& entry) -> base::Expected<void> {
    if (!entry.is_object()) return base::failure("not an object");
    base::JsonFields fields(entry, "entry");
    std::string event;
    std::string name;
    std::int64_t time = 0;
    fields.take("event", event);
    fields.take("experiment", name);
    fields.take("time", time);
    ExperimentHistory& past = history[name];
    if (event == "start") {
      fields.take("file_checksum", past.check);
      if (past.starts == 0) past.started = time;
      fields.take("seed", past.seed);
      ++past.starts;
      past.open = true;
      past.exit_code.reset();
      past.timed_out = false;
      past.last_lines.clear();
    } else if (event == "interrupted" || event == "end") {
      double seconds = 0;
      fields.take("seconds", seconds);
      fields.take("result", past.result);
      past.seconds += seconds;
      past.ended = time;
      past.open = false;
      if (event == "end") {
        int code = 0;
        fields.take("exit_code", code);
        past.exit_code = code;
        fields.take("timed_out", past.timed_out);
        if (const Json* const lines = fields.find("last_lines"); lines != nullptr && lines->is_array())
          for (const Json& line : *lines)
            if (line.is_string()) past.last_lines.push_back(line.get<std::string>());
      }
    } else {
      return base::failure("unknown event " + base::in_quotes(event));
    }
    return fields.error().empty() ? base::Expected<void>() : base::failure(fields.error());
  };
  return work;
}

base::Expected<QueueState> QueueFolder::read() const {
  QueueHistory history;
  std::error_code error;
  // Check the lock before reading the journal: a runner that ends in between must not look as if it had been killed.
  const bool running = base::is_locked(journal());
  if (fs::exists(journal(), error)) {
    const auto bytes = base::read_whole_file(journal());
    if (!bytes) return tl::unexpected(bytes.error());
    if (const auto known = base::LineJournal::read(*bytes, journal(), journal_work(history)); !known)
      return tl::unexpected(known.error());
  }
  // Without a runner, open entries were left by one that was killed.
  if (!running)
    for (auto& [name, past] : history) past.open = false;
  auto state = read(history);
  if (state) state->running = running;
  return state;
}

base::Expected<QueueState> QueueFolder::read(const QueueHistory& history) const {
  QueueState state;
  std::error_code error;
  fs::directory_iterator file(path_, error);
  for (const fs::directory_iterator end; !error && file != end; file.increment(error)) {
    const std::string name = file->path().filename().string();
    if (name.ends_with(kExperimentExtension) && !name.starts_with('.'))
      state.entries.push_back(read_entry(*this, name.substr(0, name.size() - kExperimentExtension.size()), history));
  }
  if (error) return base::failure(path_ + ": cannot be read: " + error.message());
  std::sort(state.entries.begin(), state.entries.end(), [](const QueueEntry& a, const QueueEntry& b) {
    return std::make_tuple(-a.experiment.priority, std::string_view(a.experiment.name)) <
           std::make_tuple(-b.experiment.priority, std::string_view(b.experiment.name));
  });
  // Repeat until blocking has spread along whole chains of experiments.
  for (std::size_t i = 0; i < state.entries.size(); ++i) {
    const auto blocked = [&] {
      return std::count_if(state.entries.begin(), state.entries.end(),
                           [](const QueueEntry& entry) { return entry.stage == ExperimentStage::Blocked; });
    };
    const auto before = blocked();
    find_blocked(state.entries);
    if (blocked() == before) break;
  }
  state.paused = fs::exists(pause_file(), error);
  return state;
}

Json QueueFolder::progress(const std::string& name) const {
  const auto text = base::read_whole_file(progress_path(work_folder(name)), kLargestProgress);
  if (!text) return {};
  auto json = base::parse_json(*text);
  return json && progress_state_of(*json) ? *std::move(json) : Json();
}

base::Expected<std::string> QueueFolder::add(Experiment experiment) const {
  if (const auto checked = check_command(experiment.words); !checked) return tl::unexpected(checked.error());
  std::error_code error;
  fs::create_directories(path_, error);
  if (error) return base::write_failure(path_ + ": cannot be created: " + error.message());
  if (experiment.name.empty()) {
    // Steps of ten leave room in between.
    constexpr std::int64_t kStep = 10;
    std::int64_t last = 0;
    for (fs::directory_iterator file(path_, error), end; !error && file != end; file.increment(error)) {
      const std::string name = file->path().filename().string();
      const auto digits = static_cast<std::size_t>(
          std::find_if_not(name.begin(), name.end(), [](char c) { return base::is_digit(c); }) - name.begin());
      if (const auto number = base::parse_integer<std::int32_t>(std::string_view(name).substr(0, digits)))
        last = std::max<std::int64_t>(last, *number);
    }
    experiment.name = base::format("{:03}-{}", (last / kStep + 1) * kStep, experiment.subcommand());
  }
  if (!is_experiment_name(experiment.name))
    return base::failure("only letters, digits, '-', '_', '+' and '.' are allowed in a name, found " +
                         base::in_quotes(experiment.name));
  if (fs::exists(work_folder(experiment.name), error))
    return base::failure(work_folder(experiment.name) +
                         ": already exists with the output of an earlier experiment; use another name");
  // Every value must fit on one line of the file.
  std::string values = experiment.title + experiment.folder;
  for (const std::string& word : experiment.words) values += word;
  if (values.find('\n') != std::string::npos) return base::failure("an experiment cannot contain a line break");
  const std::string text = to_text(experiment);
  const std::string path = experiment_file(experiment.name);
  if (const auto again = parse_experiment(text, experiment.name, path); !again) return tl::unexpected(again.error());
  auto file = base::WholeFile::open(path, base::WholeFile::Existing::Refuse);
  if (!file) return tl::unexpected(file.error());
  if (auto written = file->append(text); !written) return tl::unexpected(written.error());
  if (auto placed = file->commit(); !placed) return tl::unexpected(placed.error());
  return experiment.name;
}

base::Expected<void> QueueFolder::remove(const std::string& name) const {
  const std::string path = experiment_file(name);
  std::error_code error;
  if (!is_experiment_name(name) || !fs::exists(path, error)) return base::failure(path + ": there is no such file");
  if (fs::remove(path, error)) return {};
  return base::write_failure(path + ": cannot be removed: " + error.message());
}

base::Expected<void> QueueFolder::set_paused(bool paused) const {
  if (!is_queue()) return base::failure(path_ + ": this folder is not a queue");
  if (paused) return base::write_whole_file(pause_file(), "");
  std::error_code error;
  fs::remove(pause_file(), error);
  return error ? base::write_failure(pause_file() + ": cannot be removed: " + error.message()) : base::Expected<void>();
}

std::string_view name_of(ExperimentStage stage) {
  constexpr std::array<std::string_view, 8> kNames{"waiting",    "running", "interrupted", "done",
                                                   "time limit", "failed",  "blocked",     "damaged"};
  return kNames[static_cast<std::size_t>(stage)];
}

Json to_json(const QueueState& state, const QueueFolder& folder) {
  Json json{{"running", state.running}, {"paused", state.paused}, {"experiments", Json::array()}};
  for (const QueueEntry& entry : state.entries) {
    const ExperimentHistory& past = entry.history;
    const bool begun = past.starts > 0;
    Json one{{"name", entry.experiment.name},
             {"title", entry.experiment.title},
             {"command", entry.experiment.words.empty() ? "" : entry.experiment.subcommand()},
             {"stage", name_of(entry.stage)},
             {"note", entry.note},
             {"starts", past.starts},
             {"started", begun ? Json(past.started) : Json()},
             {"ended", begun && !past.open && past.ended > 0 ? Json(past.ended) : Json()},
             {"seconds", past.seconds},
             {"exit_code", past.exit_code ? Json(*past.exit_code) : Json()},
             {"result", past.result},
             {"last_lines", past.last_lines},
             {"progress", folder.progress(entry.experiment.name)}};
    json["experiments"].push_back(std::move(one));
  }
  return json;
}

}  // namespace zugwerk::arena
