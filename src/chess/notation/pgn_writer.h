// chess/notation/pgn_writer.h
//
// Writes games in the export format of Portable Game Notation: the seven tags that every game has first, lines of at
// most 80 columns, moves in standard algebraic notation. What is written reads back as the same game.

#pragma once

#include <string>
#include <vector>

#include "chess/notation/pgn_game.h"

namespace zugwerk::chess {

/// The game as text, with an empty line at its end.
[[nodiscard]] std::string to_pgn(const PgnGame& game);

/// Appends what to_pgn returns.
void append_pgn(std::string& text, const PgnGame& game);

/// The tags as they are written: the seven of the roster first and complete, then the others in their order, one of
/// each name. Result, FEN, SetUp and Variant follow from the game, whatever its tags say.
[[nodiscard]] std::vector<PgnTag> tags_to_write(const PgnGame& game);

}  // namespace zugwerk::chess
