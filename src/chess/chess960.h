// chess/chess960.h
//
// The 960 starting positions by Scharnagl's numbers (518 is the standard one), including Double Chess960, where the
// players have different ones.

#pragma once

#include "chess/position.h"

namespace zugwerk::chess {

inline constexpr int kChess960Starts = 960;
inline constexpr int kStandardStart = 518;

/// The unchecked description of a start in which each player has an arrangement of their own (0 to 959).
[[nodiscard]] PositionSetup chess960_setup(int white_number, int black_number);

/// The start of a game in which both players have arrangement `number`.
[[nodiscard]] Position chess960_start(int number);

/// Double Chess960: each player has an arrangement of their own.
[[nodiscard]] Position chess960_start(int white_number, int black_number);

}  // namespace zugwerk::chess
