// review/motifs/defenders.cpp
//
// Defenders that are drawn away or captured, so that what they protected is lost.

#include "chess/see.h"
#include "review/motifs/board.h"
#include "review/motifs/motifs.h"

namespace zugwerk::review {

using chess::Bitboard;
using chess::Color;
using chess::Move;
using chess::PieceType;
using chess::Position;
using chess::Square;

namespace {

/// A capture, the recapture on the same square, and another capture elsewhere.
[[nodiscard]] bool takes_here_then_there(const Position& position, Line line) {
  constexpr std::size_t kNeeded = 3;
  if (line.size() < kNeeded || !position.is_capture(line[0]) || line[0].is_en_passant()) return false;
  const Square first = line[0].to();
  const Square second = line[2].to();
  return line[1].to() == first && !line[1].is_castling() && second != first && !line[2].is_en_passant() &&
         chess::contains(position.pieces(~position.side_to_move()), second) && line[1].from() != second;
}

/// Whether `guard` is the only defender of `square`, and taking there at once would win nothing.
[[nodiscard]] bool depends_on(const Position& position, Square square, Square guard, Move capture) {
  const Color them = ~position.side_to_move();
  if (defenders_of(position, square, them) != chess::bit(guard)) return false;
  return !position.is_legal(capture) || !chess::see_at_least(position, capture, kLeastWin);
}

}  // namespace

std::optional<Fact> find_overloaded_defender(const Position& position, Line line) {
  if (!takes_here_then_there(position, line)) return std::nullopt;
  const Square guard = line[1].from();
  const Square prize = line[2].to();
  if (type_of(position.piece_on(guard)) == PieceType::King) return std::nullopt;
  if (!depends_on(position, prize, guard, line[2])) return std::nullopt;
  // It had both duties from the start, and gave up the second by fulfilling the first.
  if (!chess::contains(attacks_from(position, guard, position.occupied()), line[0].to())) return std::nullopt;
  const Position drawn_away = played(position, line, 2);
  if (defenders_of(drawn_away, prize, ~position.side_to_move()) != 0) return std::nullopt;
  Fact fact;
  fact.motif = Motif::OverloadedDefender;
  fact.actor = piece_at(drawn_away, line[2].from());
  fact.targets = {piece_at(position, prize), piece_at(position, guard), piece_at(position, line[0].to())};
  return fact;
}

std::optional<Fact> find_removed_guard(const Position& position, Line line) {
  if (!takes_here_then_there(position, line)) return std::nullopt;
  const Square guard = line[0].to();
  const Square prize = line[2].to();
  if (!depends_on(position, prize, guard, line[2])) return std::nullopt;
  const Position without = played(position, line, 2);
  if (defenders_of(without, prize, ~position.side_to_move()) != 0) return std::nullopt;
  Fact fact;
  fact.motif = Motif::RemovedGuard;
  fact.actor = piece_at(without, line[2].from());
  fact.targets = {piece_at(position, prize), piece_at(position, guard)};
  return fact;
}

}  // namespace zugwerk::review
