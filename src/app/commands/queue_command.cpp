// `zugwerk queue`: runs the experiments in a folder one after another, in the background.

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/commands.h"
#include "app/exit_codes.h"
#include "app/report_error.h"
#include "arena/queue/queue_folder.h"
#include "arena/queue/queue_run.h"
#include "base/format.h"
#include "base/interrupt.h"
#include "base/machine.h"
#include "base/priority.h"
#include "base/text.h"

namespace zugwerk::app {

namespace {

using arena::ExperimentStage;
using arena::QueueEntry;

struct QueueArguments {
  std::string folder;
  arena::Experiment experiment;  // to add
  std::string time_limit;
  std::string name;  // to remove
  int concurrency = 1;
  std::optional<int> nice;
  bool until_empty = false;
};

[[nodiscard]] std::string with_result(std::string text, const std::string& result) {
  return result.empty() ? text : std::move(text) + ": " + result;
}

/// "020-futility  done in 3.2 s: 40 of 40 games: ...", with the last lines of its output below if it failed.
[[nodiscard]] std::string end_text(const QueueEntry& entry) {
  const arena::ExperimentHistory& past = entry.history;
  const std::string time = base::duration_text(past.seconds);
  std::string what;
  switch (entry.stage) {
    case ExperimentStage::Done:
      what = "done in " + time;
      break;
    case ExperimentStage::TimedOut:
      what = "time limit reached after " + time;
      break;
    case ExperimentStage::Failed:
      what = base::format("failed after {}, exit code {}", time, past.exit_code.value_or(kExitFailed));
      break;
    default:
      what = "interrupted after " + time;
      break;
  }
  std::string text = with_result(entry.experiment.name + "  " + what, past.result);
  for (const std::string& line : past.last_lines) text += "\n  " + line;
  return text;
}

/// "45 %, about 3 min 10 s left" as far as known.
[[nodiscard]] std::string share_text(const base::Json& progress) {
  const auto number = [&](const char* field) -> std::optional<double> {
    const auto found = progress.find(field);
    return found != progress.end() && found->is_number() ? std::optional(found->get<double>()) : std::nullopt;
  };
  if (!progress.is_object()) return "";
  std::string text;
  constexpr double kPercents = 100;
  if (const auto done = number("done"), total = number("total"); done && total && *total > 0)
    text = base::format("{:.0f} %", std::min(kPercents * *done / *total, kPercents));
  if (const auto left = number("seconds_left"))
    text += (text.empty() ? "" : ", ") + ("about " + base::duration_text(*left) + " left");
  return text;
}

[[nodiscard]] std::string status_line(const QueueEntry& entry, const arena::QueueFolder& folder,
                                      std::size_t name_width) {
  constexpr std::size_t kStageWidth = 11;
  constexpr std::size_t kCommandWidth = 8;
  const base::Json progress = folder.progress(entry.experiment.name);
  const std::string command = entry.experiment.words.empty() ? "" : entry.experiment.subcommand();
  std::string text =
      base::format("  {}  {}  {}", base::padded(entry.experiment.name, name_width),
                   base::padded(arena::name_of(entry.stage), kStageWidth), base::padded(command, kCommandWidth));
  std::string result = entry.history.result;
  if (entry.stage == ExperimentStage::Running) {
    const std::string share = share_text(progress);
    if (!share.empty()) text += "  " + share;
    if (progress.is_object() && progress.value("text", base::Json()).is_string())
      result = progress["text"].get<std::string>();
  } else if (entry.history.starts > 0) {
    text += "  " + base::duration_text(entry.history.seconds);
  }
  if (!entry.note.empty()) text += "  " + entry.note;
  if (!result.empty()) text += "  " + result;
  while (text.ends_with(' ')) text.pop_back();
  for (const std::string& line : entry.history.last_lines)
    if (entry.stage == ExperimentStage::Failed) text += "\n      " + line;
  return text;
}

[[nodiscard]] bool went_well(const arena::QueueState& state) {
  return std::all_of(state.entries.begin(), state.entries.end(), [](const QueueEntry& entry) {
    return entry.stage == ExperimentStage::Done || entry.stage == ExperimentStage::TimedOut;
  });
}

int run_queue_run(const QueueArguments& arguments) {
  arena::QueueSettings settings;
  settings.folder = arguments.folder;
  settings.concurrency = arguments.concurrency;
  settings.until_empty = arguments.until_empty;
  if (arguments.nice) settings.niceness = *arguments.nice;
  settings.program = base::program_path().string();
  if (settings.program.empty()) return report_error({"cannot find our own program"}, kExitFailed);
  const base::InterruptGuard interrupt;
  arena::QueueEvents events;
  events.on_warning = [](const std::string& text) { std::cerr << text << std::endl; };
  events.on_start = [](const QueueEntry& entry) {
    std::string words;
    for (const std::string& word : entry.experiment.words) words += " " + word;
    std::cout << entry.experiment.name << (entry.history.starts > 1 ? "  resumes:" : "  begins:") << words << std::endl;
  };
  events.on_end = [](const QueueEntry& entry) { std::cout << end_text(entry) << std::endl; };
  events.on_pause = [](bool paused) { std::cout << (paused ? "paused" : "resumed") << std::endl; };
  const auto state = arena::run_queue(settings, interrupt.flag(), events);
  if (!state) return report_error(state.error());
  for (const QueueEntry& entry : state->entries)
    if (entry.stage == ExperimentStage::Blocked || (entry.stage == ExperimentStage::Waiting && !entry.note.empty()))
      std::cout << entry.experiment.name << "  cannot run: " << entry.note << '\n';
  if (interrupt.flag()) {
    std::cerr << "interrupted; the next 'zugwerk queue run' resumes\n";
    return kExitInterrupted;
  }
  return went_well(*state) ? kExitOk : kExitFailed;
}

int run_queue_status(const QueueArguments& arguments) {
  const arena::QueueFolder folder(arguments.folder);
  if (!folder.is_queue()) return report_error({arguments.folder + ": this folder is not a queue"});
  const auto state = folder.read();
  if (!state) return report_error(state.error());
  std::size_t name_width = 0;
  for (const QueueEntry& entry : state->entries) name_width = std::max(name_width, entry.experiment.name.size());
  std::cout << arguments.folder << ": " << state->entries.size()
            << (state->entries.size() == 1 ? " experiment, " : " experiments, ")
            << (state->running ? "running" : "not running") << (state->paused ? ", paused" : "") << '\n';
  for (const QueueEntry& entry : state->entries) std::cout << status_line(entry, folder, name_width) << '\n';
  return kExitOk;
}

int run_queue_add(QueueArguments arguments) {
  arena::Experiment& experiment = arguments.experiment;
  if (!arguments.time_limit.empty()) {
    const auto limit = arena::parse_duration(arguments.time_limit);
    if (!limit) return report_error({"--time-limit: " + limit.error().message});
    experiment.time_limit = *limit;
  }
  for (const std::string& name : experiment.after)
    if (!arena::is_experiment_name(name))
      return report_error({"--after: " + base::in_quotes(name) + " is not a valid experiment name"});
  // Relative paths in the command are resolved against the current folder.
  std::error_code failed;
  experiment.folder = std::filesystem::current_path(failed).string();
  if (failed) return report_error({"cannot determine the current folder: " + failed.message()});
  const arena::QueueFolder folder(arguments.folder);
  const auto name = folder.add(experiment);
  if (!name) return report_error(name.error());
  std::cout << folder.experiment_file(*name) << '\n';
  return kExitOk;
}

int run_queue_remove(const QueueArguments& arguments) {
  const auto removed = arena::QueueFolder(arguments.folder).remove(arguments.name);
  return removed ? kExitOk : report_error(removed.error());
}

int run_queue_pause(const QueueArguments& arguments, bool paused) {
  const auto set = arena::QueueFolder(arguments.folder).set_paused(paused);
  return set ? kExitOk : report_error(set.error());
}

}  // namespace

void add_queue_command(CLI::App& app, Commands& commands) {
  auto arguments = std::make_shared<QueueArguments>();
  CLI::App* const queue = app.add_subcommand("queue", "Run experiments one after another, in the background");
  queue->require_subcommand(1);
  queue->footer(
      "Example: zugwerk queue add lab -- match --engine cmd=./new --engine cmd=./old --nodes 25000 --games 2000\n"
      "         zugwerk queue run lab\n"
      "The folder is the queue: each experiment is a file NAME.experiment and gets a folder NAME for its output. They\n"
      "run in order of name. After Ctrl-C, a kill or a power failure, the next 'queue run' resumes where it stopped.");
  const auto with_folder = [&](CLI::App* command) {
    command->add_option("folder", arguments->folder, "Folder of the queue")->required();
    return command;
  };

  CLI::App* const run = with_folder(queue->add_subcommand("run", "Run the experiments in the queue, at idle priority"));
  const int most_at_once = 64;
  run->add_option("--concurrency", arguments->concurrency, "Experiments to run at once")
      ->check(CLI::Range(1, most_at_once))
      ->capture_default_str();
  run->add_option("--nice", arguments->nice,
                  "Niceness of the experiments, 0 to 19 (default: run only when the processor is idle)")
      ->check(CLI::Range(0, base::kIdleNiceness - 1));
  run->add_flag("--until-empty", arguments->until_empty,
                "Exit when nothing is left to run, instead of waiting for more");
  run->footer("With --until-empty, exit code 1 means that an experiment failed or could not run.");
  commands[run] = [arguments] { return run_queue_run(*arguments); };

  CLI::App* const status = with_folder(queue->add_subcommand("status", "Show the queue and its results so far"));
  commands[status] = [arguments] { return run_queue_status(*arguments); };

  CLI::App* const add = with_folder(queue->add_subcommand("add", "Add an experiment to the queue"));
  arena::Experiment& experiment = arguments->experiment;
  add->add_option("--name", experiment.name,
                  "Name of its file; experiments run in order of name (default: the next number)");
  add->add_option("--title", experiment.title, "Title for display");
  add->add_option("--after", experiment.after, "Experiment that must be done first; once for each")
      ->allow_extra_args(false);
  add->add_option("--priority", experiment.priority, "Higher priorities run first, regardless of name")
      ->capture_default_str();
  add->add_option("--time-limit", arguments->time_limit, "End it after this much running time: 90s, 30m, 12h, 2d");
  std::string runs;
  for (const std::string& name : arena::queueable_commands()) runs += (runs.empty() ? "" : ", ") + name;
  add->add_option("command", experiment.words, "After '--': the command, without 'zugwerk'; one of " + runs)
      ->required();
  add->footer(
      "Example: zugwerk queue add lab --time-limit 12h -- selfplay --positions 10000000 --concurrency 2\n"
      "The queue names the outputs. Other relative paths are resolved against the current folder.");
  commands[add] = [arguments] { return run_queue_add(*arguments); };

  CLI::App* const remove =
      with_folder(queue->add_subcommand("remove", "Remove an experiment from the queue; its output stays"));
  remove->add_option("name", arguments->name, "The experiment")->required();
  commands[remove] = [arguments] { return run_queue_remove(*arguments); };

  CLI::App* const pause =
      with_folder(queue->add_subcommand("pause", "Interrupt running experiments and start no more"));
  commands[pause] = [arguments] { return run_queue_pause(*arguments, true); };
  CLI::App* const resume = with_folder(queue->add_subcommand("resume", "Resume after a pause"));
  commands[resume] = [arguments] { return run_queue_pause(*arguments, false); };
}

}  // namespace zugwerk::app
