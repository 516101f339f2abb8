// eval/classical/evaluate.h
//
// The classical evaluation: a position's worth as a sum of terms that a player would name. No search and no learning;
// what pawns alone decide is in pawns.h, endgames with rules of their own are in endgames.h, all numbers in weights.h.

#pragma once

#include <string>

#include "chess/position.h"
#include "eval/classical/pawns.h"
#include "eval/classical/trace.h"
#include "eval/score.h"

namespace zugwerk::eval {

/// For the side to move, in centipawns. Positions in check get an answer too, but not a meaningful one.
[[nodiscard]] Score evaluate_classical(const chess::Position& position, PawnTable& pawns);

/// The same evaluation with every term recorded.
[[nodiscard]] Trace trace_classical(const chess::Position& position);

/// The evaluation as a table: term by term for both sides, middlegame, endgame and blended, and the total from White's
/// point of view. Several lines, the last one ended.
[[nodiscard]] std::string explain(const chess::Position& position);

}  // namespace zugwerk::eval
