// engine/level.h
//
// Playing like a weaker player. The player thinks for a number of nodes, not for a time, weighs the moves against each
// other, and errs in a human way: the reply to a move is overlooked now and then, the less obvious it is the more
// often; judgement is a little off; and blunders beyond a certain size are always seen in time. Which numbers make
// which Elo is in docs/levels.md. Knows no protocol and starts no search.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "chess/position.h"
#include "search/events.h"
#include "search/limits.h"

namespace zugwerk::engine {

/// How a player thinks.
struct LevelModel {
  double nodes = 0;      // of thought for a move
  double lines = 0;      // moves that are weighed against each other
  double oversight = 0;  // chance that what follows a move is not seen, if it is neither obvious nor hidden
  double noise = 0;      // centipawns, standard deviation of what a move is thought to be worth
  double sure_loss = 0;  // centipawns behind the best move from which on a mistake is always seen
};

class Level {
 public:
  static constexpr int kLeastElo = 500;
  static constexpr int kMostElo = 3400;
  static constexpr int kDefaultElo = 1500;

  /// With the same seed the same thoughts lead to the same move.
  Level(int elo, std::uint64_t seed);

  [[nodiscard]] int elo() const { return elo_; }
  [[nodiscard]] const LevelModel& model() const { return model_; }

  /// What to search for, where a client asked for `wanted`. The clock stays in it, so that no game is lost on time.
  [[nodiscard]] search::Limits limits(const chess::Position& position, search::Limits wanted) const;
  [[nodiscard]] int line_count(const chess::Position& position) const;

  /// Which of the lines is played: one line for each move that was weighed, the best first, none empty.
  [[nodiscard]] std::size_t choose(const chess::Position& position, std::span<const search::LineReport> lines) const;

 private:
  /// The opponent has only a king left, and the player has learned how to mate it.
  [[nodiscard]] bool knows_technique(const chess::Position& position) const;

  int elo_;
  std::uint64_t seed_;
  LevelModel model_;
};

}  // namespace zugwerk::engine
