// engine/level.h
//
// Playing like a weaker player. The player searches a number of nodes, not for a time, compares the moves, and errs in
// a human way: now and then it overlooks the reply to a move, more often if the reply is less obvious; its judgement is
// a little off; and it always notices blunders beyond a certain size. docs/levels.md says how the numbers were fitted
// to Elo. Independent of protocols; starts no search.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "chess/position.h"
#include "search/events.h"
#include "search/limits.h"

namespace zugwerk::engine {

/// The parameters of a player.
struct LevelModel {
  double nodes = 0;      // searched per move
  double lines = 0;      // moves that are compared (MultiPV)
  double oversight = 0;  // chance to overlook the reply to a move, if it is neither obvious nor hidden
  double noise = 0;      // centipawns, standard deviation of the error in judging a move
  double sure_loss = 0;  // centipawns; a move worse than the best by more than this is never played
};

class Level {
 public:
  static constexpr int kLeastElo = 500;
  static constexpr int kMostElo = 3400;
  static constexpr int kDefaultElo = 1500;

  /// With the same seed the same search results lead to the same move.
  Level(int elo, std::uint64_t seed);

  [[nodiscard]] int elo() const { return elo_; }
  [[nodiscard]] const LevelModel& model() const { return model_; }

  /// The limits to search with if a client asked for `wanted`. They keep its clock, so that no game is lost on time.
  [[nodiscard]] search::Limits limits(const chess::Position& position, search::Limits wanted) const;
  [[nodiscard]] int line_count(const chess::Position& position) const;

  /// The index of the line to play. There is one line per move that was compared, the best first, none empty.
  [[nodiscard]] std::size_t choose(const chess::Position& position, std::span<const search::LineReport> lines) const;

 private:
  /// The opponent has a bare king, and the player is strong enough to know how to mate it.
  [[nodiscard]] bool knows_technique(const chess::Position& position) const;

  int elo_;
  std::uint64_t seed_;
  LevelModel model_;
};

}  // namespace zugwerk::engine
