// app/playing_ranks.h
//
// Commands that play games, as commands of an MPI job: rank 0 does what the plain program does, and the other ranks,
// which were started with the same command line, play for it.

#pragma once

#include <memory>

#include "app/commands.h"
#include "arena/match/match_settings.h"
#include "arena/slots/game_place.h"
#include "arena/slots/game_slots.h"
#include "base/error.h"
#include "cluster/games/manager.h"
#include "cluster/games/worker.h"

namespace zugwerk::app {

class PlayingRanks {
 public:
  [[nodiscard]] static base::Expected<PlayingRanks> join(const OpenRanks& open);

  [[nodiscard]] bool is_worker() const { return worker_ != nullptr; }

  /// A worker's part, if its command line could be understood; the exit code. `run` describes the run for comparison.
  [[nodiscard]] int work(const base::Expected<arena::MatchSettings>& run, const arena::PlaceSettings& places,
                         const arena::GameSlotSettings& slots);

  /// Rank 0's part: the others, or null if it is alone. Compares their runs with this one.
  [[nodiscard]] arena::OtherPlaces* others(const arena::MatchSettings& run);

  /// Whether each game gets processors of its own: not if ranks of the same machine would take the same ones.
  [[nodiscard]] bool may_pin() const;

  /// Returns `code`, with which the process must end even if a rank is lost and never leaves the job.
  [[nodiscard]] int leave(int code);

 private:
  std::unique_ptr<cluster::Worker> worker_;
  std::unique_ptr<cluster::Manager> manager_;
};

}  // namespace zugwerk::app
