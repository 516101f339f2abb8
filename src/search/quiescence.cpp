// The leaves: captures and evasions only, until the position is quiet enough to trust the static evaluation.

#include <algorithm>
#include <cassert>

#include "chess/see.h"
#include "search/move_picker.h"
#include "search/worker.h"

namespace zugwerk::search {

using namespace chess;
using namespace eval;

template <NodeType kNode>
Score Worker::quiescence(Score alpha, Score beta, int ply) {
  constexpr bool kPv = kNode == NodeType::Pv;
  static_assert(kNode != NodeType::Root);
  line(ply).clear();
  if (stopped()) return kDraw;
  count_node();
  if (stopped()) return kDraw;
  if constexpr (kPv) selective_depth_ = std::max(selective_depth_, ply + 1);

  Ply& here = at(ply);
  const bool in_check = position_.in_check();
  if (is_draw(ply)) return kDraw;
  if (ply >= kMaxPly - 1) return in_check ? kDraw : evaluator_.evaluate(position_);

  TtEntry known;
  const bool is_known = probe_hash(ply, known);
  if (!kPv && is_known && known.score != kNoScore &&
      (known.score >= beta ? has_lower(known.bound) : has_upper(known.bound)))
    return known.score;
  const bool was_pv = kPv || (is_known && known.was_pv);

  // Stand pat: captures are not forced, so the side to move has at least its static evaluation.
  Score raw_evaluation = kNoScore;
  Score best_score = -kInfinite;
  Score futility_base = -kInfinite;
  if (!in_check) {
    raw_evaluation = is_known && known.evaluation != kNoScore ? known.evaluation : evaluator_.evaluate(position_);
    best_score = here.evaluation = corrected(raw_evaluation, ply);
    if (is_known && known.score != kNoScore && !known.score.is_decisive() &&
        (known.score > best_score ? has_lower(known.bound) : has_upper(known.bound)))
      best_score = known.score;
    if (best_score >= beta) {
      if (known.bound == Bound::None) store_hash(ply, {best_score, raw_evaluation, Move(), 0, Bound::Lower, was_pv});
      return best_score;
    }
    alpha = std::max(alpha, best_score);
    futility_base = here.evaluation + params::kQuiescenceFutilityMargin;
  } else {
    here.evaluation = kNoScore;
  }

  MovePicker picker(position_, *histories_, known.move, continuations(ply));
  const CheckInfo check_info = position_.check_info();
  Move best_move;
  int move_count = 0;
  while (const Move move = picker.next()) {
    ++move_count;
    shared_.tt.prefetch(position_.plain_key_after(move));
    const bool is_quiet = position_.is_quiet(move);

    if (!best_score.is_loss()) {
      const bool gives_check = position_.gives_check(move, check_info);
      if (!in_check && !gives_check && !move.is_promotion()) {
        if (move_count > params::kQuiescenceMostCaptures) continue;
        // Futility pruning: even winning this piece for nothing does not reach alpha.
        const Score hope = futility_base + exchange_value(position_.captured_type(move));
        if (hope <= alpha) {
          best_score = std::max(best_score, hope);
          continue;
        }
        if (futility_base <= alpha && !see_at_least(position_, move, 1)) {
          best_score = std::max(best_score, futility_base);
          continue;
        }
      }
      // One evasion that does not lose is enough; skip further quiet ones.
      if (in_check && is_quiet && move_count > 1) continue;
      if (!see_at_least(position_, move, params::kQuiescenceSeeThreshold)) continue;
    }

    make(move, ply);
    const Score score = -quiescence<kNode>(-beta, -alpha, ply + 1);
    undo();
    if (stopped()) return kDraw;

    if (score > best_score) {
      best_score = score;
      if (score > alpha) {
        best_move = move;
        if constexpr (kPv) line(ply).set(move, line(ply + 1));
        if (score >= beta) break;
        alpha = score;
      }
    }
  }

  if (in_check && move_count == 0) return Score::mated_at(ply);
  if (!best_score.is_decisive() && !beta.is_decisive() && best_score > beta)
    best_score = Score((best_score.value() + beta.value()) / 2);
  store_hash(ply, {best_score, raw_evaluation, best_move, 0, best_score >= beta ? Bound::Lower : Bound::Upper, was_pv});
  return best_score;
}

template eval::Score Worker::quiescence<NodeType::Pv>(Score, Score, int);
template eval::Score Worker::quiescence<NodeType::NonPv>(Score, Score, int);

}  // namespace zugwerk::search
