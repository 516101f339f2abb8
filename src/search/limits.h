// search/limits.h
//
// What a search is asked for: how long, how deep, which moves. Filled in by whoever starts a search.

#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

#include "chess/move.h"
#include "chess/piece.h"

namespace zugwerk::search {

using Milliseconds = std::chrono::milliseconds;

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

}  // namespace zugwerk::search
