// eval/wdl.h
//
// What a score means for the result of the game: the chances of win, draw and loss. Does not know where the score comes
// from.
//
// The chance to win is a logistic curve of the score, 1 / (1 + exp((middle - score) / width)). `middle` is the score
// that wins half of the games and `width` how steep the curve is; both depend on the material on the board. The
// chance to lose is the chance to win of the opponent; the rest is drawn. The numbers are fitted to games of our own
// by `zugwerk data fit-wdl`.
//
// The score that people see is counted so that 100 wins half of the games, whatever the material: see
// shown_centipawns().

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

/// Centipawns of the search, with no material and more per unit of material.
struct WdlModel {
  double middle = 0;
  double middle_per_material = 0;
  double width = 0;
  double width_per_material = 0;
};
/// From 629 games of the network zug-48b57e7f3320 against itself at 10,000 nodes a move.
inline constexpr WdlModel kWdlModel{
    .middle = 218.4, .middle_per_material = -2.054, .width = 57.8, .width_per_material = 0.166};

/// More material than this counts as this.
inline constexpr int kMostWdlMaterial = 78;

/// 0 to 1.
[[nodiscard]] double win_chance(const WdlModel& model, double score, int material);

/// All pieces of both sides counted as 1, 3, 3, 5 and 9: 78 at the start of a game.
[[nodiscard]] int material_count(const chess::Position& position);

/// For the side whose score it is. A higher score never has a lower chance to win or a higher chance to lose.
[[nodiscard]] Wdl wdl_of(Score score, int material);

/// A score as it is shown to people and clients: 100 means an even chance to win, 0 stays 0, and a higher score is
/// never shown as a lower one. Mate and tablebase scores stay as they are.
[[nodiscard]] int shown_centipawns(Score score, int material);

}  // namespace zugwerk::eval
