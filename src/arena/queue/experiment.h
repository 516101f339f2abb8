// arena/queue/experiment.h
//
// An experiment of a queue: a small text file that says which command of this program to run, when and for how long;
// and what the queue adds to the command so that its output lands in the experiment's own folder and its work can be
// resumed. Whether it may run and what became of it is queue_folder.h's.
//
//   # Comments and blank lines are skipped; an indented line continues the one before.
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

/// How its file is named, after the experiment's own name.
inline constexpr std::string_view kExperimentExtension = ".experiment";

struct Experiment {
  std::string name;                  // of its file, without the extension
  std::string title;                 // for people; may be empty
  std::vector<std::string> words;    // of the command, the subcommand first
  std::string folder;                // where relative names in the command lead; empty: the queue's folder
  std::vector<std::string> after;    // experiments that must be done before
  std::int64_t priority = 0;         // higher ones run first
  std::optional<double> time_limit;  // seconds, interruptions not counted

  [[nodiscard]] const std::string& subcommand() const { return words.front(); }
};

/// The commands that can be resumed and tell their progress: what a queue can run.
[[nodiscard]] const std::vector<std::string>& queueable_commands();

/// Whether a text may name an experiment, and so a file and a folder.
[[nodiscard]] bool is_experiment_name(std::string_view name);

/// Checks what can be known without running anything: the subcommand, and that outputs are left to the queue.
[[nodiscard]] base::Expected<void> check_command(const std::vector<std::string>& words);

/// Errors begin with `file` and the number of the line.
[[nodiscard]] base::Expected<Experiment> parse_experiment(std::string_view text, const std::string& name,
                                                          const std::string& file);
/// The same text again.
[[nodiscard]] std::string to_text(const Experiment& experiment);

/// "90s", "30m", "12h", "2d"; a number alone is seconds.
[[nodiscard]] base::Expected<double> parse_duration(std::string_view text);

/// The words to run: those of the experiment with the outputs in `work_folder`, its progress, and the wish to resume.
/// `seed` is for commands that would otherwise choose a new one each time.
[[nodiscard]] std::vector<std::string> words_to_run(const Experiment& experiment, const std::string& work_folder,
                                                    std::uint64_t seed);

/// The file of progress in the folder of an experiment.
[[nodiscard]] std::string progress_path(const std::string& work_folder);

}  // namespace zugwerk::arena
