// protocol/xboard_text.h
//
// The texts of XBoard's protocol, apart from the conversation: options taken apart, reports put together.

#pragma once

#include <string>
#include <string_view>
#include <utility>

#include "base/error.h"
#include "chess/game.h"
#include "chess/notation/fen.h"
#include "engine/options.h"
#include "search/events.h"

namespace zugwerk::protocol {

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
