// review/motifs/mates.cpp
//
// Lines that end the game: mates, stalemate, and repetition.

#include "chess/movegen.h"
#include "review/motifs/motifs.h"

namespace zugwerk::review {

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

}  // namespace

std::optional<Fact> find_mate(const Position& position, Line line) {
  const auto end = position_behind(position, line);
  if (!end || !end->in_check() || chess::has_legal_move(*end) || end->side_to_move() == position.side_to_move())
    return std::nullopt;
  Fact fact;
  fact.motif = name_of_mate(*end);
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
