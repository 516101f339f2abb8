// games/archive/packed_games.h
//
// Compresses games to about 40 % of the plain size, for the frames of packed files (game_file.h). A move is coded by
// its rank among the legal moves, sorted from the most to the least probable; a score by its difference from the
// previous one. The model adapts to what it has coded so far and starts afresh with every frame, so each frame can be
// decoded on its own. The model is part of the format: any change to a probability requires a new format version, and
// the model must not depend on the search or the evaluation, which do change.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "games/archive/game_record.h"

namespace zugwerk::games {

/// A game, and whether it was the last one of a frame in its original file, so that unpacking can restore the frames.
struct PackedGame {
  GameRecord game;
  bool ends_frame = false;
};

/// Encodes the games.
[[nodiscard]] std::string pack_games(const std::vector<PackedGame>& games);

/// Decodes `count` games with `plies` plies in total; fails if the bytes do not encode that.
[[nodiscard]] base::Expected<std::vector<PackedGame>> unpack_games(std::string_view bytes, std::size_t count,
                                                                   std::size_t plies);

}  // namespace zugwerk::games
