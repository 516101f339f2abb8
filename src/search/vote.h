// search/vote.h
//
// Several searches of one position, and which of their moves to play.

#pragma once

#include <cstddef>
#include <vector>

#include "search/events.h"

namespace zugwerk::search {

/// What one searcher, a thread or another machine, has found out.
struct Ballot {
  LineReport line;          // starts with the move it votes for
  int completed_depth = 0;  // of its last complete iteration
};

/// The number of the ballot whose line to play; the first of equals. Deep and good results vote for their moves; a
/// proven mate needs no majority. There is at least one ballot.
[[nodiscard]] std::size_t elect(const std::vector<Ballot>& ballots);

}  // namespace zugwerk::search
