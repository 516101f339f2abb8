// games/archive/packed_games.h
//
// Games in some 40 % of the plain space, as frames of packed files keep them (game_file.h). A move is coded as
// a choice among the legal moves, from the likeliest to the least likely; a score by its difference to the one before.
// How likely something is follows from what stands before it in the same frame, so a frame needs no other. The model
// belongs to the format: whatever changes a probability needs a new version of it, and no part of it may depend on the
// search or the evaluation, which do change.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "games/archive/game_record.h"

namespace zugwerk::games {

/// A game, and whether it was the last of a frame of the file it comes from, so that unpacking restores the frames too.
struct PackedGame {
  GameRecord game;
  bool ends_frame = false;
};

/// The games as bytes.
[[nodiscard]] std::string pack_games(const std::vector<PackedGame>& games);

/// The games again: `count` of them with `plies` plies in all, or the error that the bytes are no such games.
[[nodiscard]] base::Expected<std::vector<PackedGame>> unpack_games(std::string_view bytes, std::size_t count,
                                                                   std::size_t plies);

}  // namespace zugwerk::games
