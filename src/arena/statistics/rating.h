// arena/statistics/rating.h
//
// Ratings of many players from all their games at once: the ratings under which the results are likeliest. Uses only
// the scores of the pairings, not openings, colours or clocks.
//
// The model: a player who is d Elo stronger expects the score 1 / (1 + 10^(-d/400)), as everywhere in the arena. Draws
// follow Davidson's model: win, draw and loss are in the ratio y : v : 1/y, where v says how drawish the field is and y
// follows from the expected score. Without draws this is the model of Bradley and Terry.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "arena/statistics/match_statistics.h"

namespace zugwerk::arena {

struct RatedPlayer {
  std::string name;
  std::optional<double> anchor;  // a rating that is given rather than estimated
};

/// Games between two players, given by their places in the list; seen from the first of the two.
struct Encounter {
  std::size_t first = 0;
  std::size_t second = 0;
  GameCounts games;
};

struct Rating {
  double elo = 0;
  double error = 0;  // half of the 95 % interval, from the Fisher information; 0 for anchors
  std::uint64_t games = 0;
  double points = 0;
};

struct RatingTable {
  std::vector<Rating> ratings;  // in the order of the players
  double draw_share = 0;        // of games between equal players
};

/// Without anchors, the first player is anchored at zero. A player whose rating is not bounded by the games is left out
/// of the estimate: infinite if all of the results that lead to the anchors are wins (or losses), with an infinite
/// error; zero with an infinite error if no games lead there.
[[nodiscard]] RatingTable rate(const std::vector<RatedPlayer>& players, const std::vector<Encounter>& encounters);

}  // namespace zugwerk::arena
