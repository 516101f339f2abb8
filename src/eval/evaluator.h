// eval/evaluator.h
//
// The seam between search and evaluation: one Evaluator per searching thread. It is told of every move before it is
// made and of every undo, so that the network can follow; the classical evaluation does not need to. Which of the two
// answers is decided by whether there is a network. Endgames with a known answer and the fifty-move rule are treated
// alike by both.

#pragma once

#include <memory>

#include "chess/position.h"
#include "eval/score.h"

namespace zugwerk::nnue {
class AccumulatorStack;
class Network;
}  // namespace zugwerk::nnue

namespace zugwerk::eval {

class PawnTable;

class Evaluator {
 public:
  /// Evaluates by the network, or by the classical evaluation without one.
  explicit Evaluator(std::shared_ptr<const nnue::Network> network = nullptr);
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;
  Evaluator(Evaluator&&) noexcept;
  Evaluator& operator=(Evaluator&&) noexcept;
  ~Evaluator();

  /// Changes to another network, or to the classical evaluation for none. The position must be followed again.
  void set_network(std::shared_ptr<const nnue::Network> network);

  /// Starts to follow a position that was reached by other means than moves.
  void follow(const chess::Position& position);
  /// `move` is about to be made.
  void before_move(const chess::Position& position, chess::Move move);
  /// The last move was undone.
  void after_undo();

  /// What the position is worth to the side to move; never a proven result. Not for positions in check. With a network
  /// it must be the position that was followed to, up to passed moves.
  [[nodiscard]] Score evaluate(const chess::Position& position);

  /// Forgets everything that was remembered between positions.
  void clear();

 private:
  std::unique_ptr<PawnTable> pawns_;
  std::unique_ptr<nnue::AccumulatorStack> accumulators_;  // none without a network
};

}  // namespace zugwerk::eval
