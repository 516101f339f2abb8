// games/archive/game_bytes.h
//
// A game as bytes of a fixed layout: what the frames of plain files hold before compression (game_file.h describes it).

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "games/archive/game_record.h"

namespace zugwerk::games {

/// The size of a game's bytes without plies, and of a ply.
inline constexpr std::size_t kGameHeaderSize = PackedPosition::kBytes + 4;
inline constexpr std::size_t kPlySize = 4;
[[nodiscard]] inline std::size_t size_in_bytes(const GameRecord& game) {
  return kGameHeaderSize + kPlySize * game.plies.size();
}

void append_game_bytes(std::string& bytes, const GameRecord& game);
/// Cuts such a game off `bytes`; false if they are none.
[[nodiscard]] bool take_game_bytes(std::string_view& bytes, GameRecord& game);

}  // namespace zugwerk::games
