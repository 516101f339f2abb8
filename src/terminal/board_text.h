// terminal/board_text.h
//
// The board as text for a terminal.

#pragma once

#include <string>

#include "chess/position.h"

namespace zugwerk::terminal {

struct BoardStyle {
  bool color = false;  // ANSI colours and chess symbols; otherwise letters and dots
  bool black_below = false;
};

/// Eight lines of squares with ranks and files, the last move marked, and what is worth knowing on the right.
[[nodiscard]] std::string board_text(const chess::Position& position, const BoardStyle& style);

}  // namespace zugwerk::terminal
