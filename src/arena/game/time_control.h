// arena/game/time_control.h
//
// Time controls and other limits of a match, and their notation. For the clock itself see engine/game_clock.h.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/error.h"
#include "engine/game_clock.h"

namespace zugwerk::arena {

using base::Milliseconds;
using engine::GameClock;
using engine::TimeControl;

/// In seconds: "1.5", "60".
[[nodiscard]] std::string seconds_text(Milliseconds time);

/// "40/60+0.6": moves, seconds, seconds per move. Moves and increment may be missing.
[[nodiscard]] base::Expected<TimeControl> parse_time_control(std::string_view text);

/// What parse_time_control reads back.
[[nodiscard]] std::string to_string(const TimeControl& control);

/// The limits of one player; all that are set apply at once.
struct PlayLimits {
  std::optional<TimeControl> clock;
  std::optional<Milliseconds> move_time;
  std::optional<std::uint64_t> nodes;
  std::optional<int> depth;

  [[nodiscard]] bool any() const { return clock || move_time || nodes || depth; }
  bool operator==(const PlayLimits&) const = default;
};

/// For display and for the TimeControl tag of a game: "10+0.1", "movetime 0.1", "nodes 500, depth 8".
[[nodiscard]] std::string to_string(const PlayLimits& limits);

}  // namespace zugwerk::arena
