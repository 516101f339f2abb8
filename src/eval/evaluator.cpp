// eval/evaluator.cpp

#include "eval/evaluator.h"

#include <utility>

#include "eval/classical/endgames.h"
#include "eval/classical/evaluate.h"
#include "eval/classical/pawns.h"
#include "eval/fifty_moves.h"
#include "nnue/accumulator.h"

namespace zugwerk::eval {

namespace {

Score evaluate_by_network(const chess::Position& position, nnue::AccumulatorStack& accumulators) {
  if (may_be_known_endgame(position))
    if (const auto white = known_endgame(position)) {
      const int known = position.side_to_move() == chess::Color::White ? *white : -*white;
      return clamped_to_unproven(Score(faded_endgame(known, position.halfmove_clock())));
    }
  // Clamped first: fading multiplies the value, which could overflow.
  const Score value = clamped_to_unproven(Score(accumulators.evaluate(position)));
  return Score(faded(value.value(), position.halfmove_clock()));
}

}  // namespace

Evaluator::Evaluator(std::shared_ptr<const nnue::Network> network) : pawns_(std::make_unique<PawnTable>()) {
  set_network(std::move(network));
}
Evaluator::Evaluator(Evaluator&&) noexcept = default;
Evaluator& Evaluator::operator=(Evaluator&&) noexcept = default;
Evaluator::~Evaluator() = default;

void Evaluator::set_network(std::shared_ptr<const nnue::Network> network) {
  const nnue::Network* const current = accumulators_ ? &accumulators_->network() : nullptr;
  if (network.get() == current) return;
  accumulators_ = network ? std::make_unique<nnue::AccumulatorStack>(std::move(network)) : nullptr;
}

// The classical evaluation has no incremental state.
void Evaluator::follow(const chess::Position& position) {
  if (accumulators_) accumulators_->follow(position);
}
void Evaluator::before_move(const chess::Position& position, chess::Move move) {
  if (accumulators_) accumulators_->before_move(position, move);
}
void Evaluator::after_undo() {
  if (accumulators_) accumulators_->after_undo();
}

Score Evaluator::evaluate(const chess::Position& position) {
  return accumulators_ ? evaluate_by_network(position, *accumulators_) : evaluate_classical(position, *pawns_);
}

// Accumulators cache too, but nothing that could change an evaluation.
void Evaluator::clear() { pawns_->clear(); }

}  // namespace zugwerk::eval
