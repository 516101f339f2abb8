// eval/evaluator.h
//
// The seam between search and evaluation: one Evaluator per searching thread. It is told of every move before it is
// made and of every undo, so that an evaluation that learns from moves can follow; the classical one does not need to.

#pragma once

#include <memory>

#include "chess/position.h"
#include "eval/score.h"

namespace zugwerk::eval {

class PawnTable;

class Evaluator {
 public:
  Evaluator();
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;
  Evaluator(Evaluator&&) noexcept;
  Evaluator& operator=(Evaluator&&) noexcept;
  ~Evaluator();

  /// Starts to follow a position that was reached by other means than moves.
  void follow(const chess::Position& position);
  /// `move` is about to be made.
  void before_move(const chess::Position& position, chess::Move move);
  /// The last move was undone.
  void after_undo();

  /// What the position is worth to the side to move; never a proven result. Not for positions in check.
  [[nodiscard]] Score evaluate(const chess::Position& position);

  /// Forgets everything that was remembered between positions.
  void clear();

 private:
  std::unique_ptr<PawnTable> pawns_;
};

}  // namespace zugwerk::eval
