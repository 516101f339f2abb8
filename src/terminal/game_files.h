// terminal/game_files.h
//
// Saving and loading the game at the prompt as PGN.

#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "base/error.h"
#include "chess/notation/pgn_game.h"

namespace zugwerk::terminal {

/// Replaces an existing file; fails for devices and folders.
[[nodiscard]] base::Expected<void> save_game(const std::string& path, const chess::PgnGame& game);

struct LoadedGame {
  chess::PgnGame game;
  std::vector<std::string> repairs;  // made to its starting position
};

/// The game with this number, counting the readable games of the file from 1.
[[nodiscard]] base::Expected<LoadedGame> load_game(const std::string& path, std::size_t number);

}  // namespace zugwerk::terminal
