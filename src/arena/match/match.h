// arena/match/match.h
//
// Runs a match: starts engines, deals games out to slots that play at the same time, collects and records results, and
// ends when all is played, a sequential test has decided, somebody calls it off or something breaks. Text for people is
// match_report.h's; reading the command line is the app's.

#pragma once

#include <atomic>
#include <functional>
#include <string>

#include "arena/match/match_results.h"
#include "arena/match/match_settings.h"
#include "base/error.h"

namespace zugwerk::arena {

/// What a match tells while it runs: one call at a time, from any of its threads. Each may be empty. They hold the
/// match up, so they should be quick.
struct MatchEvents {
  /// All engines have introduced themselves; the results of an earlier run are counted.
  std::function<void(const MatchResults& results)> on_start;
  std::function<void(const FinishedGame& game, const MatchResults& results)> on_game;
  /// About twice a second.
  std::function<void(const MatchResults& results)> on_tick;
  /// Faults of engines (each kind the first few times), restarts, openings that were skipped.
  std::function<void(const std::string& text)> on_warning;
};

/// An error if the match could not begin: then nothing was played, and files that existed are as they were. What breaks
/// later is in the results, with everything that was played. `stop` calls the match off; games in progress are lost,
/// and to be played again when it is resumed. When this returns, all engines have ended.
[[nodiscard]] base::Expected<MatchResults> run_match(const MatchSettings& settings, const std::atomic<bool>& stop,
                                                     const MatchEvents& events = {});

}  // namespace zugwerk::arena
