// learning/tuner/quiet.cpp
//
// A quiescence search without hash table, histories or pruning guesses: its result depends on the position alone, so a
// file always yields the same positions.

#include "learning/tuner/quiet.h"

#include <algorithm>

#include "chess/movegen.h"
#include "chess/see.h"

namespace zugwerk::learning {

using chess::Move;
using chess::Position;
using eval::Score;

namespace {

// Sequences of captures end by themselves; those with checks may take a while.
constexpr int kDeepest = 24;

/// What a capture seems to win, for move ordering.
[[nodiscard]] int promise(const Position& position, Move move) {
  const int value = chess::exchange_value(position.captured_type(move));
  return move.is_promotion() ? value + chess::exchange_value(move.promotion_type()) : value;
}

[[nodiscard]] Score best_capture(Position& position, eval::Evaluator& evaluator, Score alpha, Score beta, int ply) {
  const bool in_check = position.in_check();
  Score best = -eval::kInfinite;
  if (!in_check || ply == kDeepest) {
    best = evaluator.evaluate(position);
    if (best >= beta || ply == kDeepest) return best;
    alpha = std::max(alpha, best);
  }
  chess::MoveList moves;
  if (in_check)
    chess::generate<chess::MoveSet::All>(position, moves);
  else
    chess::generate<chess::MoveSet::Captures>(position, moves);
  if (in_check && moves.empty()) return Score::mated_at(ply);
  std::stable_sort(moves.begin(), moves.end(),
                   [&](Move a, Move b) { return promise(position, a) > promise(position, b); });
  for (const Move move : moves) {
    if (!in_check && !chess::see_at_least(position, move, 0)) continue;
    evaluator.before_move(position, move);
    position.make(move);
    const Score score = -best_capture(position, evaluator, -beta, -alpha, ply + 1);
    position.undo();
    evaluator.after_undo();
    best = std::max(best, score);
    alpha = std::max(alpha, best);
    if (alpha >= beta) break;
  }
  return best;
}

}  // namespace

bool is_quiet(Position& position, eval::Evaluator& evaluator, int margin) {
  if (position.in_check()) return false;
  evaluator.follow(position);
  const Score enough = evaluator.evaluate(position) + margin;
  return best_capture(position, evaluator, enough, enough + 1, 0) <= enough;
}

}  // namespace zugwerk::learning
