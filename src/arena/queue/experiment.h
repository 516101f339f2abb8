// arena/queue/experiment.h
//
// An experiment in a queue: a small text file that says which command of this program to run, when and for how long;
// and the options that the queue adds so that the output goes to the experiment's own folder and the work can be
// resumed. queue_folder.h knows the state of an experiment and whether it may run.
//
//   # Comments and blank lines are skipped; an indented line continues the previous one.
//   title: Futility pruning one ply deeper
//   command: match --engine cmd=./new name=new --engine cmd=./old name=old --nodes 25000 --games 4000
//     --openings UHO_4060_v4.epd.zip --sprt elo0=0 elo1=5
//   folder: /home/me/engine
//   after: 010-baseline
//   priority: 5
//   time-limit: 12h

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace zugwerk::arena {

/// The extension of an experiment's file; the rest of the file name is the experiment's name.
inline constexpr std::string_view kExperimentExtension = ".experiment";

struct Experiment {
  std::string name;                  // the file name without its extension
  std::string title;                 // for display; may be empty
  std::vector<std::string> words;    // the command line, subcommand first
  std::string folder;                // base of relative paths in the command; empty: the queue's folder
  std::vector<std::string> after;    // experiments that must be done first
  std::int64_t priority = 0;         // higher priorities run first
  std::optional<double> time_limit;  // seconds of running time

  [[nodiscard]] const std::string& subcommand() const { return words.front(); }
};

/// The commands that a queue can run: they can be resumed and report their progress.
[[nodiscard]] const std::vector<std::string>& queueable_commands();

/// Whether `name` is a valid experiment name; a file and a folder are named after it.
[[nodiscard]] bool is_experiment_name(std::string_view name);

/// Checks a command without running it: the subcommand must be known, and outputs must be left to the queue.
[[nodiscard]] base::Expected<void> check_command(const std::vector<std::string>& words);

/// Errors begin with `file` and the line number.
[[nodiscard]] base::Expected<Experiment> parse_experiment(std::string_view text, const std::string& name,
                                                          const std::string& file);
/// The inverse of parse_experiment.
[[nodiscard]] std::string to_text(const Experiment& experiment);

/// "90s", "30m", "12h", "2d"; a bare number is in seconds.
[[nodiscard]] base::Expected<double> parse_duration(std::string_view text);

/// The command line to run: the experiment's own words plus options that put outputs and progress into `work_folder`
/// and resume earlier work. `seed` is for commands that would otherwise choose a new one each time.
[[nodiscard]] std::vector<std::string> words_to_run(const Experiment& experiment, const std::string& work_folder,
                                                    std::uint64_t seed);

/// The progress file in an experiment's folder.
[[nodiscard]] std::string progress_path(const std::string& work_folder);

}  // namespace zugwerk::arena
