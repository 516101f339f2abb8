// eval/classical/endgames.h
//
// Endgames that the general terms misjudge: some are evaluated by rules of their own, others are scaled down because
// they are more drawish than their material says.

#pragma once

#include <optional>

#include "chess/bitboard.h"
#include "chess/position.h"
#include "eval/classical/weights.h"
#include "eval/fifty_moves.h"

namespace zugwerk::eval {

/// A cheap test whether known_endgame may have an answer: a bare king, or at most four pieces.
[[nodiscard]] inline bool may_be_known_endgame(const chess::Position& position) {
  return !chess::more_than_one(position.pieces(chess::Color::White)) ||
         !chess::more_than_one(position.pieces(chess::Color::Black)) || chess::popcount(position.occupied()) <= 4;
}

/// The value in centipawns from White's point of view: exact for king and pawn against king, a measure of progress
/// where the win is a matter of technique. Nothing for all other positions.
[[nodiscard]] std::optional<int> known_endgame(const chess::Position& position);

/// What the fifty-move rule leaves of the value of a known endgame. A technical win is won in time; fading would blur
/// the small differences that lead to the mate.
[[nodiscard]] inline int faded_endgame(int value, int halfmove_clock) {
  return value >= weights::kKnownWin || value <= -weights::kKnownWin ? value : faded(value, halfmove_clock);
}

/// The scale factor of the endgame advantage of `strong`, in sixty-fourths; 0 is a draw whatever the terms say.
/// `passed` are the passed pawns of `strong`.
[[nodiscard]] int endgame_scale(const chess::Position& position, chess::Color strong, chess::Bitboard passed);

}  // namespace zugwerk::eval
