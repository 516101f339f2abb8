// app/progress_option.h
//
// `--progress FILE`, the option of every command that a queue can run, and the final state to write to that file.

#pragma once

#include <string>

#include <CLI/CLI.hpp>

#include "app/exit_codes.h"
#include "app/report_error.h"
#include "arena/queue/progress.h"
#include "base/error.h"

namespace zugwerk::app {

inline void add_progress_option(CLI::App& command, std::string& path) {
  command.add_option("--progress", path, "JSON file that reports progress to other programs every few seconds");
}

[[nodiscard]] inline arena::ProgressState progress_state_of_exit(int code) {
  return code == kExitOk            ? arena::ProgressState::Complete
         : code == kExitInterrupted ? arena::ProgressState::Interrupted
                                    : arena::ProgressState::Failed;
}

/// The exit code of a command after it wrote its final progress; a failure to write turns success into an error.
[[nodiscard]] inline int with_progress_reported(int code, const base::Expected<void>& reported) {
  if (reported) return code;
  const int failed = report_error(reported.error());
  return code == kExitOk ? failed : code;
}

}  // namespace zugwerk::app
