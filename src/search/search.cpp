// The tree: principal variation search with everything that makes it selective, step by step.

#include <algorithm>
#include <cassert>
#include <utility>

#include "chess/dead_position.h"
#include "chess/movegen.h"
#include "chess/see.h"
#include "chess/threats.h"
#include "search/move_picker.h"
#include "search/worker.h"
#include "tablebase/syzygy.h"

namespace zugwerk::search {

using namespace chess;
using namespace eval;

namespace {

/// Plies without progress after which TT scores are not trusted: a draw by the fifty-move rule may be near.
constexpr int kFiftyMovesNear = 90;

/// A fail-high score that the reduced search did not prove is not reported as a mate.
[[nodiscard]] Score without_unproven_mate(Score score, Score beta) { return score.is_win() ? beta : score; }

/// Whether the TT score settles the node for this window.
[[nodiscard]] bool settles(const TtEntry& known, Score beta) {
  return known.score != kNoScore && (known.score >= beta ? has_lower(known.bound) : has_upper(known.bound));
}

/// Against a bare king the evaluation leads to the mate in small steps. Corrections are larger than these steps and
/// would hide them.
[[nodiscard]] bool has_bare_king(const Position& position) {
  return !more_than_one(position.pieces(Color::White)) || !more_than_one(position.pieces(Color::Black));
}

}  // namespace

bool Worker::is_draw(int ply) const {
  if (position_.halfmove_clock() >= kFiftyMoves && (!position_.in_check() || has_legal_move(position_))) return true;
  return position_.is_repetition(ply) || has_insufficient_material(position_);
}

bool Worker::probe_hash(int ply, TtEntry& known) const {
  if (!shared_.tt.find(position_.key(), ply, position_.halfmove_clock(), known)) return false;
  // A key collision: the score belongs to another position, like the move.
  if (known.move && !position_.is_legal(known.move)) {
    known = {};
    return false;
  }
  return true;
}

void Worker::store_hash(int ply, const TtEntry& entry) {
  const std::uint64_t word = shared_.tt.store(position_.key(), ply, position_.halfmove_clock(), entry);
  if (shared_.exchange != nullptr && entry.depth >= Exchange::kLeastDepth && word != 0)
    shared_.exchange->offer(position_.key(), word);
}

bool Worker::probe_tablebases(int depth, int ply, Score& score, Bound& bound) {
  const Settings& settings = shared_.settings;
  const int pieces = base::popcount(position_.occupied());
  // WDL values assume that the fifty-move counter is zero.
  if (pieces > shared_.root_tb.pieces_in_tree || position_.halfmove_clock() != 0) return false;
  if (pieces == shared_.root_tb.pieces_in_tree && depth < settings.tb_depth) return false;
  const auto wdl = shared_.tb_lease->probe_wdl(position_);
  if (!wdl) return false;
  tb_hits_.store(tb_hits() + 1, std::memory_order_relaxed);
  const int least = settings.fifty_moves ? 2 : 1;
  if (static_cast<int>(*wdl) >= least) {
    score = kTablebaseWin - ply - 1;
    bound = Bound::Lower;  // a mate would score higher
  } else if (static_cast<int>(*wdl) <= -least) {
    score = -kTablebaseWin + ply + 1;
    bound = Bound::Upper;
  } else {
    // Prefer cursed wins to plain draws, and plain draws to blessed losses.
    score = kDraw + 2 * static_cast<int>(*wdl);
    bound = Bound::Exact;
  }
  return true;
}

void Worker::count_node() {
  nodes_.store(nodes() + 1, std::memory_order_relaxed);
  if (nodes() >= next_limit_check_) check_limits();
}

void Worker::make(Move move, int ply) {
  Ply& here = at(ply);
  here.move = move;
  here.piece = position_.piece_on(move.from());
  here.quiet = position_.is_quiet(move);
  here.continuation = &histories_->continuation(here.piece, move.to());
  evaluator_.before_move(position_, move);
  position_.make(move);
}

void Worker::undo() {
  position_.undo();
  evaluator_.after_undo();
}

Score Worker::corrected(Score evaluation, int ply) {
  if (has_bare_king(position_)) return evaluation;
  const Ply& before = at(ply - 1);
  return clamped_to_unproven(evaluation + histories_->correction(position_, before.piece, before.move.to()));
}

Continuations Worker::continuations(int ply) const {
  return {at(ply - 1).continuation, at(ply - 2).continuation, at(ply - 4).continuation};
}

int Worker::quiet_history(Move move, const Continuations& before, Bitboard attacked) {
  const Piece piece = position_.piece_on(move.from());
  int sum = histories_->butterfly(position_.side_to_move(), move, attacked).value() +
            histories_->pawn(position_, piece, move.to()).value();
  for (std::size_t i = 0; i < 2; ++i)
    if (before[i] != nullptr) sum += (*before[i])[index(piece)][index(move.to())].value();
  return sum;
}

template <NodeType kNode>
Score Worker::search_node(Score alpha, Score beta, int depth, int ply, bool cut_node) {
  constexpr bool kRoot = kNode == NodeType::Root;
  constexpr bool kPv = kNode != NodeType::NonPv;
  assert(alpha < beta && (kPv || alpha + 1 == beta));

  if (depth <= 0) return quiescence < kPv ? NodeType::Pv : NodeType::NonPv > (alpha, beta, ply);

  line(ply).clear();
  if (stopped()) return kDraw;  // before counting, so that a node limit is exact
  count_node();
  if (stopped()) return kDraw;
  if constexpr (kPv) selective_depth_ = std::max(selective_depth_, ply + 1);

  const Color us = position_.side_to_move();
  Ply& here = at(ply);
  here.cutoffs = 0;
  at(ply + 1).killer = Move();
  const bool in_check = position_.in_check();
  const Move excluded = here.excluded;

  if constexpr (!kRoot) {
    if (is_draw(ply)) return kDraw;
    if (ply >= kMaxPly - 1) return in_check ? kDraw : evaluator_.evaluate(position_);

    // Upcoming repetition: if we can return to an earlier position, we have at least a draw.
    if (alpha < kDraw && position_.has_upcoming_repetition(ply)) {
      alpha = kDraw;
      if (alpha >= beta) return alpha;
    }

    // Mate distance pruning: a mate further away than one already found changes nothing.
    alpha = std::max(alpha, Score::mated_at(ply));
    beta = std::min(beta, Score::mate_at(ply + 1));
    if (alpha >= beta) return alpha;
  }

  // Transposition table: an entry that is deep enough causes a cutoff.
  TtEntry known;
  const bool is_known = !excluded && probe_hash(ply, known);
  Move tt_move = known.move;
  if constexpr (kRoot) {
    const RootMove& first = root_moves_[line_index_];
    if (first.running.is_known() || first.finished.is_known()) tt_move = first.move;
  }
  const bool was_pv = kPv || (is_known && known.was_pv);
  const bool knows_mate = is_known && known.proves_mate();
  if (!kPv && is_known && (known.depth >= depth || knows_mate) && settles(known, beta) &&
      position_.halfmove_clock() < kFiftyMovesNear)
    return known.score;

  // A mate score from the TT bounds the score of a PV node, which is still searched to find the line.
  Score floor = -kInfinite;
  Score ceiling = kInfinite;
  if (kPv && !kRoot && knows_mate) {
    // Not for a win that is only a lower bound: a shorter mate may still be found.
    if (known.score <= alpha && has_upper(known.bound)) return known.score;
    if (known.score.is_win()) {
      floor = known.score;
      alpha = std::max(alpha, std::min(known.score, beta) - 1);
    } else {
      ceiling = known.score;
    }
  }

  // Tablebases: the result is known. Where that causes no cutoff, it still bounds the score of a PV node.
  if (!kRoot && !excluded && shared_.root_tb.pieces_in_tree > 0) {
    Score score;
    Bound bound = Bound::None;
    if (probe_tablebases(depth, ply, score, bound)) {
      if (bound == Bound::Exact || (bound == Bound::Lower ? score >= beta : score <= alpha)) {
        const int known_depth = std::min(depth + params::kTbDepthBonus, kMaxPly - 1);
        store_hash(ply, {score, kNoScore, Move(), known_depth, bound, was_pv});
        return score;
      }
      if constexpr (kPv) {
        if (bound == Bound::Lower) {
          floor = std::max(floor, score);
          alpha = std::max(alpha, score);
        } else {
          ceiling = std::min(ceiling, score);
        }
      }
    }
  }

  // Static evaluation, adjusted by correction history, and replaced by the TT score where that is a tighter bound.
  Score raw_evaluation = kNoScore;
  Score evaluation = kNoScore;
  if (in_check) {
    here.evaluation = kNoScore;
  } else if (excluded) {
    evaluation = here.evaluation;
  } else {
    // The null move probes the TT next.
    if (!kPv && depth >= params::kNullMoveMinDepth) shared_.tt.prefetch(position_.key_after_null());
    raw_evaluation = is_known && known.evaluation != kNoScore ? known.evaluation : evaluator_.evaluate(position_);
    // Stored at once, since most nodes that are pruned below store nothing else.
    if (!is_known) store_hash(ply, {kNoScore, raw_evaluation, Move(), TtEntry::kUnsearched, Bound::None, was_pv});
    evaluation = here.evaluation = corrected(raw_evaluation, ply);
    if (is_known && known.score != kNoScore &&
        (known.score > evaluation ? has_lower(known.bound) : has_upper(known.bound)))
      evaluation = known.score;
  }

  // Improving: our evaluation has risen since our last move, so a fail high is likelier and pruning of moves riskier.
  const bool improving = [&] {
    if (in_check) return false;
    if (at(ply - 2).evaluation != kNoScore) return here.evaluation > at(ply - 2).evaluation;
    if (at(ply - 4).evaluation != kNoScore) return here.evaluation > at(ply - 4).evaluation;
    return true;
  }();

  // Hindsight: the move that led here was reduced. If the evaluation did not fall for the side that made it, the
  // reduction was too large; if it fell clearly, it was too small.
  if (!kRoot && !excluded && !in_check && at(ply - 1).reduction > 0 && at(ply - 1).evaluation != kNoScore) {
    const int both = here.evaluation.value() + at(ply - 1).evaluation.value();
    if (at(ply - 1).reduction >= params::kHindsightDeeper && both <= 0) ++depth;
    if (at(ply - 1).reduction >= params::kHindsightShallower && depth >= 2 && both > params::kHindsightMargin) --depth;
  }

  if (!kPv && !in_check && !excluded) {
    // Reverse futility pruning: the evaluation is so far above beta that the opponent will not get below it.
    if (depth <= params::kReverseFutilityMaxDepth && !evaluation.is_decisive() && !beta.is_loss() &&
        evaluation - reverse_futility_margin(depth, improving) >= beta)
      return Score((evaluation.value() + beta.value()) / 2);

    // Razoring: the evaluation is so far below alpha that only captures could help; the quiescence search decides.
    if (depth <= params::kRazoringMaxDepth && evaluation + razoring_margin(depth) <= alpha) {
      const Score score = quiescence<NodeType::NonPv>(alpha, alpha + 1, ply);
      if (score <= alpha) return score;
    }

    // Null move: if handing the opponent a free move still fails high, a real move surely would. Zugzwang breaks the
    // argument, so it needs a piece besides pawns, and deep searches verify the claim without the trick.
    if (depth >= params::kNullMoveMinDepth && evaluation >= beta && here.evaluation + null_move_leeway(depth) >= beta &&
        at(ply - 1).move != Move::null() && position_.has_non_pawn_material(us) && ply >= null_move_barrier_ &&
        !beta.is_decisive()) {
      const int reduced = depth - null_move_reduction(depth, evaluation - beta);
      here.move = Move::null();
      here.piece = Piece::None;
      here.quiet = false;
      here.continuation = &histories_->continuation(Piece::None, Square::A1);
      at(ply + 1).extensions = here.extensions;
      position_.make_null();
      const Score score = -search_node<NodeType::NonPv>(-beta, -beta + 1, reduced, ply + 1, !cut_node);
      position_.undo_null();
      if (stopped()) return kDraw;
      if (score >= beta) {
        if (depth < params::kNullMoveVerificationDepth || null_move_barrier_ > 0)
          return without_unproven_mate(score, beta);
        // No null moves in the first plies of the verification, and no second hindsight adjustment of this node.
        const int reduction = std::exchange(at(ply - 1).reduction, 0);
        null_move_barrier_ = ply + params::kNullMoveBarrierPercent * std::max(reduced, 1) / 100;
        const Score verified = search_node<NodeType::NonPv>(beta - 1, beta, reduced, ply, false);
        null_move_barrier_ = 0;
        at(ply - 1).reduction = reduction;
        if (verified >= beta) return without_unproven_mate(score, beta);
      }
    }

    // ProbCut: a capture that beats beta by a margin in a shallow search very likely beats beta in the full one.
    const Score prob_beta = beta + prob_cut_margin(improving);
    if (depth >= params::kProbCutMinDepth && !beta.is_decisive() &&
        !(is_known && known.depth >= depth - params::kProbCutReduction + 1 && known.score != kNoScore &&
          known.score < prob_beta)) {
      MovePicker picker(position_, *histories_, known.move, prob_beta - here.evaluation);
      while (const Move move = picker.next()) {
        shared_.tt.prefetch(position_.plain_key_after(move));
        at(ply + 1).extensions = here.extensions;
        make(move, ply);
        Score score = -quiescence<NodeType::NonPv>(-prob_beta, -prob_beta + 1, ply + 1);
        if (score >= prob_beta)
          score = -search_node<NodeType::NonPv>(-prob_beta, -prob_beta + 1, depth - params::kProbCutReduction, ply + 1,
                                                !cut_node);
        undo();
        if (stopped()) return kDraw;
        if (score >= prob_beta) {
          store_hash(ply, {score, raw_evaluation, move, depth - params::kProbCutReduction + 1, Bound::Lower, was_pv});
          return score;
        }
      }
    }
  }

  // Cutoff by a TT entry that is a little too shallow but far above beta.
  if (!kPv && is_known && has_lower(known.bound) && known.score != kNoScore && !known.score.is_decisive() &&
      !beta.is_decisive() && known.depth >= depth - params::kTtCutDepthGap &&
      known.score >= beta + params::kTtCutMargin)
    return beta + params::kTtCutMargin;

  // Internal iterative reduction: without a TT move the ordering is poor; search less now, better next time.
  if ((kPv || cut_node) && depth >= params::kIirMinDepth && !tt_move && !excluded) --depth;

  const Continuations before = continuations(ply);
  const CheckInfo check_info = position_.check_info();
  const bool tt_move_captures = tt_move && position_.is_capture(tt_move);
  const Threats threats = threats_of(position_, ~us);
  here.attacked = threats.all;
  MovePicker picker(position_, *histories_, tt_move, here.killer, before, threats);
  MoveList quiets_tried;
  MoveList captures_tried;
  Score best_score = -kInfinite;
  Move best_move;
  const Score old_alpha = alpha;
  int move_count = 0;

  while (const Move move = picker.next()) {
    if (move == excluded) continue;
    if constexpr (kRoot) {
      // Skip moves that were not asked for, belong to earlier MultiPV lines or rank lower by the tablebases.
      if (!root_moves_.competes(line_index_, move)) continue;
    }
    ++move_count;
    if constexpr (kRoot) {
      constexpr Milliseconds kFirstCurrentMove{3000};
      if (is_main() && events_->on_current_move && shared_.time.elapsed() > kFirstCurrentMove)
        events_->on_current_move({depth, move, move_count + static_cast<int>(line_index_)});
    }

    // Early, so that the entry has arrived when the move is made; wasted for moves that are pruned.
    shared_.tt.prefetch(position_.plain_key_after(move));
    const bool is_quiet = position_.is_quiet(move);
    const bool gives_check = position_.gives_check(move, check_info);
    const Piece piece = position_.piece_on(move.from());
    const int history = is_quiet ? quiet_history(move, before, threats.all)
                                 : histories_->capture(piece, move.to(), position_.captured_type(move)).value();
    int reduction = is_quiet ? reductions_.quiet(depth, move_count) : reductions_.capture(depth, move_count);

    // Pruning of moves, once there is one that does not lose.
    if (!kRoot && !best_score.is_loss() && position_.has_non_pawn_material(us)) {
      const int lmr_depth = std::max(depth - reduction / 1024, 0);
      if (is_quiet) {
        // Late move pruning: move ordering has put the good moves first. Checks are spared: mates hide among them.
        if (!gives_check && depth <= params::kLateMovePruningMaxDepth && move_count > late_move_count(depth, improving))
          continue;

        // History pruning: the move has failed again and again.
        if (lmr_depth <= params::kHistoryPruningMaxDepth && history < params::kHistoryPruningPerDepth * depth) {
          picker.skip_quiets();
          continue;
        }
        // Futility pruning: a quiet move will not raise a hopeless evaluation to alpha.
        if (!in_check && !gives_check && lmr_depth <= params::kFutilityMaxDepth &&
            here.evaluation + futility_margin(lmr_depth, history) <= alpha)
          continue;
        // SEE pruning: the move loses material.
        if (lmr_depth <= params::kSeePruningMaxDepth &&
            !see_at_least(position_, move, params::kSeeQuietPerDepth * lmr_depth))
          continue;
      } else if (depth <= params::kSeePruningMaxDepth &&
                 !see_at_least(position_, move,
                               params::kSeeCapturePerDepth * depth - history / params::kSeeCaptureHistoryDivisor)) {
        continue;
      }
    }

    // Singular extension: if every other move fails clearly below the TT move's score, that move is forced and
    // deserves a deeper look. If other moves reach beta too, the node is cut at once (multicut).
    int extension = 0;
    if (!kRoot && move == tt_move && !excluded && is_known && depth >= params::kSingularMinDepth &&
        known.depth >= depth - params::kSingularTtDepthGap && has_lower(known.bound) && known.score != kNoScore &&
        !known.score.is_decisive() && ply < 2 * root_depth_) {
      const Score singular_beta = known.score - depth * params::kSingularMarginPercent / 100;
      const Move killer = here.killer;
      here.excluded = move;
      const Score score =
          search_node<NodeType::NonPv>(singular_beta - 1, singular_beta, (depth - 1) / 2, ply, cut_node);
      here.excluded = Move();
      here.killer = killer;
      if (stopped()) return kDraw;
      if (score < singular_beta) {
        extension = 1;
        if (!kPv && here.extensions <= params::kMostExtensionsInLine) {
          if (score < singular_beta - params::kDoubleExtensionMargin) extension = 2;
          if (is_quiet && score < singular_beta - params::kTripleExtensionMargin) extension = 3;
        }
      } else if (singular_beta >= beta && !singular_beta.is_decisive()) {
        return singular_beta;
      } else if (known.score >= beta) {
        extension = -2;
      } else if (cut_node) {
        extension = -1;
      }
    }

    const std::uint64_t nodes_before = nodes();
    at(ply + 1).extensions = here.extensions + (extension >= 2 ? 1 : 0);
    make(move, ply);
    int new_depth = depth - 1 + extension;
    Score score = -kInfinite;

    // Late move reductions: later moves are searched to less depth, and again to full depth if they beat alpha.
    bool full_zero_window = !kPv || move_count > 1;
    if (depth >= params::kLmrMinDepth && move_count > 1 + (kRoot ? 1 : 0)) {
      if (cut_node) reduction += params::kLmrCutNodeScaled;
      if (!improving) reduction += params::kLmrNotImprovingScaled;
      if (tt_move_captures) reduction += params::kLmrTtCaptureScaled;
      if (kPv) reduction -= params::kLmrPvScaled;
      if (was_pv) reduction -= params::kLmrWasPvScaled;
      if (gives_check) reduction -= params::kLmrCheckScaled;
      if (move == here.killer) reduction -= params::kLmrKillerScaled;
      if (here.cutoffs > params::kLmrManyCutoffs) reduction += params::kLmrCutoffsScaled;
      reduction -= history * 1024 / params::kLmrHistoryDivisor;
      const int reduced = std::clamp(new_depth - reduction / 1024, std::min(1, new_depth), std::max(new_depth, 1));
      here.reduction = new_depth - reduced;
      score = -search_node<NodeType::NonPv>(-alpha - 1, -alpha, reduced, ply + 1, true);
      here.reduction = 0;
      full_zero_window = false;
      if (score > alpha && reduced < new_depth) {
        new_depth += score > best_score + params::kLmrDeeperMargin ? 1 : 0;
        new_depth -= score < best_score + params::kLmrShallowerMargin ? 1 : 0;
        if (reduced < new_depth) {
          score = -search_node<NodeType::NonPv>(-alpha - 1, -alpha, new_depth, ply + 1, !cut_node);
          // Reward or punish the move in continuation history, depending on whether the re-search confirmed it.
          if (is_quiet && !stopped())
            update_continuations(piece, move.to(), ply, score > alpha ? history_bonus(depth) : -history_malus(depth));
        }
      }
    }
    if (full_zero_window) score = -search_node<NodeType::NonPv>(-alpha - 1, -alpha, new_depth, ply + 1, !cut_node);
    if (kPv && (move_count == 1 || score > alpha))
      score = -search_node<NodeType::Pv>(-beta, -alpha, new_depth, ply + 1, false);
    undo();
    if (stopped()) return kDraw;

    if constexpr (kRoot) {
      root_moves_.add_nodes(move, nodes() - nodes_before);
      if (move_count == 1 || score > alpha) {
        const Bound bound = score >= beta ? Bound::Lower : (score <= alpha ? Bound::Upper : Bound::Exact);
        const Line& rest = line(ply + 1);
        std::vector<Move> moves{move};
        moves.insert(moves.end(), rest.moves.begin(), rest.moves.begin() + rest.length);
        if (score.is_mate()) follow_mate(score, moves);
        root_moves_.set_result(move, {score, bound, std::move(moves), root_depth_, selective_depth_});
      } else {
        root_moves_.clear_result(move);
      }
    }

    if (score > best_score) {
      best_score = score;
      if (score > alpha) {
        best_move = move;
        if (kPv && !kRoot) line(ply).set(move, line(ply + 1));
        if (score >= beta) {
          ++at(ply - 1).cutoffs;
          break;
        }
        alpha = score;
        // A good move has been found; search the others to less depth.
        if (!kRoot && depth > params::kLessAfterBestMinDepth && depth < params::kLessAfterBestMaxDepth &&
            !score.is_decisive())
          --depth;
      }
    }
    if (is_quiet)
      quiets_tried.push(move);
    else
      captures_tried.push(move);
  }

  // Checkmate, stalemate, or no legal move besides the excluded one.
  if (move_count == 0) {
    if (excluded) return alpha;
    return in_check ? Score::mated_at(ply) : kDraw;
  }

  if constexpr (kPv) best_score = std::min(std::max(best_score, floor), ceiling);

  // A shallow search says little about how far the score is above beta.
  if (!kPv && best_score >= beta && !best_score.is_decisive() && !beta.is_decisive())
    best_score = Score((best_score.value() * depth + beta.value()) / (depth + 1));

  if (best_move && best_score >= beta) {
    update_histories(best_move, depth, ply, quiets_tried, captures_tried);
  } else if (!kRoot && !best_move && !excluded && at(ply - 1).quiet) {
    // No move raised alpha, so the last move was a good one.
    reward_last_move(depth, ply);
  }

  // A search of only some of the moves says nothing about the position.
  const bool all_moves = !excluded && !(kRoot && (line_index_ > 0 || !shared_.limits.search_moves.empty()));
  if (all_moves) {
    const Bound bound =
        best_score >= beta ? Bound::Lower : (kPv && best_score > old_alpha ? Bound::Exact : Bound::Upper);
    // Correction history: only where the score says something about the static evaluation.
    const bool best_is_quiet = !best_move || position_.is_quiet(best_move);
    if (!in_check && best_is_quiet && !has_bare_king(position_) &&
        !(bound == Bound::Lower && best_score <= here.evaluation) &&
        !(bound == Bound::Upper && best_score >= here.evaluation) && !best_score.is_decisive())
      histories_->update_correction(position_, at(ply - 1).piece, at(ply - 1).move.to(), best_score - here.evaluation,
                                    depth);
    store_hash(ply, {best_score, raw_evaluation, best_move, depth, bound, was_pv});
  }
  return best_score;
}

template eval::Score Worker::search_node<NodeType::Root>(Score, Score, int, int, bool);

void Worker::reward_last_move(int depth, int ply) {
  const Ply& before = at(ply - 1);
  const int bonus = history_bonus(depth) * params::kBonusOfRefutingPercent / 100;
  histories_->butterfly(~position_.side_to_move(), before.move, before.attacked).update(bonus);
  if (PieceToHistory* const continuation = at(ply - 2).continuation)
    (*continuation)[index(before.piece)][index(before.move.to())].update(bonus);
}

void Worker::update_continuations(Piece piece, Square to, int ply, int bonus) {
  for (const int back : {1, 2, 4})
    if (PieceToHistory* const continuation = at(ply - back).continuation)
      (*continuation)[index(piece)][index(to)].update(bonus);
}

void Worker::update_quiet(Move move, int ply, int bonus) {
  const Piece piece = position_.piece_on(move.from());
  histories_->butterfly(position_.side_to_move(), move, at(ply).attacked).update(bonus);
  histories_->pawn(position_, piece, move.to()).update(bonus);
  update_continuations(piece, move.to(), ply, bonus);
}

void Worker::update_histories(Move best, int depth, int ply, const MoveList& quiets, const MoveList& captures) {
  const auto capture_history = [&](Move move) -> auto& {
    return histories_->capture(position_.piece_on(move.from()), move.to(), position_.captured_type(move));
  };
  if (position_.is_quiet(best)) {
    at(ply).killer = best;
    update_quiet(best, ply, history_bonus(depth));
    for (const Move move : quiets) update_quiet(move, ply, -history_malus(depth));
  } else {
    capture_history(best).update(history_bonus(depth));
  }
  for (const Move move : captures) capture_history(move).update(-history_malus(depth));
}

}  // namespace zugwerk::search
