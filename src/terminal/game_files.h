// terminal/game_files.h
//
// The game at the prompt as a PGN file.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/error.h"
#include "chess/notation/pgn_game.h"

namespace zugwerk::terminal {

/// Replaces a file that is there; a device or a folder is an error.
[[nodiscard]] base::Expected<void> save_game(const std::string& path, const chess::PgnGame& game);

struct LoadedGame {
  chess::PgnGame game;
  std::vector<std::string> repairs;  // of its starting position
};

/// The game with this number, from 1, of those in the file that can be read.
[[nodiscard]] base::Expected<LoadedGame> load_game(const std::string& path, std::size_t number);

}  // namespace zugwerk::terminal
