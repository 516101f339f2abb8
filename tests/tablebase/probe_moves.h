// tests/tablebase/probe_moves.h
//
// A position is worth what its best move leads to: what tables say of it is checked against what they say one move
// later.

#pragma once

#include <algorithm>

#include "chess/game.h"
#include "chess/movegen.h"
#include "tablebase/syzygy.h"

namespace zugwerk::test {

/// The result for the side to move by the tables' results after each of its moves: a Wdl as a number.
[[nodiscard]] inline int best_result_of_moves(const tablebase::Tables& tables, chess::Position& position) {
  int best = -2;
  for (const chess::Move move : chess::legal_moves(position)) {
    position.make(move);
    if (chess::has_legal_move(position))
      best = std::max(best, -static_cast<int>(tables.probe_wdl(position).value()));
    else
      best = std::max(best, position.in_check() ? 2 : 0);
    position.undo();
  }
  return best;
}

}  // namespace zugwerk::test
