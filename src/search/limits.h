// search/limits.h
//
// What one search is asked for: how long, how deep, which moves. Settings of the engine are in settings.h.

#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/clock.h"
#include "chess/move.h"
#include "chess/piece.h"

namespace zugwerk::search {

using base::Milliseconds;

struct PlayerClock {
  std::optional<Milliseconds> remaining;  // some clients send zero or less
  Milliseconds increment{0};
};

struct Limits {
  std::array<PlayerClock, chess::kColorCount> clocks;
  std::optional<int> moves_to_go;
  std::optional<Milliseconds> move_time;
  std::optional<int> depth;
  std::optional<std::uint64_t> nodes;       // the search ends after this many
  std::optional<std::uint64_t> soft_nodes;  // no new iteration starts after this many
  std::optional<int> mate;                  // end once a mate in this many full moves is found
  bool infinite = false;                    // no best move is reported before stop()
  bool ponder = false;                      // the same, but before ponder_hit() or stop()
  /// Only these root moves are searched; empty for all.
  std::vector<chess::Move> search_moves;

  [[nodiscard]] bool has_clock(chess::Color color) const { return clocks[chess::index(color)].remaining.has_value(); }
};

}  // namespace zugwerk::search
