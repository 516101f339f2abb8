// search/limits.h
//
// What a search is asked for: how long, how deep, which moves. Filled in by whoever starts a search.

#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/clock.h"
#include "chess/move.h"
#include "chess/piece.h"

namespace zugwerk::tablebase {
class Lease;
class Tables;
}  // namespace zugwerk::tablebase

namespace zugwerk::nnue {
class Network;
}

namespace zugwerk::search {

using base::Milliseconds;

struct PlayerClock {
  std::optional<Milliseconds> remaining;  // may be zero or negative, as some clients send it
  Milliseconds increment{0};
};

struct Limits {
  std::array<PlayerClock, chess::kColorCount> clocks;
  std::optional<int> moves_to_go;
  std::optional<Milliseconds> move_time;
  std::optional<int> depth;
  std::optional<std::uint64_t> nodes;       // the search ends as soon as this many are visited
  std::optional<std::uint64_t> soft_nodes;  // no iteration begins after this many
  std::optional<int> mate;                  // full moves: end when such a mate is found
  bool infinite = false;                    // report no best move before a stop
  bool ponder = false;                      // the same until the opponent plays the expected move
  /// Only these root moves are searched; empty for all.
  std::vector<chess::Move> search_moves;

  [[nodiscard]] bool has_clock(chess::Color color) const { return clocks[chess::index(color)].remaining.has_value(); }
};

/// How an engine is set up to search, whatever it is asked.
struct Settings {
  static constexpr Milliseconds kDefaultOverhead{10};

  int line_count = 1;                            // MultiPV
  Milliseconds overhead = kDefaultOverhead;      // lost between the move and its arrival at the client
  bool ponders = false;                          // it also thinks on the opponent's time
  bool analyses = false;                         // the lines matter, not the clock: no early end for obvious moves
  std::shared_ptr<const nnue::Network> network;  // that evaluates; none: the classical evaluation

  // Endgame tables.
  static constexpr int kMostTablePieces = 7;
  std::shared_ptr<const tablebase::Tables> tables = nullptr;  // none: nothing is looked up
  int table_pieces = kMostTablePieces;                        // positions with more are not looked up
  int table_depth = 1;      // with exactly so many pieces as the largest tables: the least depth to look
  bool fifty_moves = true;  // wins that need more without a capture or pawn move are draws
};

}  // namespace zugwerk::search
