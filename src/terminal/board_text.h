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

/// Eight lines of squares with ranks and files, the last move marked, and notes on the right.
[[nodiscard]] std::string board_text(const chess::Position& position, const BoardStyle& style);

/// The same in words, for screen readers: every piece by name and square, a line for each side, and whose turn it is.
[[nodiscard]] std::string board_in_words(const chess::Position& position);

/// "knight from g1 to f3", "pawn from e5 takes knight on d6, check".
[[nodiscard]] std::string move_in_words(const chess::Position& position, chess::Move move);

}  // namespace zugwerk::terminal
