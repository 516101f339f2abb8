// arena/match/match.h
//
// Runs a match: hands the games of the schedule to slots that play at the same time, records the results, and ends when
// all games are played, the SPRT has decided, the user stops it, or an engine or a file fails. Text for people is
// match_report.h's; reading the command line is the app's.

#pragma once

#include <atomic>
#include <functional>
#include <string>

#include "arena/match/match_results.h"
#include "arena/match/match_settings.h"
#include "arena/slots/game_place.h"
#include "base/error.h"

namespace zugwerk::arena {

/// Callbacks of a running match: one call at a time, from any of its threads. Each may be empty. The match waits for
/// them, so they should be quick.
struct MatchEvents {
  /// All engines have started once; the results of an earlier run are counted.
  std::function<void(const MatchResults& results)> on_start;
  std::function<void(const FinishedGame& game, const MatchResults& results)> on_game;
  /// About twice a second.
  std::function<void(const MatchResults& results)> on_tick;
  /// Faults of engines (each kind the first few times), restarts, openings that were skipped.
  std::function<void(const std::string& text)> on_warning;
};

/// An error if the match could not begin: then nothing was played and no existing file was changed. Later failures are
/// part of the results, together with the games played so far. `stop` interrupts the match; games in progress are
/// dropped and played again when it is resumed. When this returns, all engines have ended. With `others`, pairs of
/// games are played there, too.
[[nodiscard]] base::Expected<MatchResults> run_match(const MatchSettings& settings, const std::atomic<bool>& stop,
                                                     const MatchEvents& events = {}, OtherPlaces* others = nullptr);

/// What the places of a match need to know of it.
[[nodiscard]] PlaceSettings place_settings(const MatchSettings& settings);

}  // namespace zugwerk::arena
