// arena/queue/queue_run.h
//
// The runner of a queue: starts experiments in order, each as its own low-priority process, and records their starts
// and ends in the journal. The folder is read again twice a second, so experiments may be added, removed or reordered
// at any time. queue_folder.h has the layout of the folder.

#pragma once

#include <atomic>
#include <functional>
#include <string>

#include "arena/queue/queue_folder.h"
#include "base/error.h"
#include "base/priority.h"

namespace zugwerk::arena {

struct QueueSettings {
  std::string folder;
  std::string program;                 // runs the experiments' commands
  int niceness = base::kIdleNiceness;  // for the experiments
  int concurrency = 1;                 // experiments to run at once
  bool until_empty = false;            // return when nothing is left to run
};

/// Callbacks of the runner: one call at a time, on its thread. Each may be empty.
struct QueueEvents {
  /// A complete message: a damaged file, a torn journal, an experiment left by a killed runner.
  std::function<void(const std::string& text)> on_warning;
  std::function<void(const QueueEntry& entry)> on_start;
  /// The stage says how: done, failed, interrupted or timed out.
  std::function<void(const QueueEntry& entry)> on_end;
  std::function<void(bool paused)> on_pause;
};

/// Runs until `stop` is raised or, with `until_empty`, until nothing is left to run. No experiment is running when this
/// returns; interrupted ones resume in the next run. Returns the final state. Fails if the folder or its journal is
/// unusable, if another runner is using it, or if the journal can no longer be written.
[[nodiscard]] base::Expected<QueueState> run_queue(const QueueSettings& settings, const std::atomic<bool>& stop,
                                                   const QueueEvents& events = {});

}  // namespace zugwerk::arena
