// chess/move.h
//
// A move in 16 bits: from, to, and what is special about it. Castling is stored as the king taking its own rook, which
// is unambiguous in every variant of the starting position. Independent of the board: Position says whether a move
// captures.

#pragma once

#include <cstdint>

#include "chess/piece.h"
#include "chess/square.h"

namespace zugwerk::chess {

enum class MoveKind : std::uint16_t { Normal = 0, Promotion = 1 << 14, EnPassant = 2 << 14, Castling = 3 << 14 };

class Move {
 public:
  /// No move: a1a1.
  constexpr Move() = default;

  constexpr Move(Square from, Square to, MoveKind kind = MoveKind::Normal)
      : bits_(static_cast<std::uint16_t>(static_cast<unsigned>(kind) | (static_cast<unsigned>(from) << 6) |
                                         static_cast<unsigned>(to))) {}

  /// `to_type` is a knight, bishop, rook or queen.
  [[nodiscard]] static constexpr Move promotion(Square from, Square to, PieceType to_type) {
    const unsigned offset = static_cast<unsigned>(to_type) - static_cast<unsigned>(PieceType::Knight);
    return from_bits(static_cast<std::uint16_t>(Move(from, to, MoveKind::Promotion).bits_ | (offset << 12)));
  }

  /// Any 16 bits, for example from the transposition table; Position::is_legal says whether they are a move.
  [[nodiscard]] static constexpr Move from_bits(std::uint16_t bits) {
    Move move;
    move.bits_ = bits;
    return move;
  }

  /// The null move (b1b1), which only passes the turn.
  [[nodiscard]] static constexpr Move null() { return {Square::B1, Square::B1}; }

  [[nodiscard]] constexpr std::uint16_t to_bits() const { return bits_; }
  [[nodiscard]] constexpr Square from() const { return static_cast<Square>((bits_ >> 6) & 63U); }
  [[nodiscard]] constexpr Square to() const { return static_cast<Square>(bits_ & 63U); }
  [[nodiscard]] constexpr MoveKind kind() const { return static_cast<MoveKind>(bits_ & (3U << 14)); }
  [[nodiscard]] constexpr bool is_promotion() const { return kind() == MoveKind::Promotion; }
  [[nodiscard]] constexpr bool is_castling() const { return kind() == MoveKind::Castling; }
  [[nodiscard]] constexpr bool is_en_passant() const { return kind() == MoveKind::EnPassant; }

  /// What a promoting pawn becomes; meaningless for other kinds.
  [[nodiscard]] constexpr PieceType promotion_type() const {
    return static_cast<PieceType>(((bits_ >> 12) & 3U) + static_cast<unsigned>(PieceType::Knight));
  }

  /// False for no move.
  [[nodiscard]] constexpr explicit operator bool() const { return bits_ != 0; }

  constexpr bool operator==(const Move&) const = default;

 private:
  std::uint16_t bits_ = 0;
};

}  // namespace zugwerk::chess
