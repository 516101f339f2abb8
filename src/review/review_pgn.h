// review/review_pgn.h
//
// A review as an annotated game and as a short text.

#pragma once

#include <string>

#include "chess/notation/pgn_game.h"
#include "review/reviewer.h"

namespace zugwerk::review {

/// The game with marks as glyphs, evaluations and reasons as comments, better lines as variations. Existing annotations
/// stay, except evaluations of the moves.
[[nodiscard]] chess::PgnGame annotated(const chess::PgnGame& game, const GameReview& review);

/// The remark on a move: "Mistake. Loses a knight: ... Better is 14.Nf3 (+0.31)." Empty for a move without a mark.
[[nodiscard]] std::string remark_of(const MoveReview& move);

/// "accuracy 91.2 % (opening 88.0, middlegame 92.5), 1 inaccuracy, no mistakes, 1 blunder".
[[nodiscard]] std::string player_text(const PlayerReview& player);

/// Players, opening, accuracy and the marked moves, several lines.
[[nodiscard]] std::string summary_text(const GameReview& review);

/// "14.Nf3?" or "14...Nc6??".
[[nodiscard]] std::string marked_move_text(const MoveReview& move);

}  // namespace zugwerk::review
