#include "chess/notation/coordinate.h"

#include "base/text.h"

namespace zugwerk::chess {

namespace {

using base::failure;
using base::in_quotes;

/// The move that stands for these squares on this board, legal or not.
[[nodiscard]] Move resolve(const Position& position, Square from, Square to, PieceType promotion) {
  const Color us = position.side_to_move();
  const Piece piece = position.piece_on(from);
  if (promotion != PieceType::None) return Move::promotion(from, to, promotion);
  if (piece == make_piece(us, PieceType::Pawn) && to == position.en_passant() && file_of(from) != file_of(to))
    return {from, to, MoveKind::EnPassant};
  if (piece == make_piece(us, PieceType::King)) {
    if (position.piece_on(to) == make_piece(us, PieceType::Rook)) return {from, to, MoveKind::Castling};
    // A king that moves two squares castles; a single step is always an ordinary king move.
    for (const Wing wing : kWings) {
      const bool far = popcount(between(from, to)) == 1;
      if (far && position.castling().has(us, wing) && to == castled_king_square(us, wing) &&
          (position.castling_rook(us, wing) > from) == (to > from))
        return {from, position.castling_rook(us, wing), MoveKind::Castling};
    }
  }
  return {from, to};
}

}  // namespace

base::Expected<Move> parse_coordinate_move(const Position& position, std::string_view text) {
  const auto from = text.size() >= 4 ? square_from_text(text.substr(0, 2)) : std::nullopt;
  const auto to = text.size() >= 4 ? square_from_text(text.substr(2, 2)) : std::nullopt;
  PieceType promotion = PieceType::None;
  bool readable = from && to && text.size() <= 5;
  if (readable && text.size() == 5) {
    promotion = piece_type_from_letter(base::to_upper(text[4])).value_or(PieceType::None);
    readable = promotion != PieceType::None && promotion != PieceType::Pawn && promotion != PieceType::King;
  }
  if (!readable)
    return failure("move " + in_quotes(text) + ": expected two squares and a promotion piece, like e2e4 or e7e8q");

  const Move move = resolve(position, *from, *to, promotion);
  if (position.is_legal(move)) return move;
  const Piece piece = position.piece_on(*from);
  const std::string mover(name_of(position.side_to_move()));
  if (piece == Piece::None) return failure("move " + in_quotes(text) + ": " + to_string(*from) + " is empty");
  if (color_of(piece) != position.side_to_move())
    return failure("move " + in_quotes(text) + ": the piece on " + to_string(*from) + " is not " + mover + "'s");
  if (!position.is_pseudo_legal(move)) {
    if (promotion == PieceType::None && type_of(piece) == PieceType::Pawn &&
        relative_rank(position.side_to_move(), *to) == Rank::R8)
      return failure("move " + in_quotes(text) + ": the promotion piece is missing");
    return failure("move " + in_quotes(text) + ": the " + std::string(name_of(type_of(piece))) + " on " +
                   to_string(*from) + " does not go to " + to_string(*to));
  }
  return failure("move " + in_quotes(text) + ": it leaves " + mover + "'s king in check");
}

std::string to_coordinates(Move move, Variant variant) {
  if (!move || move == Move::null()) return "0000";
  Square to = move.to();
  if (move.is_castling() && variant == Variant::Standard)
    to = make_square(move.to() > move.from() ? File::G : File::C, rank_of(move.from()));
  std::string text = to_string(move.from()) + to_string(to);
  if (move.is_promotion()) text += base::to_lower(letter_of(move.promotion_type()));
  return text;
}

}  // namespace zugwerk::chess
