// tests/support/random_games.h
//
// Positions from random games, the raw material of property tests: standard, Chess960 and double Chess960 in turn.

#pragma once

#include "base/rng.h"
#include "chess/chess960.h"
#include "chess/movegen.h"

namespace zugwerk::test {

/// Plays `games` random games of at most `plies` plies and calls `visit(Position&)` before every move. The visitor
/// must leave the position as it found it.
template <class Visitor>
void for_random_positions(std::uint64_t seed, int games, int plies, Visitor visit) {
  using namespace zugwerk::chess;
  base::Rng rng(seed);
  for (int game = 0; game < games; ++game) {
    const auto number = [&] { return static_cast<int>(rng.below(kChess960Starts)); };
    Position position;
    if (game % 3 == 1) position = chess960_start(number());
    if (game % 3 == 2) position = chess960_start(number(), number());
    for (int ply = 0; ply < plies; ++ply) {
      visit(position);
      const MoveList moves = legal_moves(position);
      if (moves.empty()) break;
      position.make(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
    }
  }
}

}  // namespace zugwerk::test
