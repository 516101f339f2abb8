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
  std::string openings;  // a file; empty: our own
  std::string state;     // a file that is rewritten now and then
  bool resume = false;
};

/// Called after every pair, one call at a time.
using SpsaProgressHandler = std::function<void(const Spsa& now)>;

/// What is to be learned: as the state says where the work goes on, or else as the engine announces its options. Errors
/// name what is not there.
[[nodiscard]] base::Expected<Spsa> begin_spsa(const SpsaSettings& settings);

/// Plays until all iterations are done or `stop` is raised, and returns what was learned; the state is in its file. An
/// engine that breaks ends it with an error, and the state of before is kept.
[[nodiscard]] base::Expected<Spsa> run_spsa(const SpsaSettings& settings, Spsa start, const std::atomic<bool>& stop,
                                            const SpsaProgressHandler& on_progress = {});

}  // namespace zugwerk::arena
