// app/progress_option.h
//
// `--progress FILE`, which every long command has that a queue can run, and what its end means for that file.

#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include "app/exit_codes.h"
#include "app/report_error.h"
#include "arena/queue/progress.h"
#include "base/error.h"

namespace zugwerk::app {

inline void add_progress_option(CLI::App& command, std::string& path) {
  command.add_option("--progress", path, "JSON file that tells other programs how far this is, every few seconds");
}

[[nodiscard]] inline arena::ProgressState progress_state_of_exit(int code) {
  return code == kExitOk            ? arena::ProgressState::Complete
         : code == kExitInterrupted ? arena::ProgressState::Interrupted
                                    : arena::ProgressState::Failed;
}

/// The exit code of a command whose last word to other programs went so.
[[nodiscard]] inline int with_progress_told(int code, const base::Expected<void>& told) {
  if (told) return code;
  const int failed = report_error(told.error());
  return code == kExitOk ? failed : code;
}

}  // namespace zugwerk::app
