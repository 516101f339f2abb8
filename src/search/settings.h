// search/settings.h
//
// How an engine is set up to search, whatever it is asked: lines, overhead, network, tablebases. What one search is
// asked for is in limits.h.

#pragma once

#include <memory>

#include "search/limits.h"

namespace zugwerk::tablebase {
class Tables;
}

namespace zugwerk::nnue {
class Network;
}

namespace zugwerk::search {

struct Settings {
  static constexpr Milliseconds kDefaultOverhead{10};

  int line_count = 1;                            // MultiPV
  Milliseconds overhead = kDefaultOverhead;      // lost between the move and its arrival at the client
  bool ponders = false;                          // it also thinks on the opponent's time
  bool analyses = false;                         // the lines matter, not the clock: no early end for obvious moves
  std::shared_ptr<const nnue::Network> network;  // that evaluates; none: the classical evaluation

  // Tablebases.
  static constexpr int kMostTbPieces = 7;
  std::shared_ptr<const tablebase::Tables> tablebases = nullptr;  // none: nothing is looked up
  int tb_pieces = kMostTbPieces;                                  // positions with more are not looked up
  int tb_depth = 1;         // with exactly so many pieces as the largest tables: the least depth to look
  bool fifty_moves = true;  // wins that need more without a capture or pawn move are draws
};

}  // namespace zugwerk::search
