#include "review/positional/changes.h"

#include <algorithm>
#include <array>
#include <optional>

#include "base/format.h"
#include "base/text.h"
#include "eval/classical/evaluate.h"
#include "eval/classical/weights.h"
#include "review/motifs/board.h"
#include "review/notation.h"
#include "review/positional/traits.h"
#include "review/reasons.h"

namespace zugwerk::review {

using chess::Color;
using chess::Move;
using chess::PieceType;
using chess::Position;
using chess::Square;

namespace {

/// How far the lines are looked at, in plies: the move, the answer, and one more move of each.
constexpr std::size_t kAnswerPlies = 2;
constexpr std::size_t kLaterPlies = 4;

/// The traits that are bad for one side at one point of a line and, if it has one more, after the captures from there.
struct Look {
  std::vector<Trait> traits;

  [[nodiscard]] bool has(const Trait& trait) const {
    return std::any_of(traits.begin(), traits.end(), [&](const Trait& other) { return other.is_same_as(trait); });
  }
};

[[nodiscard]] Look look_at(const Position& position, Line line, std::size_t plies, Color side, bool settled) {
  if (!settled) return {traits_of(played(position, line, plies), side)};
  const Outcome outcome = play_out(position, line, plies);
  return {traits_of(played(position, outcome.moves, outcome.moves.size()), side)};
}

/// The traits of a line: after one ply, and settled after two and after four.
struct LineTraits {
  LineTraits(const Position& position, Line line, Color side)
      : first(look_at(position, line, 1, side, false)),
        second(look_at(position, line, kAnswerPlies, side, true)),
        last(look_at(position, line, kLaterPlies, side, true)) {}

  /// From the answer on, and still there later.
  [[nodiscard]] bool keeps(const Trait& trait) const { return second.has(trait) && last.has(trait); }
  [[nodiscard]] bool lacks(const Trait& trait) const { return !second.has(trait) && !last.has(trait); }

  Look first;
  Look second;
  Look last;
};

/// A term for `side` against the other, in centipawns.
[[nodiscard]] int balance_of(const eval::Trace& trace, eval::Term term, Color side) {
  const eval::Tapered value = trace.of(term, side) - trace.of(term, ~side);
  return (value.middlegame() * trace.phase + value.endgame() * (eval::weights::kFullPhase - trace.phase)) /
         eval::weights::kFullPhase;
}

/// The classical evaluation at the end of both lines, settled; nothing if it cannot be compared.
class Terms {
 public:
  Terms(const Position& position, Line worse, Line good) {
    const Position after_worse = end_of(position, worse);
    const Position after_good = end_of(position, good);
    if (after_worse.in_check() || after_good.in_check()) return;
    worse_ = eval::trace_classical(after_worse);
    good_ = eval::trace_classical(after_good);
    known_ = !worse_.is_known_endgame && !good_.is_known_endgame;
  }
  /// By how much the term is worse for `us` after the worse line; nothing if that is not known.
  [[nodiscard]] std::optional<int> loss(eval::Term term, Color us) const {
    if (!known_) return std::nullopt;
    return balance_of(good_, term, us) - balance_of(worse_, term, us);
  }

 private:
  [[nodiscard]] static Position end_of(const Position& position, Line line) {
    const Outcome outcome = play_out(position, line, kAnswerPlies);
    return played(position, outcome.moves, outcome.moves.size());
  }
  bool known_ = false;
  eval::Trace worse_;
  eval::Trace good_;
};

[[nodiscard]] std::string side_name(Color side) { return std::string(chess::name_of(side)); }

/// "leaves White with an isolated pawn on d5", "gives Black a passed pawn on d4". `side` is the one that it is bad for.
[[nodiscard]] std::string bestows(const Trait& trait, Color side) {
  return is_asset_of_opponent(trait.motif) ? base::format("gives {} {}", side_name(~side), trait_text(trait))
                                           : base::format("leaves {} with {}", side_name(side), trait_text(trait));
}

[[nodiscard]] std::string would_have_bestowed(const Trait& trait, Color side) {
  return is_asset_of_opponent(trait.motif)
             ? base::format("would have given {} {}", side_name(~side), trait_text(trait))
             : base::format("would have left {} with {}", side_name(side), trait_text(trait));
}

[[nodiscard]] std::vector<Move> whole_line(const Choice& choice) {
  std::vector<Move> line{choice.played};
  line.insert(line.end(), choice.answer.begin(), choice.answer.end());
  return line;
}

[[nodiscard]] Fact fact_of(const Trait& trait, Line line, Color bad_for, std::size_t ply) {
  Fact fact;
  fact.motif = trait.motif;
  fact.ply = ply;
  fact.is_change = true;
  fact.bad_for = bad_for;
  fact.targets = {trait.piece};
  if (trait.other.type != PieceType::None) fact.targets.push_back(trait.other);
  const Line shown = line.first(std::min(line.size(), kAnswerPlies));
  fact.outcome.moves.assign(shown.begin(), shown.end());
  return fact;
}

}  // namespace

std::vector<Change> trait_changes(const Choice& choice) {
  const Position& position = choice.position;
  const Color us = position.side_to_move();
  const std::vector<Move> worse = whole_line(choice);
  const Line good = choice.better;
  std::vector<Change> changes;
  if (worse.size() < kAnswerPlies || good.size() < kAnswerPlies) return changes;
  const Terms terms(position, worse, good);
  const auto add = [&](bool of_played, const Trait& trait, Color bad_for, std::size_t ply, std::string text) {
    // The static evaluation must not contradict, and what it agrees with most comes first.
    const int loss = terms.loss(term_of(trait.motif), us).value_or(0);
    if (loss < 0) return;
    constexpr int kMostFromTerms = 60;
    const Line line = of_played ? Line(worse) : good;
    changes.push_back({of_played, fact_of(trait, line, bad_for, ply), std::move(text),
                       trait.weight + std::min(loss, kMostFromTerms)});
  };

  // What is bad for the mover after the move played.
  const std::vector<Trait> now = traits_of(position, us);
  const Look before{now};
  const LineTraits after_played(position, worse, us);
  const LineTraits after_better(position, good, us);
  const Position answered = played(position, worse, 1);
  for (const Trait& trait : after_played.second.traits) {
    if (!after_played.keeps(trait) || !after_better.lacks(trait)) continue;
    if (before.has(trait)) {
      // Nothing new: the better move would have changed it.
      if (after_better.first.has(trait)) continue;
      if (trait.motif == Motif::Development && good[0].from() == trait.piece.square) continue;
      const std::string better = move_text(position, good[0]);
      add(false, trait, us, 0,
          is_asset_of_opponent(trait.motif)
              ? base::format("{} would have deprived {} of {}.", better, side_name(~us), trait_text(trait))
              : base::format("{} would have rid {} of {}.", better, side_name(us), trait_text(trait)));
      if (!changes.empty() && !changes.back().of_played) changes.back().fact.is_removed = true;
    } else if (after_played.first.has(trait)) {
      add(true, trait, us, 0, base::format("It {}.", bestows(trait, us)));
    } else {
      add(true, trait, us, 1,
          base::format("It allows {}, which {}.", line_text(answered, Line(worse).subspan(1, 1)), bestows(trait, us)));
    }
  }

  // What would have been bad for the opponent after the better move.
  const Look before_them{traits_of(position, ~us)};
  const LineTraits them_after_played(position, worse, ~us);
  const LineTraits them_after_better(position, good, ~us);
  for (const Trait& trait : them_after_better.second.traits) {
    if (!them_after_better.keeps(trait) || !them_after_played.lacks(trait)) continue;
    if (before_them.has(trait)) continue;
    // By the move itself: the opponent need not answer as the line does.
    if (!them_after_better.first.has(trait)) continue;
    add(false, trait, ~us, 0, base::format("{} {}.", move_text(position, good[0]), would_have_bestowed(trait, ~us)));
  }
  std::stable_sort(changes.begin(), changes.end(),
                   [](const Change& a, const Change& b) { return a.weight > b.weight; });
  return changes;
}

}  // namespace zugwerk::review
