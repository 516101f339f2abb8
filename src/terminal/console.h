// terminal/console.h
//
// A game at a prompt: against Zugwerk or between people, moves in any notation, with clock, hints with reasons, and a
// review at the end; positions can be set up and explained. For people; programs use the protocols.

#pragma once

#include <functional>
#include <iosfwd>
#include <optional>
#include <string>

#include "base/error.h"
#include "search/limits.h"
#include "terminal/board_text.h"
#include "terminal/chess_clock.h"

namespace zugwerk::terminal {

struct ConsoleOptions {
  bool color = false;
  bool prompt = true;  // print a prompt and redraw the board after every move
  bool words = false;  // say the board and the moves in words instead of drawing, for screen readers
  std::string fen;     // where to start; empty for the standard start
  /// Which colours Zugwerk plays.
  bool plays_white = false;
  bool plays_black = false;
  /// How long it thinks about a move when there is no clock.
  search::Milliseconds think_time{2000};
  std::optional<engine::TimeControl> clock;
  /// The rating of Zugwerk's play (engine/level.h); none: as well as it can.
  std::optional<int> elo;
  /// Shows a prompt and reads a line, nothing at the end; without it, lines come from the stream.
  std::function<std::optional<std::string>(const std::string& prompt)> read_line;
};

/// Reads commands until "quit" or the end of input. Fails if the start position cannot be read.
base::Expected<void> run_console(std::istream& in, std::ostream& out, const ConsoleOptions& options);

}  // namespace zugwerk::terminal
