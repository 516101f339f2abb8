// arena/spsa/spsa_run.h
//
// Plays the games that spsa.h learns from: two processes of one engine in every slot, whose options change from pair to
// pair.

#pragma once

#include <atomic>
#include <functional>
#include <string>
#include <vector>

#include "arena/match/match_settings.h"
#include "arena/slots/game_place.h"
#include "arena/spsa/spsa.h"
#include "base/error.h"

namespace zugwerk::arena {

struct SpsaSettings {
  MatchEngine engine;
  std::vector<std::string> parameters;  // "NAME" or "NAME=STEP"; bounds and values are those the engine announces
  SpsaOptions options;
  int concurrency = 1;
  bool pin = true;
  GameRules rules;
  Milliseconds start_patience{10'000};  // for a greeting and for each readyok
  std::string openings;                 // a file; empty: our own
  std::string state;                    // a checkpoint file
  bool resume = false;                  // go on with the checkpoint, if there is one
};

/// Called after every pair, one call at a time.
using SpsaProgressHandler = std::function<void(const Spsa& now)>;

/// The parameters to tune: from the checkpoint if the run is resumed, or else from the options that the engine
/// announces. Errors name the missing option, or the checkpoint if it was made for other parameters than those that are
/// named here, if any are.
[[nodiscard]] base::Expected<Spsa> begin_spsa(const SpsaSettings& settings);

/// Plays until all iterations are done or `stop` is raised, writes the checkpoint and returns the final state. If an
/// engine crashes, the run ends with an error; the checkpoint keeps the pairs finished before. With `others`, pairs are
/// played there, too; `on_note` is told when some of them are lost.
[[nodiscard]] base::Expected<Spsa> run_spsa(const SpsaSettings& settings, Spsa start, const std::atomic<bool>& stop,
                                            const SpsaProgressHandler& on_progress = {}, OtherPlaces* others = nullptr,
                                            const std::function<void(const std::string& note)>& on_note = {});

/// What the places of a run need to know of it.
[[nodiscard]] PlaceSettings place_settings(const SpsaSettings& settings);

}  // namespace zugwerk::arena
