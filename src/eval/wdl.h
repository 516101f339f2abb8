// eval/wdl.h
//
// What a score means for the result of the game: chances of win, draw and loss. Knows nothing of where the score came
// from.
//
// The chance to win is a logistic curve of the score, 1 / (1 + exp((middle - score) / width)). `middle` is the score
// that wins half of the games and `width` how blurred that border is; both grow with the material on the board, since
// the same advantage is easier to bring home, and harder to lose again, when little is left. The chance to lose is the
// chance to win of the opponent; the rest is drawn. The four constants are set by hand until they are fitted to games
// of our own.

#pragma once

#include "chess/position.h"
#include "eval/score.h"

namespace zugwerk::eval {

/// Per mille; they sum up to 1000.
struct Wdl {
  int win = 0;
  int draw = 0;
  int loss = 0;
  constexpr bool operator==(const Wdl&) const = default;
};

/// All pieces of both sides counted as 1, 3, 3, 5 and 9: 78 at the start of a game.
[[nodiscard]] int material_count(const chess::Position& position);

/// For the side whose score it is. A higher score never wins less nor loses more.
[[nodiscard]] Wdl wdl_of(Score score, int material);

}  // namespace zugwerk::eval
