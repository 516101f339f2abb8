// web/games.h
//
// Whole games as JSON, in the form that the page uses: a flat list of nodes, each naming its parent by number. Node 0
// is the start; a node comes after its parent, and siblings in their order, the main line first.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/json.h"
#include "chess/notation/pgn_game.h"

namespace zugwerk::web {

inline constexpr std::size_t kMostGames = 500;
inline constexpr std::size_t kMostMovesOfGame = 30'000;                       // of one game
inline constexpr std::size_t kLargestAnswer = std::size_t{12} * 1024 * 1024;  // all games together, in bytes

/// The games of a PGN text as JSON text, as many as the limits allow, with the errors of broken games and the repairs
/// of starting positions. "more" says that games were left out at the end.
[[nodiscard]] base::Expected<std::string> read_pgn(std::string_view text);

struct ChosenGame {
  chess::PgnGame game;
  std::vector<std::string> repairs;  // what was dropped from its starting position
};

/// One of these games by its number, counted from 0 among the readable ones.
[[nodiscard]] base::Expected<ChosenGame> read_game(std::string_view text, std::size_t number);

/// {"tags", "result", "nodes"} of a game.
[[nodiscard]] base::Json game_json(const chess::PgnGame& game);

/// The PGN of a game: fields "fen" (or that of node 0), "tags" (an object), "result" and
/// "nodes".
[[nodiscard]] base::Expected<std::string> write_pgn(const base::Json& body);

}  // namespace zugwerk::web
