// chess/notation/san.h
//
// Standard algebraic notation: moves as people write them ("Nf3", "exd6", "O-O+"). The writer spells a move in the one
// correct way; the reader accepts the many spellings of files and people. Whole games are read by pgn_reader.h, moves
// in the notation of UCI by coordinate.h.

#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "chess/position.h"

namespace zugwerk::chess {

/// The legal move that `text` names, or why there is none. Besides correct notation it reads castling with zeros or
/// small letters, captures with and without 'x', promotions as e8=Q, e8Q, e8(Q) or e8=q, any check marks and !?,
/// "e.p.", more squares than needed (Ng1f3, Ng1-f3, Pe2-e4), and UCI moves (e2e4, e7e8q, castling as e1g1 or e1h1). A
/// small first 'b' is a pawn of the b-file unless only a bishop can be meant.
[[nodiscard]] base::Expected<Move> parse_san(const Position& position, std::string_view text);

/// The same without error messages, for reading millions of moves: the legal move, or Move().
[[nodiscard]] Move find_san_move(const Position& position, std::string_view text);

/// Why find_san_move found no legal move, as a clause for a message: "no knight reaches e5".
[[nodiscard]] std::string explain_no_san_move(const Position& position, std::string_view text);

/// The notation of a legal move, with the least disambiguation that is needed, '+' for check and '#' for mate.
[[nodiscard]] std::string to_san(const Position& position, Move move);

/// Appends what to_san returns.
void append_san(std::string& text, const Position& position, Move move);

/// Appends what to_san returns and makes the move: cheaper than both apart when playing through a game.
void append_san_and_make(std::string& text, Position& position, Move move);

}  // namespace zugwerk::chess
