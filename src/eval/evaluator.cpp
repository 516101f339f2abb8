// eval/evaluator.cpp

#include "eval/evaluator.h"

#include "eval/classical/evaluate.h"
#include "eval/classical/pawns.h"

namespace zugwerk::eval {

Evaluator::Evaluator() : pawns_(std::make_unique<PawnTable>()) {}
Evaluator::Evaluator(Evaluator&&) noexcept = default;
Evaluator& Evaluator::operator=(Evaluator&&) noexcept = default;
Evaluator::~Evaluator() = default;

// The classical evaluation looks at the position as it is; moves tell it nothing.
void Evaluator::follow(const chess::Position& /*position*/) {}
void Evaluator::before_move(const chess::Position& /*position*/, chess::Move /*move*/) {}
void Evaluator::after_undo() {}

Score Evaluator::evaluate(const chess::Position& position) { return evaluate_classical(position, *pawns_); }

void Evaluator::clear() { pawns_->clear(); }

}  // namespace zugwerk::eval
