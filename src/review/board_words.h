// review/board_words.h
//
// What can be said about a position without a search: material, kings, pawns, activity, and what a single move does.

#pragma once

#include <string>
#include <vector>

#include "chess/position.h"

namespace zugwerk::review {

/// "Material is equal." or "White is ahead by a rook for a bishop."
[[nodiscard]] std::string material_words(const chess::Position& position);

/// Where the king is, what shelters it, and which pieces attack squares around it.
[[nodiscard]] std::vector<std::string> king_words(const chess::Position& position, chess::Color color);

/// Passed, isolated and doubled pawns.
[[nodiscard]] std::vector<std::string> pawn_words(const chess::Position& position, chess::Color color);

/// Pieces that cannot move, rooks on open files, the bishop pair.
[[nodiscard]] std::vector<std::string> activity_words(const chess::Position& position, chess::Color color);

/// What a move does by itself: "castles", "takes the pawn on e5", "brings the knight into play and attacks the queen on
/// d8". Empty if there is nothing to say.
[[nodiscard]] std::string move_words(const chess::Position& position, chess::Move move);

}  // namespace zugwerk::review
