// library/tag_code.h
//
// The tags of games as bytes, in their order. Values that the columns hold in the same spelling (facts.h) are left out.
// Blocks of games are compressed together by the caller.

#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "chess/notation/pgn_game.h"
#include "library/facts.h"

namespace zugwerk::library {

/// The texts behind the numbers of GameFacts; empty for none.
struct GameNames {
  std::array<std::string, chess::kColorCount> players;
  std::string event;
};

/// Takes what the columns hold from the tags, the first of each name. The result and the moves are the caller's.
void take_from_tags(const std::vector<chess::PgnTag>& tags, GameFacts& facts, GameNames& names);

/// Appends the tags of one game.
void append_tags(std::string& bytes, const std::vector<chess::PgnTag>& tags, const GameFacts& facts,
                 const GameNames& names);

/// Cuts the tags of one game off `bytes`.
[[nodiscard]] base::Expected<std::vector<chess::PgnTag>> take_tags(std::string_view& bytes, const GameFacts& facts,
                                                                   const GameNames& names);

}  // namespace zugwerk::library
