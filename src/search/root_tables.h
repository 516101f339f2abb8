// search/root_tables.h
//
// What endgame tables say about the moves at the root: which of them keep the result, in an order that wins within the
// fifty moves. The tables themselves live in the room of the tablebase.

#pragma once

#include <vector>

#include "chess/position.h"
#include "eval/score.h"
#include "search/settings.h"

namespace zugwerk::tablebase {
class Lease;
}

namespace zugwerk::search {

/// A root move as the tables judge it.
struct RankedMove {
  chess::Move move;
  int rank = 0;                        // only the moves of the highest rank keep the result for sure
  eval::Score score = eval::kNoScore;  // what to report unless the search proves a mate; none: not known
};

struct RootTables {
  std::vector<RankedMove> moves;  // empty: the tables know nothing of this position
  /// Pieces up to which the search asks the tables inside the tree; 0: it does not.
  int pieces_in_tree = 0;
  std::uint64_t hits = 0;
};

/// `lease` is on the tables of the settings, or none.
[[nodiscard]] RootTables ask_tables(const chess::Position& position, const Settings& settings,
                                    const tablebase::Lease* lease);

}  // namespace zugwerk::search
