#include "app/playing_ranks.h"

#include <iostream>
#include <utility>

#include "app/exit_codes.h"
#include "app/version.h"
#include "base/interrupt.h"
#include "base/json.h"
#include "cluster/mpi.h"

namespace zugwerk::app {

namespace {

/// Openings are sent with each game, so only rank 0 needs their file.
[[nodiscard]] base::Json description(const arena::MatchSettings& run) { return to_json(run, arena::OpeningList()); }

}  // namespace

base::Expected<PlayingRanks> PlayingRanks::join(const OpenRanks& open) {
  PlayingRanks ranks;
  if (!open) return ranks;
  auto transport = open();
  if (!transport) return tl::unexpected(transport.error());
  if ((*transport)->rank() > 0)
    ranks.worker_ = std::make_unique<cluster::Worker>(*std::move(transport), std::string(kVersion));
  else if ((*transport)->size() > 1)
    ranks.manager_ = std::make_unique<cluster::Manager>(*std::move(transport), std::string(kVersion));
  return ranks;
}

int PlayingRanks::work(const base::Expected<arena::MatchSettings>& run, const arena::PlaceSettings& places,
                       const arena::GameSlotSettings& slots) {
  if (!run) {
    worker_->decline(run.error().message);
    return kExitOk;  // rank 0 says what was wrong
  }
  const base::InterruptGuard interrupt;
  worker_->work(places, slots, description(*run), interrupt.flag());
  return kExitOk;
}

arena::OtherPlaces* PlayingRanks::others(const arena::MatchSettings& run) {
  if (manager_) manager_->expect(description(run));
  return manager_.get();
}

bool PlayingRanks::may_pin() const { return (!manager_ && !worker_) || !cluster::shares_machine(); }

int PlayingRanks::leave(int code) {
  std::cout << std::flush;
  if (manager_) manager_->end_with(code);
  manager_.reset();
  worker_.reset();
  return code;
}

}  // namespace zugwerk::app
