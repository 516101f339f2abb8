// games/archive/game_bytes.h
//
// Serialises a game in the fixed layout of plain frames before compression (described in game_file.h).

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "games/archive/game_record.h"

namespace zugwerk::games {

/// The size in bytes of a game without its plies, and of one ply.
inline constexpr std::size_t kGameHeaderSize = PackedPosition::kBytes + 4;
inline constexpr std::size_t kPlySize = 4;
[[nodiscard]] inline std::size_t size_in_bytes(const GameRecord& game) {
  return kGameHeaderSize + kPlySize * game.plies.size();
}

void append_game_bytes(std::string& bytes, const GameRecord& game);
/// Reads a game from the front of `bytes` and removes it; false if it is invalid.
[[nodiscard]] bool take_game_bytes(std::string_view& bytes, GameRecord& game);

}  // namespace zugwerk::games
