// library/explorer.h
//
// What was played in a position: moves with their games, results, ratings and the last year, and the games behind
// them, over the whole library or the games of a filter.

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "base/error.h"
#include "chess/position.h"
#include "library/filter.h"
#include "library/library.h"

namespace zugwerk::library {

struct MoveCount {
  chess::Move move;  // no move: games that end here
  std::uint64_t games = 0;
  std::uint64_t white_wins = 0;
  std::uint64_t draws = 0;
  std::uint64_t black_wins = 0;
  std::uint64_t rated = 0;       // games in which the mover has a rating
  std::uint64_t rating_sum = 0;  // of the mover
  Date last_played;

  /// The points of White in percent, over games with a result; 50 without any.
  [[nodiscard]] double white_score() const;
  void add(const MoveCount& other);
};

struct Exploration {
  MoveCount all;
  std::vector<MoveCount> moves;  // the most frequent first; games that end here last
  std::vector<GameLine> games;   // the best rated, then the latest first
};

/// `most_games` limits the list of games.
[[nodiscard]] base::Expected<Exploration> explore(Library& library, const chess::Position& position,
                                                  const Filter& filter, std::size_t most_games,
                                                  const std::atomic<bool>& stop);

}  // namespace zugwerk::library
