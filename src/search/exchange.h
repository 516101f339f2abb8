// search/exchange.h
//
// The one seam towards other machines that search the same position. The search offers what it stores in its
// transposition table, and asks at the root what the others have counted and found. How results travel is not known
// here; without other machines there is no exchange.

#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "chess/zobrist.h"
#include "search/events.h"
#include "search/settings.h"
#include "search/vote.h"

namespace zugwerk::search {

class TranspositionTable;

/// The part of a running search that is open to an exchange.
struct LocalSearch {
  chess::Key position = 0;  // what is searched
  /// Where the others' entries go (TranspositionTable::store_word).
  TranspositionTable* tt = nullptr;
  std::function<std::uint64_t()> nodes;    // visited here so far
  std::function<std::uint64_t()> tb_hits;  // found in tablebases here so far
  Settings settings;
};

class Exchange {
 public:
  /// Only results of at least this depth are worth a message.
  static constexpr int kLeastDepth = 4;

  Exchange() = default;
  Exchange(const Exchange&) = delete;
  Exchange& operator=(const Exchange&) = delete;
  virtual ~Exchange() = default;

  /// A search starts here. `search` may be used from any thread until search_ended() returns.
  virtual void search_started(const LocalSearch& search) = 0;
  /// The threads of the search have ended; its best move has not been chosen yet.
  virtual void search_ended() = 0;

  /// A result was stored in the transposition table, as this word. Called by all searching threads at once; must not
  /// wait for anything.
  virtual void offer(chess::Key key, std::uint64_t word) = 0;
  /// An iteration is complete. Called by the main worker only.
  virtual void iteration_finished(const Ballot& best) = 0;

  // What the others have counted and found in this search, or in the last one if none is running.

  [[nodiscard]] virtual std::uint64_t nodes() const = 0;
  [[nodiscard]] virtual std::uint64_t tb_hits() const = 0;
  /// Their latest results. Counts of nodes and times are not filled in.
  [[nodiscard]] virtual std::vector<Ballot> ballots() const = 0;
};

}  // namespace zugwerk::search
