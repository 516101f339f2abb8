// eval/classical/pawns.cpp

#include "eval/classical/pawns.h"

#include <algorithm>

#include "eval/classical/masks.h"
#include "eval/classical/piece_squares.h"
#include "eval/classical/weight_counts.h"
#include "eval/classical/weights.h"

namespace zugwerk::eval {

using namespace chess;

namespace {

/// Scores the pawns of one colour and fills its part of the entry.
template <Color kUs, class Tracer>
Tapered evaluate_side(const Position& position, PawnEntry& entry, Tracer& tracer) {
  constexpr Color kThem = ~kUs;
  constexpr Direction kUp = forward(kUs);
  const Bitboard ours = position.pieces(kUs, PieceType::Pawn);
  const Bitboard theirs = position.pieces(kThem, PieceType::Pawn);

  const Bitboard attacks = pawn_attacks<kUs>(ours);
  const Bitboard doubly_attacked_by_them =
      kThem == Color::White ? shifted<Direction::NorthEast>(theirs) & shifted<Direction::NorthWest>(theirs)
                            : shifted<Direction::SouthEast>(theirs) & shifted<Direction::SouthWest>(theirs);
  entry.attack_span[index(kUs)] = filled_ahead<kUs>(attacks);
  entry.passed[index(kUs)] = 0;

  Tapered squares;
  Tapered structure =
      tracer.use(kUs, weights::kDoublyAttackedPawn, popcount(ours & doubly_attacked_by_them & ~attacks));
  for (Bitboard left = ours; left != 0;) {
    const Square square = pop_square(left);
    const std::size_t rank = index(relative_rank(kUs, square));
    squares += tracer.use(kUs, piece_square(kUs, PieceType::Pawn, square));

    const Bitboard ahead = file_ahead(kUs, square);
    const Bitboard neighbours = ours & adjacent_files(square);
    const Bitboard phalanx = neighbours & bits(rank_of(square));
    const Bitboard supporters = ours & pawn_attacks(kThem, square);
    const Bitboard stoppers = theirs & passage(kUs, square);
    const Bitboard levers = theirs & pawn_attacks(kUs, square);
    const Bitboard levers_after_push = theirs & pawn_attacks(kUs, square + kUp);
    const bool opposed = (theirs & ahead) != 0;
    const bool doubled = (ours & ahead) != 0;

    if (phalanx != 0) structure += tracer.use(kUs, weights::kPhalanxPawn[rank]);
    if (supporters != 0) structure += tracer.use(kUs, weights::kSupportedPawn[rank]);
    if (neighbours == 0) {
      structure += tracer.use(kUs, weights::kIsolatedPawn);
      if (!opposed) structure += tracer.use(kUs, weights::kWeakUnopposedPawn);
    } else if ((neighbours & ~ranks_ahead(kUs, square)) == 0 && levers_after_push != 0) {
      // Backward: all its neighbours have advanced, and it cannot follow them without being taken.
      structure += tracer.use(kUs, weights::kBackwardPawn);
      if (!opposed) structure += tracer.use(kUs, weights::kWeakUnopposedPawn);
    }
    if (doubled) {
      structure += tracer.use(kUs, weights::kDoubledPawn);
      if (neighbours == 0) structure += tracer.use(kUs, weights::kDoubledIsolatedPawn);
      continue;
    }
    if (stoppers == 0) {
      entry.passed[index(kUs)] |= bit(square);
    } else if (!opposed) {
      // Candidate: it would be passed without the pawns that it can take itself or that its helpers outnumber.
      const bool helped_now = popcount(supporters) >= popcount(levers);
      const bool helped_next = popcount(phalanx) >= popcount(levers_after_push);
      const bool no_others = (stoppers & ~levers & ~levers_after_push) == 0;
      if (helped_now && helped_next && no_others) structure += tracer.use(kUs, weights::kCandidatePawn[rank]);
    }
  }
  const Tapered material = tracer.use(kUs, weights::kMaterial[index(PieceType::Pawn)], popcount(ours));
  tracer.add(Term::Material, kUs, material);
  tracer.add(Term::PieceSquares, kUs, squares);
  tracer.add(Term::Pawns, kUs, structure);
  return material + squares + structure;
}

/// Shield and storm on the three files around a king.
template <Color kUs, class Tracer>
int shelter_at(const Position& position, Square king, Tracer& tracer) {
  constexpr Color kThem = ~kUs;
  const Bitboard not_behind = ranks_ahead(kUs, king) | bits(rank_of(king));
  const Bitboard ours = position.pieces(kUs, PieceType::Pawn) & not_behind;
  const Bitboard theirs = position.pieces(kThem, PieceType::Pawn) & not_behind;
  const int center = std::clamp(static_cast<int>(file_of(king)), 1, 6);

  // The pawn nearest to our first rank.
  const auto nearest_rank = [](Bitboard pawns) -> std::size_t {
    if (pawns == 0) return 0;
    const auto square = static_cast<Square>(kUs == Color::White ? base::lowest_bit(pawns) : base::highest_bit(pawns));
    return index(relative_rank(kUs, square));
  };
  int value = 0;
  for (int file = center - 1; file <= center + 1; ++file) {
    const Bitboard column = bits(static_cast<File>(file));
    const std::size_t our_rank = nearest_rank(ours & column);
    const std::size_t their_rank = nearest_rank(theirs & column);
    const auto edge = static_cast<std::size_t>(std::min(file, 7 - file));
    value += tracer.use(kUs, weights::kShield[edge][our_rank]);
    const bool blocked = our_rank != 0 && our_rank + 1 == their_rank;
    value += tracer.use(kUs, blocked ? weights::kBlockedStorm[their_rank] : weights::kStorm[their_rank]);
  }
  return value;
}

template <Color kUs, class Tracer>
int shelter_of_king(const Position& position, Tracer& tracer) {
  NoTrace nothing;
  Square where = position.king(kUs);
  int best = shelter_at<kUs>(position, where, nothing);
  // A king that may castle is as safe as on the best square it can castle to.
  for (const Wing wing : kWings)
    if (position.castling().has(kUs, wing)) {
      const Square castled = castled_king_square(kUs, wing);
      if (const int value = shelter_at<kUs>(position, castled, nothing); value > best) {
        best = value;
        where = castled;
      }
    }
  // Only the chosen square is traced.
  if constexpr (Tracer::kCountsWeights) return shelter_at<kUs>(position, where, tracer);
  return best;
}

}  // namespace

template <class Tracer>
PawnEntry evaluate_pawns(const Position& position, Tracer& tracer) {
  PawnEntry entry;
  entry.key = position.pawn_key();
  entry.score = evaluate_side<Color::White>(position, entry, tracer);
  entry.score -= evaluate_side<Color::Black>(position, entry, tracer);
  return entry;
}

template PawnEntry evaluate_pawns<NoTrace>(const Position&, NoTrace&);
template PawnEntry evaluate_pawns<Trace>(const Position&, Trace&);
template PawnEntry evaluate_pawns<WeightCounts>(const Position&, WeightCounts&);

template <class Tracer>
int shelter_of_king(const Position& position, Color color, Tracer& tracer) {
  return color == Color::White ? shelter_of_king<Color::White>(position, tracer)
                               : shelter_of_king<Color::Black>(position, tracer);
}

template int shelter_of_king<NoTrace>(const Position&, Color, NoTrace&);
template int shelter_of_king<Trace>(const Position&, Color, Trace&);
template int shelter_of_king<WeightCounts>(const Position&, Color, WeightCounts&);

PawnEntry& PawnTable::probe(const Position& position) {
  PawnEntry& entry = entries_[position.pawn_key() & (entries_.size() - 1)];
  // A fresh table has key 0 everywhere, which is correct: the key and the evaluation of no pawns at all.
  if (entry.key != position.pawn_key()) {
    NoTrace nothing;
    entry = evaluate_pawns(position, nothing);
  }
  return entry;
}

void PawnTable::clear() { std::fill(entries_.begin(), entries_.end(), PawnEntry{}); }

}  // namespace zugwerk::eval
