#include "review/reason_judge.h"

#include <algorithm>
#include <cmath>

#include "chess/game.h"
#include "review/judge.h"
#include "review/motifs/board.h"
#include "review/positional/traits.h"
#include "review/reviewer.h"

namespace zugwerk::review {

using chess::Color;
using chess::Position;

namespace {

/// A game is about even, or lost, from these chances on.
constexpr double kEven = 0.15;
constexpr double kAsGoodAsLost = -0.5;

constexpr double kStillWorse = kInaccuracyDrop / 2;

[[nodiscard]] bool has_trait(const Position& position, const Fact& fact) {
  const Trait wanted{fact.motif, fact.targets.empty() ? PieceAt() : fact.targets.front(), {}, 0};
  const std::vector<Trait> traits = traits_of(position, fact.bad_for);
  return std::any_of(traits.begin(), traits.end(), [&](const Trait& trait) { return trait.is_same_as(wanted); });
}

}  // namespace

bool holds(const Position& position, const Fact& fact, search::Solo& solo, const search::Limits& limits,
           std::uint64_t* nodes, int slack) {
  const Color us = position.side_to_move();
  // Time for a stubborn defence to fail, and for a misguided attack to lose what it won.
  constexpr std::size_t kSlack = 6;
  const std::size_t plies = fact.outcome.moves.size() + kSlack;
  Position at = position;
  at.make(fact.outcome.moves.front());
  for (std::size_t ply = 1; ply < plies; ++ply) {
    if (const auto end = chess::find_end(at)) return end->winner == us;
    const search::SoloResult result = solo.search(at, limits);
    if (nodes != nullptr) *nodes += result.nodes;
    const eval::Score score = at.side_to_move() == us ? result.score() : -result.score();
    // A side that is mated instead has lost at least as much as was claimed.
    if (score.is_win()) return true;
    at.make(result.best());
  }
  if (fact.outcome.checkmate) return false;
  const int due = play_out(at, {}, 0).gain * (at.side_to_move() == us ? 1 : -1);
  const int won = material_balance(at, us) + due - material_balance(position, us);
  return won >= std::max(kSameMaterial, fact.outcome.gain - slack);
}

bool ReasonJudge::agrees(const Reason& reason) {
  if (choice_.before - choice_.after < kStillWorse) return false;
  const Fact& fact = reason.fact;
  const bool allowed = reason.kind == ReasonKind::Allows;
  switch (fact.motif) {
    case Motif::Stalemate:
    case Motif::Repetition:
    case Motif::DrawnEnding:
      return std::abs(choice_.after) <= kEven;
    case Motif::LostEnding:
      return choice_.after <= kAsGoodAsLost;
    default:
      break;
  }
  if (is_mate(fact.motif)) return allowed ? choice_.after_score.is_loss() : choice_.before_score.is_win();
  if (fact.outcome.gain >= kLeastWin) {
    Position start = choice_.position;
    if (allowed) start.make(choice_.played);
    // A measurement plays it out once; a review, which has few nodes for it, twice, in different depth. A pawn is
    // easily won back.
    const bool strict = slack_ < kLeastWin;
    const int slack = fact.outcome.gain < 2 * kLeastWin ? slack_ : kLeastWin;
    if (strict && !holds(start, fact, solo_, part_of(playing_, 2), &nodes_, slack)) return false;
    return holds(start, fact, solo_, playing_, &nodes_, slack);
  }
  const bool of_played = reason.kind == ReasonKind::Spoils;
  if (fact.is_change && !trait_is_as_claimed(fact, of_played)) return false;
  return !of_played || fact.ply == 0 || named_answer_is_good();
}

bool ReasonJudge::trait_is_as_claimed(const Fact& fact, bool of_played) {
  // The position after the moves that the sentence names, and after the best reply and the captures that follow.
  std::vector<chess::Move> line{of_played ? choice_.played : choice_.better.front()};
  Position at = choice_.position;
  at.make(line.front());
  if (fact.ply > 0) {
    if (!named_ || !of_played) return false;
    at.make(*named_);
  }
  if (has_trait(at, fact) == fact.is_removed) return false;
  if (chess::find_end(at)) return true;
  std::vector<chess::Move> reply;
  if (fact.ply > 0) {
    const search::SoloResult result = solo_.search(at, playing_);
    nodes_ += result.nodes;
    reply = result.lines.front().moves;
  } else if (of_played) {
    reply.assign(choice_.answer.begin(), choice_.answer.end());
  } else {
    reply.assign(choice_.better.begin() + 1, choice_.better.end());
  }
  const Outcome settled = play_out(at, reply, 1);
  return has_trait(played(at, settled.moves, settled.moves.size()), fact) != fact.is_removed;
}

bool ReasonJudge::named_answer_is_good() {
  if (!named_) return false;
  Position answered = choice_.position;
  answered.make(choice_.played);
  if (!choice_.answer.empty() && choice_.answer.front() == *named_) return true;
  answered.make(*named_);
  if (const auto end = chess::find_end(answered)) return !end->winner ? choice_.before >= kStillWorse : true;
  const search::SoloResult result = solo_.search(answered, limits_);
  nodes_ += result.nodes;
  return choice_.before - winning_chance(result.score(), answered) >= kStillWorse;
}

}  // namespace zugwerk::review
