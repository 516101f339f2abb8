// review/clock_comments.h
//
// Times in the comments of games: [%clk 0:04:58] (time left), [%emt 0:00:07] (time spent), and the notes of engine
// matches, +0.31/18 1.2s.

#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "chess/notation/pgn_game.h"

namespace zugwerk::review {

/// Seconds.
struct MoveTime {
  std::optional<double> clock;  // left after the move
  std::optional<double> spent;
  bool operator==(const MoveTime&) const = default;
};

/// For each move of the main line. If only clocks are given, the time spent is their difference plus the increment of
/// the TimeControl tag.
[[nodiscard]] std::vector<MoveTime> move_times(const chess::PgnGame& game);

/// "0:04:58", "4:58", "12.5": hours, minutes, seconds.
[[nodiscard]] std::optional<double> parse_clock(std::string_view text);

/// The base time and increment of "300+3", "300" or "40/5400+30:1800"; only the first part counts.
struct TimeControlTag {
  std::optional<double> base;
  double increment = 0;
};
[[nodiscard]] TimeControlTag parse_time_control_tag(std::string_view text);

}  // namespace zugwerk::review
