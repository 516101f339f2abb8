// tablebase/results.h
//
// What a probe of the tablebases returns.

#pragma once

#include <cstdint>
#include <string>

#include "chess/move.h"

namespace zugwerk::tablebase {

/// The result with best play for the side to move. Cursed wins and blessed losses are draws by the fifty-move rule.
enum class Wdl : std::int8_t { Loss = -2, BlessedLoss = -1, Draw = 0, CursedWin = 1, Win = 2 };

/// "win", "cursed win", "draw", "blessed loss", "loss".
[[nodiscard]] std::string to_string(Wdl wdl);

/// What a move leads to, for the player who makes it.
struct RootResult {
  chess::Move move;
  Wdl wdl = Wdl::Draw;  // with the fifty-move counter as it stands
  int dtz = 0;          // plies to the next capture or pawn move, this move included; negative for losses, 0 for draws
};

}  // namespace zugwerk::tablebase
