// review/motifs/mates.cpp
//
// Lines that end the game: mates, some with a name, stalemate, and repetition.

#include "chess/attacks.h"
#include "chess/movegen.h"
#include "review/motifs/motifs.h"

namespace zugwerk::review {

using chess::Bitboard;
using chess::Color;
using chess::Move;
using chess::PieceType;
using chess::Position;
using chess::Square;

namespace {

/// The position after the line, or nothing if one of its moves is illegal.
[[nodiscard]] std::optional<Position> position_behind(const Position& start, Line line) {
  Position position = start;
  for (const Move move : line) {
    if (!position.is_legal(move)) return std::nullopt;
    position.make(move);
  }
  return position;
}

/// Along the back rank, the king shut in by its own pieces in front of it.
[[nodiscard]] bool is_back_rank_mate(const Position& mated) {
  const Color side = mated.side_to_move();
  const Square king = mated.king(side);
  if (relative_rank(side, king) != chess::Rank::R1 || chess::more_than_one(mated.checkers())) return false;
  const Square checker = chess::first_square(mated.checkers());
  const PieceType type = type_of(mated.piece_on(checker));
  if (type != PieceType::Rook && type != PieceType::Queen) return false;
  if (rank_of(checker) != rank_of(king)) return false;
  const Bitboard before = chess::king_attacks(king) & ~bits(rank_of(king));
  return (before & ~mated.pieces(side)) == 0;
}

/// By a knight, the king surrounded by its own pieces.
[[nodiscard]] bool is_smothered_mate(const Position& mated) {
  const Color side = mated.side_to_move();
  if (chess::more_than_one(mated.checkers())) return false;
  const Square checker = chess::first_square(mated.checkers());
  return type_of(mated.piece_on(checker)) == PieceType::Knight &&
         (chess::king_attacks(mated.king(side)) & ~mated.pieces(side)) == 0;
}

}  // namespace

std::optional<Fact> find_mate(const Position& position, Line line) {
  const auto end = position_behind(position, line);
  if (!end || !end->in_check() || chess::has_legal_move(*end) || end->side_to_move() == position.side_to_move())
    return std::nullopt;
  Fact fact;
  fact.motif = is_back_rank_mate(*end)   ? Motif::BackRankMate
               : is_smothered_mate(*end) ? Motif::SmotheredMate
                                         : Motif::Mate;
  fact.ply = line.size() - 1;
  const Square checker = chess::first_square(end->checkers());
  fact.actor = {type_of(end->piece_on(checker)), checker};
  fact.targets = {{PieceType::King, end->king(end->side_to_move())}};
  fact.outcome = play_out(position, line, line.size());
  return fact;
}

std::optional<Fact> find_stalemate(const Position& position, Line line) {
  const auto end = position_behind(position, line);
  if (!end || end->in_check() || chess::has_legal_move(*end)) return std::nullopt;
  Fact fact;
  fact.motif = Motif::Stalemate;
  fact.ply = line.empty() ? 0 : line.size() - 1;
  fact.targets = {{PieceType::King, end->king(end->side_to_move())}};
  fact.outcome = play_out(position, line, line.size());
  return fact;
}

std::optional<Fact> find_repetition(const Position& position, Line line) {
  // Fewer moves cannot form a cycle.
  constexpr std::size_t kShortest = 4;
  if (line.size() < kShortest) return std::nullopt;
  Position at = position;
  bool always_check = true;
  Square checker = Square::None;
  for (std::size_t ply = 0; ply < line.size(); ++ply) {
    if (!at.is_legal(line[ply])) return std::nullopt;
    // Who merely does not avoid a repetition has not been forced into it.
    if (ply % 2 != 0 && !at.in_check() && chess::count_legal_moves(at) > 1) return std::nullopt;
    at.make(line[ply]);
    if (ply % 2 != 0) continue;
    always_check = always_check && at.in_check();
    if (at.in_check()) checker = chess::first_square(at.checkers());
  }
  if (at.repetitions() == 0) return std::nullopt;
  Fact fact;
  fact.motif = Motif::Repetition;
  fact.ply = line.size() - 1;
  if (always_check) fact.actor = {type_of(at.piece_on(checker)), checker};
  fact.outcome.moves.assign(line.begin(), line.end());
  return fact;
}

}  // namespace zugwerk::review
