// search/settings.h
//
// How an engine is set up to search: number of lines, overhead, network, tablebases. What one search is asked for is in
// limits.h.

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
  Milliseconds overhead = kDefaultOverhead;      // time lost between sending a move and its arrival
  bool ponders = false;                          // it also thinks on the opponent's time
  bool alone = false;                            // not shared with other machines, even if there are some
  bool analyses = false;                         // analysis: forced moves and known mates get their full time too
  std::shared_ptr<const nnue::Network> network;  // none: the classical evaluation

  // Tablebases.
  static constexpr int kMostTbPieces = 7;
  std::shared_ptr<const tablebase::Tables> tablebases = nullptr;  // none: no probes
  int tb_pieces = kMostTbPieces;                                  // positions with more are not looked up
  int tb_depth = 1;         // with exactly so many pieces as the largest tables: the least depth to look
  bool fifty_moves = true;  // wins that need more without a capture or pawn move are draws
};

}  // namespace zugwerk::search
