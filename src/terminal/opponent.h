// terminal/opponent.h
//
// Zugwerk on the other side of the board: thinks in the background while the terminal waits, and moves at once when
// Ctrl-C is pressed. Keeps neither the game nor its clock; the caller says how long to think.

#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <vector>

#include "chess/position.h"
#include "engine/engine.h"
#include "eval/score.h"
#include "search/limits.h"

namespace zugwerk::terminal {

struct Answer {
  chess::Move move;  // none in a finished position
  eval::Score score{eval::kDraw};
  std::vector<chess::Move> line;  // begins with the move
};

class Opponent {
 public:
  Opponent();

  /// The move it would play. Returns when the limits are reached. With a rating: the move of a player of that strength.
  [[nodiscard]] Answer think(const chess::Position& position, const search::Limits& limits,
                             std::optional<int> elo = {});

  /// Clears what it learned in the previous game.
  void new_game() { engine_.new_game(); }

 private:
  void take(const search::LineReport& report);
  void take(const search::BestMoveReport& report);

  std::mutex mutex_;
  std::condition_variable done_;
  // Guarded by the mutex.
  Answer answer_;
  bool thinking_ = false;

  engine::Engine engine_;  // last: its thread uses the members above
};

}  // namespace zugwerk::terminal
