// review/motifs/lines.cpp
//
// Several pieces on one line: pins to the king, and skewers. A pin to another piece can be broken at a price, so it is
// not reported.

#include "chess/movegen.h"
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

[[nodiscard]] bool has_move_from(const Position& position, Square square) {
  const chess::MoveList moves = chess::legal_moves(position);
  return std::any_of(moves.begin(), moves.end(), [square](Move move) { return move.from() == square; });
}

/// The slider that pins the piece on `square` to the king of `color`.
[[nodiscard]] Square pinner_of(const Position& position, Square square, Color color) {
  Bitboard pinners = 0;
  static_cast<void>(position.king_blockers(color, pinners));
  while (pinners != 0) {
    const Square pinner = chess::pop_square(pinners);
    if (chess::contains(chess::between(pinner, position.king(color)), square)) return pinner;
  }
  return Square::None;
}

[[nodiscard]] Fact pin_fact(Motif motif, const Position& position, Square pinned, Color color) {
  Fact fact;
  fact.motif = motif;
  fact.actor = piece_at(position, pinner_of(position, pinned, color));
  fact.targets = {piece_at(position, pinned), {PieceType::King, position.king(color)}};
  return fact;
}

}  // namespace

std::optional<Fact> find_pin(const Position& position, Line line) {
  constexpr std::size_t kNeeded = 3;  // a move that pins or attacks the pinned piece, any answer, the capture
  if (line.size() < kNeeded) return std::nullopt;
  const Position after = played(position, line, 1);
  const Color them = after.side_to_move();
  const Square victim = line[2].to();
  if (!chess::contains(after.pinned(), victim) || line[1].from() == victim || line[1].to() == victim)
    return std::nullopt;
  // The move must be part of it: it pins the piece or attacks it.
  const Square moved_to = landing_square(position, line[0]);
  if (pinner_of(after, victim, them) != moved_to &&
      !chess::contains(attacks_from(after, moved_to, after.occupied()), victim))
    return std::nullopt;
  const PieceType type = type_of(after.piece_on(victim));
  if (type == PieceType::Pawn || line[2].is_en_passant() || has_move_from(after, victim)) return std::nullopt;
  // A piece that could be taken anyway is not lost by the pin.
  const bool was_pinned = pinner_of(position, victim, them) != Square::None;
  if (!was_pinned && chess::contains(position.pieces(them), victim) && position.is_legal(line[2]) &&
      chess::see_at_least(position, line[2], kLeastWin))
    return std::nullopt;
  Fact fact = pin_fact(Motif::Pin, after, victim, them);
  fact.moved = fact.actor.square == moved_to;
  return fact;
}

std::optional<Fact> find_pinned_defender(const Position& position, Line line) {
  if (line.empty() || !position.is_capture(line[0]) || line[0].is_promotion()) return std::nullopt;
  const Position after = played(position, line, 1);
  const Color them = after.side_to_move();
  const Square square = line[0].to();
  const PieceAt taken = captured_by(position, line[0]);
  const PieceType taker = type_of(position.piece_on(line[0].from()));
  // If the capture pays even against a recapture, it needs no pin to explain it.
  if (taker == PieceType::King || chess::exchange_value(taken.type) - chess::exchange_value(taker) >= kLeastWin)
    return std::nullopt;
  const chess::MoveList replies = chess::legal_moves(after);
  if (std::any_of(replies.begin(), replies.end(), [square](Move move) { return move.to() == square; }))
    return std::nullopt;
  // In check the reply is forced, so the pin is not the only reason.
  if (after.in_check()) return std::nullopt;
  const Bitboard held = defenders_of(after, square, them) & after.pinned();
  if (held == 0) return std::nullopt;
  Fact fact = pin_fact(Motif::PinnedDefender, after, chess::first_square(held), them);
  fact.targets.insert(fact.targets.begin(), taken);
  return fact;
}

std::optional<Fact> find_skewer(const Position& position, Line line) {
  constexpr std::size_t kNeeded = 3;
  if (line.size() < kNeeded) return std::nullopt;
  const Position after = played(position, line, 1);
  const Color us = position.side_to_move();
  const Square slider = line[0].to();
  const PieceAt actor = piece_at(after, slider);
  if (line[0].is_castling() || !is_slider(actor.type) || line[2].from() != slider) return std::nullopt;
  const Square front = line[1].from();
  const Square back = line[2].to();
  if (!chess::contains(after.pieces(~us), back) || line[1].to() == back || line[1].is_castling()) return std::nullopt;
  if (!chess::contains(attacks_from(after, slider, after.occupied()), front)) return std::nullopt;
  if (!chess::contains(chess::between(slider, back), front)) return std::nullopt;
  const PieceAt first = piece_at(after, front);
  const PieceAt second = piece_at(after, back);
  // The piece in front is the more valuable one; otherwise it is a pin, or the answer merely stepped aside.
  const bool must_leave = first.type == PieceType::King ||
                          (chess::exchange_value(first.type) > chess::exchange_value(actor.type) + kSameMaterial &&
                           chess::exchange_value(first.type) >= chess::exchange_value(second.type));
  if (!must_leave || second.type == PieceType::Pawn) return std::nullopt;
  Fact fact;
  fact.motif = Motif::Skewer;
  fact.actor = actor;
  fact.targets = {second, first};
  return fact;
}

}  // namespace zugwerk::review
