// terminal/opponent.h
//
// Zugwerk on the other side of the board: thinks in the background while the terminal waits, and moves at once when
// Ctrl-C is pressed. Knows neither the game nor its clock; the caller says how long to think.

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

  /// What it would play. Returns when the limits are reached. With a rating: what a player of that strength would
  /// play.
  [[nodiscard]] Answer think(const chess::Position& position, const search::Limits& limits,
                             std::optional<int> elo = {});

  /// Forgets what it learned in the game before.
  void new_game() { engine_.new_game(); }

 private:
  void take(const search::LineReport& report);
  void take(const search::BestMoveReport& report);

  std::mutex mutex_;
  std::condition_variable done_;
  // Guarded by the mutex.
  Answer answer_;
  bool thinking_ = false;

  engine::Engine engine_;  // the last: its thread uses what stands above
};

}  // namespace zugwerk::terminal
