// arena/queue/queue_run.h
//
// The runner of a queue: starts its experiments in their order, each as a process of its own that gives way to all
// others, and notes in the journal what became of them. The queue is read again all the time, so experiments may come,
// go and change places meanwhile. Where things lie is queue_folder.h's.

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
  int niceness = base::kIdleNiceness;  // of the experiments
  int concurrency = 1;                 // experiments at once
  bool until_empty = false;            // end when there is nothing left to run
};

/// What the runner tells: one call at a time, in its thread. Each may be empty.
struct QueueEvents {
  /// Complete messages: damaged files, torn journals, what an earlier runner left.
  std::function<void(const std::string& text)> on_warning;
  std::function<void(const QueueEntry& entry)> on_start;
  /// Done, failed, interrupted or at its time limit, as its stage says.
  std::function<void(const QueueEntry& entry)> on_end;
  std::function<void(bool paused)> on_pause;
};

/// Runs until `stop` is raised or, if wished, nothing is left to run. When this returns no experiment runs; those that
/// did go on in the next run. The state in the end. An error if the folder or its journal cannot be used, or if another
/// runner does; also if the journal cannot be written any more.
[[nodiscard]] base::Expected<QueueState> run_queue(const QueueSettings& settings, const std::atomic<bool>& stop,
                                                   const QueueEvents& events = {});

}  // namespace zugwerk::arena
