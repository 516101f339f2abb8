// eval/evaluator.h
//
// The seam between search and evaluation: one Evaluator per searching thread. It is notified of every move before it is
// made and of every undo, so that the network can be updated incrementally; the classical evaluation does not need
// that. If there is a network it evaluates, otherwise the classical evaluation does. Both treat known endgames and the
// fifty-move rule alike.

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
  /// Evaluates with the network, or with the classical evaluation for nullptr.
  explicit Evaluator(std::shared_ptr<const nnue::Network> network = nullptr);
  Evaluator(const Evaluator&) = delete;
  Evaluator& operator=(const Evaluator&) = delete;
  Evaluator(Evaluator&&) noexcept;
  Evaluator& operator=(Evaluator&&) noexcept;
  ~Evaluator();

  /// Changes to another network, or to the classical evaluation for nullptr. Call follow() again afterwards.
  void set_network(std::shared_ptr<const nnue::Network> network);

  /// Starts from a position that was not reached by a move.
  void follow(const chess::Position& position);
  /// `move` is about to be made.
  void before_move(const chess::Position& position, chess::Move move);
  /// The last move was undone.
  void after_undo();

  /// The evaluation for the side to move; never a mate or tablebase score. Not for positions in check. With a network
  /// it must be the position that was followed to, up to null moves.
  [[nodiscard]] Score evaluate(const chess::Position& position);

  /// Clears everything that is cached between positions.
  void clear();

 private:
  std::unique_ptr<PawnTable> pawns_;
  std::unique_ptr<nnue::AccumulatorStack> accumulators_;  // none without a network
};

}  // namespace zugwerk::eval
