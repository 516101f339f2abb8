// protocol/xboard_text.h
//
// The texts of XBoard's protocol, separate from the conversation: parses clocks and formats reports.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "chess/game.h"
#include "chess/notation/fen.h"
#include "engine/options.h"
#include "search/events.h"
#include "search/limits.h"

namespace zugwerk::protocol {

/// The time control: moves per period and a base with an increment, or a fixed time per move; and further limits.
struct ClockSettings {
  static constexpr search::Milliseconds kDefaultBase{300'000};

  int moves = 0;  // per period; 0: the base is for the whole game
  search::Milliseconds base = kDefaultBase;
  search::Milliseconds increment{0};
  std::optional<search::Milliseconds> per_move;  // instead of all that
  std::optional<int> depth;
  std::uint64_t nodes_per_second = 0;  // nodes per second, counted instead of time; 0: use time
};

/// What follows `level`: "40 5 0", "0 2:30 12", "40 0.5 0.1". A negative time is a clock that has run out.
[[nodiscard]] base::Expected<ClockSettings> parse_level(std::string_view text);

/// The limits of a move by `us` with this much time left and `moves_made` by that side since the start of the game.
[[nodiscard]] search::Limits limits_of(const ClockSettings& settings, chess::Color us, search::Milliseconds own,
                                       search::Milliseconds opponents, int moves_made);

/// `name=value` or, for a button, `name`.
[[nodiscard]] std::pair<std::string, std::string> parse_xboard_option(std::string_view text);

/// `feature option="…"`: what a client is offered.
[[nodiscard]] std::string to_feature(const engine::Option& option);

/// `Error (why): line`, with a long line cut in the middle.
[[nodiscard]] std::string to_error_line(std::string_view why, std::string_view line);

/// Coordinates, and O-O or O-O-O for castling in Chess960.
[[nodiscard]] std::string to_xboard_move(chess::Move move, chess::Variant variant);

/// `ply score centiseconds nodes line`: mates count from 100,000, a line that fails high or low ends in '!' or '?'.
[[nodiscard]] std::string to_thinking_line(const search::LineReport& report, chess::Position root);

/// `1-0 {White mates}`.
[[nodiscard]] std::string to_result_line(const chess::GameEnd& end);

}  // namespace zugwerk::protocol
