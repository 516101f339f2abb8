#include "search/move_picker.h"

#include <utility>

#include "chess/see.h"
#include "search/params.h"

namespace zugwerk::search {

using namespace chess;

MovePicker::MovePicker(const Position& position, Histories& histories, Move tt_move, Move killer,
                       const Continuations& continuations, const Threats& threats)
    : position_(position),
      histories_(histories),
      continuations_(continuations),
      threats_(threats),
      tt_move_(tt_move),
      killer_(position.in_check() ? Move() : killer),
      stage_(position.in_check() ? Stage::EvasionTtMove : Stage::TtMove) {}

MovePicker::MovePicker(const Position& position, Histories& histories, Move tt_move, const Continuations& continuations)
    : position_(position),
      histories_(histories),
      continuations_(continuations),
      tt_move_(tt_move),
      stage_(position.in_check() ? Stage::EvasionTtMove : Stage::QuiescenceTtMove) {
  if (position.in_check()) threats_ = threats_of(position, ~position.side_to_move());
  // The quiescence search tries quiet moves only in check.
  if (!position.in_check() && tt_move_ && position.is_quiet(tt_move_)) tt_move_ = Move();
}

MovePicker::MovePicker(const Position& position, Histories& histories, Move tt_move, int threshold)
    : position_(position),
      histories_(histories),
      tt_move_(tt_move && !position.is_quiet(tt_move) && see_at_least(position, tt_move, threshold) ? tt_move : Move()),
      threshold_(threshold),
      stage_(Stage::ProbCutTtMove) {}

template <MoveSet kSet>
void MovePicker::generate() {
  MoveList list;
  chess::generate<kSet>(position_, list);
  for (const Move move : list)
    if (move != tt_move_ && !(kSet == MoveSet::Quiets && move == killer_)) moves_[end_++] = {move, 0};
}

void MovePicker::score_captures(std::size_t first) {
  for (std::size_t i = first; i < end_; ++i) {
    const Move move = moves_[i].move;
    const PieceType victim = position_.captured_type(move);
    const int promotion = move.is_promotion() ? exchange_value(move.promotion_type()) : 0;
    moves_[i].score = params::kOrderVictimWeight * (exchange_value(victim) + promotion) +
                      histories_.capture(position_.piece_on(move.from()), move.to(), victim).value() /
                          params::kOrderCaptureHistoryDivisor;
  }
}

int MovePicker::quiet_score(Move move) const {
  const Piece piece = position_.piece_on(move.from());
  const Square to = move.to();
  int score =
      params::kOrderButterflyWeight * histories_.butterfly(position_.side_to_move(), move, threats_.all).value() +
      histories_.pawn(position_, piece, to).value();
  for (std::size_t i = 0; i < continuations_.size(); ++i)
    if (continuations_[i] != nullptr)
      score +=
          (*continuations_[i])[index(piece)][index(to)].value() * (i == 0 ? params::kOrderFirstContinuationWeight : 1);
  return score;
}

void MovePicker::score_quiets(std::size_t first) {
  // Reward moving a piece away from the attack of a lesser one, punish moving it into one.
  for (std::size_t i = first; i < end_; ++i) {
    const Move move = moves_[i].move;
    const PieceType type = type_of(position_.piece_on(move.from()));
    int score = quiet_score(move);
    if (const Bitboard feared = threats_.against(type); feared != 0) {
      const int value = exchange_value(type);
      if (contains(feared, move.from())) score += params::kOrderEscapeWeight * value;
      if (contains(feared, move.to())) score -= params::kOrderEscapeWeight * value;
    }
    moves_[i].score = score;
  }
}

MovePicker::Scored* MovePicker::pick_best() {
  if (current_ == end_) return nullptr;
  std::size_t best = current_;
  for (std::size_t i = current_ + 1; i < end_; ++i)
    if (moves_[i].score > moves_[best].score) best = i;
  std::swap(moves_[best], moves_[current_]);
  return &moves_[current_++];
}

Move MovePicker::next() {
  constexpr int kEvasionCaptureFirst = 1 << 24;
  while (true) {
    switch (stage_) {
      case Stage::TtMove:
      case Stage::EvasionTtMove:
      case Stage::QuiescenceTtMove:
      case Stage::ProbCutTtMove:
        stage_ = static_cast<Stage>(static_cast<int>(stage_) + 1);
        if (tt_move_) return tt_move_;
        break;

      case Stage::GenerateCaptures:
      case Stage::GenerateQuiescence:
      case Stage::GenerateProbCut:
        generate<MoveSet::Captures>();
        score_captures(0);
        stage_ = static_cast<Stage>(static_cast<int>(stage_) + 1);
        break;

      case Stage::GoodCaptures:
        while (const Scored* const best = pick_best()) {
          const Move move = best->move;
          // A capture with a good history is tried early even if it loses a little by exchange.
          if (see_at_least(position_, move, -best->score / params::kOrderGoodCaptureDivisor)) return move;
          moves_[bad_end_++] = *best;
        }
        stage_ = Stage::Killer;
        break;

      case Stage::Killer:
        stage_ = Stage::GenerateQuiets;
        if (!skip_quiets_ && killer_ && killer_ != tt_move_ && position_.is_legal(killer_) &&
            position_.is_quiet(killer_))
          return killer_;
        killer_ = Move();
        break;

      case Stage::GenerateQuiets:
        // After the losing captures, which are at the front of the array.
        current_ = end_ = bad_end_;
        if (!skip_quiets_) {
          generate<MoveSet::Quiets>();
          score_quiets(current_);
        }
        stage_ = Stage::Quiets;
        break;

      case Stage::Quiets:
        if (!skip_quiets_)
          if (const Scored* const best = pick_best()) return best->move;
        current_ = 0;
        stage_ = Stage::BadCaptures;
        break;

      case Stage::BadCaptures:
        if (current_ < bad_end_) return moves_[current_++].move;
        stage_ = Stage::Done;
        break;

      case Stage::GenerateEvasions: {
        generate<MoveSet::Captures>();
        score_captures(0);
        for (std::size_t i = 0; i < end_; ++i) moves_[i].score += kEvasionCaptureFirst;
        const std::size_t quiets = end_;
        generate<MoveSet::Quiets>();
        for (std::size_t i = quiets; i < end_; ++i) moves_[i].score = quiet_score(moves_[i].move);
        stage_ = Stage::Evasions;
        break;
      }

      case Stage::Evasions:
      case Stage::Quiescence:
        if (const Scored* const best = pick_best()) return best->move;
        stage_ = Stage::Done;
        break;

      case Stage::ProbCut:
        while (const Scored* const best = pick_best())
          if (see_at_least(position_, best->move, threshold_)) return best->move;
        stage_ = Stage::Done;
        break;

      case Stage::Done:
        return {};
    }
  }
}

}  // namespace zugwerk::search
