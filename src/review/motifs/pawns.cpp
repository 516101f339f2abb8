// review/motifs/pawns.cpp
//
// Pawns that promote, pawns that become weak, and pawns missing from their king's shelter.

#include <cstdlib>

#include "chess/see.h"
#include "eval/classical/evaluate.h"
#include "eval/classical/masks.h"
#include "eval/classical/weights.h"
#include "review/motifs/board.h"
#include "review/motifs/motifs.h"

namespace zugwerk::review {

using chess::Bitboard;
using chess::Color;
using chess::Move;
using chess::PieceType;
using chess::Position;
using chess::Square;
using eval::Term;

namespace {

/// A term for `side` against the other, blended by phase, in centipawns of the evaluation.
[[nodiscard]] int term_of(const eval::Trace& trace, Term term, Color side) {
  const eval::Tapered value = trace.of(term, side) - trace.of(term, ~side);
  return (value.middlegame() * trace.phase + value.endgame() * (eval::weights::kFullPhase - trace.phase)) /
         eval::weights::kFullPhase;
}

/// Whether `term` is most of the difference that the static evaluation sees between two positions, for `us`.
[[nodiscard]] bool explains(const Position& worse, const Position& good, Color us, Term term) {
  constexpr int kLeastTerm = 20;  // centipawns
  if (worse.in_check() || good.in_check()) return false;
  const eval::Trace worse_trace = eval::trace_classical(worse);
  const eval::Trace good_trace = eval::trace_classical(good);
  if (worse_trace.is_known_endgame || good_trace.is_known_endgame) return false;
  const int sign = us == Color::White ? 1 : -1;
  const int whole = sign * (good_trace.blended - worse_trace.blended);
  const int part = term_of(good_trace, term, us) - term_of(worse_trace, term, us);
  return part >= kLeastTerm && 2 * part >= whole;
}

/// The same for the positions after two moves.
[[nodiscard]] bool explains(const Position& position, Move played_move, Move better, Term term) {
  Position worse = position;
  worse.make(played_move);
  Position good = position;
  good.make(better);
  return explains(worse, good, position.side_to_move(), term);
}

/// After the move, its answer and the captures that follow: what is gone by then is no reason.
[[nodiscard]] Position settled(const Position& position, Line line) {
  constexpr std::size_t kMoveAndAnswer = 2;
  const Outcome outcome = play_out(position, line, kMoveAndAnswer);
  return played(position, outcome.moves, outcome.moves.size());
}

[[nodiscard]] Bitboard passed_pawns(const Position& position, Color color) {
  Bitboard passed = 0;
  for (Bitboard pawns = position.pieces(color, PieceType::Pawn); pawns != 0;) {
    const Square pawn = chess::pop_square(pawns);
    if ((position.pieces(~color, PieceType::Pawn) & eval::passage(color, pawn)) == 0 &&
        (position.pieces(color, PieceType::Pawn) & eval::file_ahead(color, pawn)) == 0)
      passed |= chess::bit(pawn);
  }
  return passed;
}

[[nodiscard]] bool is_isolated(const Position& position, Square pawn, Color color) {
  return (position.pieces(color, PieceType::Pawn) & eval::adjacent_files(pawn)) == 0;
}

/// Behind another pawn of its colour on the same file.
[[nodiscard]] bool is_doubled(const Position& position, Square pawn, Color color) {
  return (position.pieces(color, PieceType::Pawn) & eval::file_ahead(color, pawn)) != 0;
}

[[nodiscard]] Bitboard weak_pawns(const Position& position, Color color) {
  Bitboard weak = 0;
  for (Bitboard pawns = position.pieces(color, PieceType::Pawn); pawns != 0;) {
    const Square pawn = chess::pop_square(pawns);
    if (is_isolated(position, pawn, color) || is_doubled(position, pawn, color)) weak |= chess::bit(pawn);
  }
  return weak;
}

}  // namespace

std::optional<Fact> find_promotion(const Position& position, Line line) {
  const Color us = position.side_to_move();
  for (std::size_t ply = 0; ply < line.size(); ply += 2) {
    if (!line[ply].is_promotion()) continue;
    // Where the pawn was when the line began: trace its earlier moves back.
    Square pawn = line[ply].from();
    for (std::size_t earlier = ply; earlier >= 2; earlier -= 2)
      if (line[earlier - 2].to() == pawn) pawn = line[earlier - 2].from();
    if (position.piece_on(pawn) != chess::make_piece(us, PieceType::Pawn)) return std::nullopt;
    // The new piece must survive; otherwise the pawn was only a decoy.
    if (line.size() > ply + 1 && line[ply + 1].to() == line[ply].to()) return std::nullopt;
    const Position after = played(position, line, ply + 1);
    const Outcome outcome = play_out(position, line, ply + 1);
    const int least = chess::exchange_value(line[ply].promotion_type()) / 2;
    if (outcome.gain < least) return std::nullopt;
    Fact fact;
    fact.motif = Motif::Promotion;
    fact.ply = ply;
    fact.actor = piece_at(after, line[ply].to());
    fact.targets = {{PieceType::Pawn, pawn}};
    fact.outcome = outcome;
    return fact;
  }
  return std::nullopt;
}

std::optional<Fact> find_passed_pawn(const Position& position, Line played_line, Line better) {
  constexpr std::size_t kPlies = 2;  // the move and its answer
  if (played_line.size() < kPlies || better.size() < kPlies) return std::nullopt;
  const Color us = position.side_to_move();
  const Position worse = played(position, played_line, kPlies);
  const Position good = played(position, better, kPlies);
  const Bitboard fresh = passed_pawns(worse, ~us) & ~passed_pawns(position, ~us);
  // By file, since the answer may have moved the pawn.
  if (fresh == 0 || chess::popcount(passed_pawns(worse, ~us)) <= chess::popcount(passed_pawns(position, ~us)) ||
      chess::popcount(passed_pawns(good, ~us)) > chess::popcount(passed_pawns(position, ~us)))
    return std::nullopt;
  if (!explains(worse, good, us, Term::PassedPawns)) return std::nullopt;
  if ((fresh & passed_pawns(settled(position, played_line), ~us)) == 0) return std::nullopt;
  Fact fact;
  fact.motif = Motif::PassedPawn;
  fact.ply = 1;
  fact.targets = {piece_at(worse, chess::first_square(fresh & passed_pawns(settled(position, played_line), ~us)))};
  fact.outcome = play_out(position, played_line, kPlies);
  return fact;
}

std::optional<Fact> find_broken_structure(const Position& position, Line played_line, Line better) {
  if (played_line.empty() || better.empty()) return std::nullopt;
  const Color us = position.side_to_move();
  const Position after = played(position, played_line, 1);
  const Bitboard before_weak = weak_pawns(position, us);
  const Bitboard after_weak = weak_pawns(after, us);
  if (chess::popcount(after_weak) <= chess::popcount(before_weak)) return std::nullopt;
  if (!explains(position, played_line[0], better[0], Term::Pawns)) return std::nullopt;
  const Position end = settled(position, played_line);
  const Bitboard end_weak = weak_pawns(end, us);
  if (chess::popcount(end_weak) <= chess::popcount(before_weak)) return std::nullopt;
  Bitboard fresh = after_weak & ~before_weak & end_weak;
  if (fresh == 0) return std::nullopt;
  Fact fact;
  fact.motif = Motif::PawnStructure;
  while (fresh != 0) fact.targets.push_back(piece_at(after, chess::pop_square(fresh)));
  const Square first = fact.targets.front().square;
  // The actor tells the weaknesses apart: none for an isolated pawn, the pawn in front for a doubled one.
  if (is_doubled(after, first, us)) {
    const Bitboard pawns = after.pieces(us, PieceType::Pawn) & end.pieces(us, PieceType::Pawn);
    const Bitboard ahead = pawns & eval::file_ahead(us, first);
    if (ahead == 0) return std::nullopt;
    fact.actor = piece_at(after, chess::first_square(ahead));
  } else if (!is_isolated(end, first, us)) {
    return std::nullopt;
  }
  return fact;
}

std::optional<Fact> find_broken_shelter(const Position& position, Line played_line, Line better) {
  if (played_line.empty() || better.empty()) return std::nullopt;
  const Move played_move = played_line[0];
  const Color us = position.side_to_move();
  const Square king = position.king(us);
  const Square left = played_move.from();
  if (type_of(position.piece_on(left)) != PieceType::Pawn) return std::nullopt;
  // A pawn on the king's file or next to it, right in front of the king, with the king at home.
  if (relative_rank(us, king) > chess::Rank::R2 || relative_rank(us, left) > chess::Rank::R3) return std::nullopt;
  if (std::abs(static_cast<int>(file_of(left)) - static_cast<int>(file_of(king))) > 1) return std::nullopt;
  const bool castled = file_of(king) <= chess::File::C || file_of(king) >= chess::File::G;
  if (!castled || settled(position, played_line).pieces(~us, PieceType::Queen) == 0) return std::nullopt;
  if (!explains(position, played_move, better[0], Term::KingSafety)) return std::nullopt;
  Fact fact;
  fact.motif = Motif::KingShelter;
  fact.targets = {{PieceType::Pawn, left}, {PieceType::King, king}};
  return fact;
}

}  // namespace zugwerk::review
