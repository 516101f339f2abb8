// search/root_tablebases.h
//
// What the tablebases say about the root moves: which of them keep the result, ranked so that a win is won within the
// fifty-move rule. The probing itself is in src/tablebase.

#pragma once

#include <vector>

#include "chess/position.h"
#include "eval/score.h"
#include "search/settings.h"

namespace zugwerk::tablebase {
class Lease;
}

namespace zugwerk::search {

/// A root move as the tablebases judge it.
struct RankedMove {
  chess::Move move;
  int rank = 0;                        // higher is better; only the highest rank is sure to keep the result
  eval::Score score = eval::kNoScore;  // to report unless the search proves a mate
};

struct RootTablebases {
  std::vector<RankedMove> moves;  // empty: the position was not found
  /// Positions with up to this many pieces are looked up in the tree; 0: none are.
  int pieces_in_tree = 0;
  std::uint64_t hits = 0;
};

/// `lease` is on the tablebases of the settings, or nullptr.
[[nodiscard]] RootTablebases probe_root_tablebases(const chess::Position& position, const Settings& settings,
                                                   const tablebase::Lease* lease);

}  // namespace zugwerk::search
