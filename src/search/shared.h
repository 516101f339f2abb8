// search/shared.h
//
// What all threads of one search share: the transposition table, the clock, what was asked for, and the flags that end
// the search.

#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>

#include "chess/position.h"
#include "search/exchange.h"
#include "search/limits.h"
#include "search/root_tablebases.h"
#include "search/settings.h"
#include "search/time_manager.h"
#include "search/transposition_table.h"

namespace zugwerk::search {

struct Shared {
  std::function<std::uint64_t()> all_nodes;    // visited by all threads so far
  std::function<std::uint64_t()> all_tb_hits;  // positions that all threads found in tablebases
  Exchange* exchange = nullptr;                // with other machines; none: this one searches alone
  TranspositionTable tt;
  TimeManager time;
  Limits limits;
  Settings settings;
  std::shared_ptr<const tablebase::Lease> tb_lease;  // from the start of a search to its end; none without tablebases
  RootTablebases root_tb;
  std::atomic<bool> stop{false};
  std::atomic<bool> pondering{false};
  std::atomic<bool> stop_on_ponder_hit{false};  // the search is done and only waits for the ponder hit

  /// Starts the clock for a search of `position` and probes the tablebases at its root. No search is running.
  void start(const chess::Position& position, const Limits& what, const Settings& how);

  /// The search has done enough. While pondering it goes on until the ponder hit and ends then.
  void finish() {
    stop_on_ponder_hit = true;
    if (!pondering) stop = true;
  }
  /// The expected move was played: from now on the search may end by itself.
  void ponder_hit() {
    pondering = false;
    if (stop_on_ponder_hit) stop = true;
  }
};

}  // namespace zugwerk::search
