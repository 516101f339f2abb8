#include "book/polyglot.h"

#include "book/polyglot_random.h"

namespace zugwerk::book {

using namespace chess;

namespace {

// Fields of a move.
constexpr unsigned kSquareMask = 63;
constexpr unsigned kFromShift = 6;
constexpr unsigned kPromotionShift = 12;
constexpr unsigned kPromotionMask = 7;
constexpr unsigned kNoPromotion = 0;  // then knight, bishop, rook, queen

/// Black pawn, white pawn, black knight, and so on.
[[nodiscard]] std::size_t kind_of(Piece piece) {
  return 2 * index(type_of(piece)) + (color_of(piece) == Color::White ? 1 : 0);
}

/// Whether a pawn of `taker` stands beside the pawn that has just passed `target`.
[[nodiscard]] bool has_pawn_beside(const PositionSetup& setup, Color taker, Square target) {
  const Square passed = target - forward(taker);
  const Piece pawn = make_piece(taker, PieceType::Pawn);
  return (file_of(passed) != File::A && setup.board[index(passed + Direction::West)] == pawn) ||
         (file_of(passed) != File::H && setup.board[index(passed + Direction::East)] == pawn);
}

/// The square that the last move passed, if it was a pawn's double step.
[[nodiscard]] Square passed_square(const Position& position) {
  if (position.history_length() == 0) return Square::None;
  const Move last = position.move_back(0);
  const Color mover = ~position.side_to_move();
  if (last.kind() != MoveKind::Normal || position.piece_on(last.to()) != make_piece(mover, PieceType::Pawn) ||
      relative_rank(mover, last.from()) != Rank::R2 || relative_rank(mover, last.to()) != Rank::R4)
    return Square::None;
  return last.from() + forward(mover);
}

template <class Integer>
[[nodiscard]] Integer take_big_endian(std::string_view& bytes) {
  Integer value = 0;
  for (std::size_t i = 0; i < sizeof(Integer); ++i)
    value = static_cast<Integer>((std::uint64_t{value} << 8) | static_cast<unsigned char>(bytes[i]));
  bytes.remove_prefix(sizeof(Integer));
  return value;
}

template <class Integer>
void append_big_endian(std::string& bytes, Integer value) {
  for (std::size_t i = sizeof(Integer); i-- > 0;) bytes += static_cast<char>((std::uint64_t{value} >> (8 * i)) & 0xFFU);
}

}  // namespace

PolyglotKey polyglot_key(const PositionSetup& setup) {
  PolyglotKey key = 0;
  for (std::size_t square = 0; square < kSquareCount; ++square)
    if (const Piece piece = setup.board[square]; piece != Piece::None)
      key ^= kPolyglotRandom[kSquareCount * kind_of(piece) + square];
  for (std::size_t right = 0; right < setup.castling_rooks.size(); ++right)
    if (setup.castling_rooks[right] != Square::None) key ^= kPolyglotRandom[kRandomCastling + right];
  if (setup.en_passant != Square::None && has_pawn_beside(setup, setup.side_to_move, setup.en_passant))
    key ^= kPolyglotRandom[kRandomEnPassant + index(file_of(setup.en_passant))];
  if (setup.side_to_move == Color::White) key ^= kPolyglotRandom[kRandomWhiteToMove];
  return key;
}

PolyglotKey polyglot_key(const Position& position) {
  PositionSetup setup = position.setup();
  if (setup.en_passant == Square::None) setup.en_passant = passed_square(position);
  return polyglot_key(setup);
}

std::uint16_t encode_move(Move move) {
  unsigned bits = static_cast<unsigned>(index(move.to())) | (static_cast<unsigned>(index(move.from())) << kFromShift);
  if (move.is_promotion()) bits |= static_cast<unsigned>(index(move.promotion_type())) << kPromotionShift;
  return static_cast<std::uint16_t>(bits);
}

Move decode_move(const Position& position, std::uint16_t bits) {
  const Square to = square_at(bits & kSquareMask);
  const Square from = square_at((bits >> kFromShift) & kSquareMask);
  const unsigned promotion = (bits >> kPromotionShift) & kPromotionMask;
  const Color us = position.side_to_move();
  const Piece mover = position.piece_on(from);
  Move move(from, to);
  if (promotion != kNoPromotion) {
    if (promotion > index(PieceType::Queen)) return {};
    move = Move::promotion(from, to, static_cast<PieceType>(promotion));
  } else if (mover == make_piece(us, PieceType::King) && position.piece_on(to) == make_piece(us, PieceType::Rook)) {
    move = Move(from, to, MoveKind::Castling);
  } else if (mover == make_piece(us, PieceType::Pawn) && to == position.en_passant() && file_of(from) != file_of(to)) {
    move = Move(from, to, MoveKind::EnPassant);
  }
  return position.is_legal(move) ? move : Move();
}

Entry read_entry(std::string_view bytes) {
  Entry entry;
  entry.key = take_big_endian<PolyglotKey>(bytes);
  entry.move = take_big_endian<std::uint16_t>(bytes);
  entry.weight = take_big_endian<std::uint16_t>(bytes);
  entry.learn = take_big_endian<std::uint32_t>(bytes);
  return entry;
}

void append_entry(std::string& bytes, const Entry& entry) {
  append_big_endian(bytes, entry.key);
  append_big_endian(bytes, entry.move);
  append_big_endian(bytes, entry.weight);
  append_big_endian(bytes, entry.learn);
}

std::string spell_move_bits(std::uint16_t bits) {
  std::string text =
      to_string(square_at((bits >> kFromShift) & kSquareMask)) + to_string(square_at(bits & kSquareMask));
  if (const unsigned promotion = (bits >> kPromotionShift) & kPromotionMask; promotion != kNoPromotion)
    text += "?nbrq???"[promotion];
  return text;
}

}  // namespace zugwerk::book
