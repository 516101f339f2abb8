// review/motifs/captures.cpp
//
// Pieces that can simply be taken: for nothing, with profit, or because they are trapped.

#include "chess/movegen.h"
#include "chess/see.h"
#include "review/motifs/board.h"
#include "review/motifs/motifs.h"

namespace zugwerk::review {

using chess::Move;
using chess::PieceType;
using chess::Position;
using chess::Square;

namespace {

/// Whether a piece of the side to move attacks `square`, even if it is pinned or a king that may not take.
[[nodiscard]] bool is_protected(const Position& after, Square square) {
  return defenders_of(after, square, after.side_to_move()) != 0;
}

[[nodiscard]] Fact capture_fact(Motif motif, const Position& position, const Position& after, Move capture) {
  Fact fact;
  fact.motif = motif;
  fact.actor = piece_at(after, capture.to());
  fact.targets = {captured_by(position, capture)};
  return fact;
}

/// Whether every move of the piece on `square`, whose side is to move, loses it for less.
[[nodiscard]] bool has_no_safe_move(const Position& position, Square square) {
  const chess::MoveList moves = chess::legal_moves(position);
  return std::none_of(moves.begin(), moves.end(), [&](Move move) {
    return move.from() == square && chess::see_at_least(position, move, 1 - kLeastWin);
  });
}

/// Whether the side not to move could take on `square` with profit if it were its turn.
[[nodiscard]] bool is_threatened(const Position& position, Square square) {
  if (position.in_check()) return false;
  Position passed = position;
  passed.make_null();
  const chess::MoveList moves = chess::legal_moves(passed);
  return std::any_of(moves.begin(), moves.end(), [&](Move move) {
    return move.to() == square && !move.is_castling() && chess::see_at_least(passed, move, kLeastWin);
  });
}

}  // namespace

std::optional<Fact> find_hanging_piece(const Position& position, Line line) {
  if (line.empty() || !position.is_capture(line[0])) return std::nullopt;
  const Position after = played(position, line, 1);
  if (is_protected(after, line[0].to())) return std::nullopt;
  return capture_fact(Motif::HangingPiece, position, after, line[0]);
}

std::optional<Fact> find_winning_exchange(const Position& position, Line line) {
  if (line.empty() || !position.is_capture(line[0]) || line[0].is_promotion()) return std::nullopt;
  if (!chess::see_at_least(position, line[0], kLeastWin)) return std::nullopt;
  const Position after = played(position, line, 1);
  if (!is_protected(after, line[0].to())) return std::nullopt;
  return capture_fact(Motif::WinningExchange, position, after, line[0]);
}

std::optional<Fact> find_trapped_piece(const Position& position, Line line) {
  constexpr std::size_t kNeeded = 3;  // the attack, any answer, the capture
  if (line.size() < kNeeded) return std::nullopt;
  const Position after = played(position, line, 1);
  const Position answered = played(after, line.subspan(1), 1);
  if (!answered.is_capture(line[2])) return std::nullopt;
  // The square of the captured piece before the answer.
  const Square before_answer = line[2].to() == line[1].to() ? line[1].from() : line[2].to();
  const PieceAt victim = piece_at(after, before_answer);
  if (chess::exchange_value(victim.type) < chess::exchange_value(PieceType::Knight)) return std::nullopt;
  if (after.in_check() || line[1].is_castling() || line[2].is_en_passant()) return std::nullopt;
  // A piece that is pinned, or lost while others are traded, was not trapped.
  if (position.is_capture(line[0]) || chess::contains(after.pinned(), victim.square)) return std::nullopt;
  // A piece that moved to capture was not trapped but traded.
  if (line[2].to() == line[1].to() && after.is_capture(line[1])) return std::nullopt;
  if (!is_threatened(after, victim.square) || !has_no_safe_move(after, victim.square)) return std::nullopt;
  Fact fact;
  fact.motif = Motif::TrappedPiece;
  fact.actor = piece_at(after, landing_square(position, line[0]));
  fact.targets = {victim};
  return fact;
}

}  // namespace zugwerk::review
