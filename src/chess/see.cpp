#include "chess/see.h"

#include "chess/position.h"

namespace zugwerk::chess {

namespace {

/// The pieces of each colour that are pinned to their king, looked up when a colour first recaptures.
class Pins {
 public:
  explicit Pins(const Position& position) : position_(position) {}

  /// The pieces of `color` that may not take part while only `occupied` is left on the board.
  [[nodiscard]] Bitboard held(Color color, Bitboard occupied) {
    Side& side = sides_[index(color)];
    if (!side.known) {
      side.blockers = position_.king_blockers(color, side.pinners) & position_.pieces(color);
      side.known = true;
    }
    return (side.pinners & occupied) != 0 ? side.blockers : kNoSquares;
  }

 private:
  struct Side {
    Bitboard blockers = 0;
    Bitboard pinners = 0;
    bool known = false;
  };
  const Position& position_;
  std::array<Side, kColorCount> sides_{};
};

}  // namespace

bool see_at_least(const Position& position, Move move, int threshold) {
  if (move.is_castling()) return threshold <= 0;

  const Square from = move.from();
  const Square to = move.to();
  // The pieces left on the board, without the target square, whose occupant changes with every capture.
  Bitboard occupied = position.occupied() & ~bit(from) & ~bit(to);
  int gain = exchange_value(type_of(position.piece_on(to)));
  PieceType standing = type_of(position.piece_on(from));
  if (move.is_en_passant()) {
    occupied ^= bit(to - forward(position.side_to_move()));
    gain = exchange_value(PieceType::Pawn);
  } else if (move.is_promotion()) {
    standing = move.promotion_type();
    gain += exchange_value(standing) - exchange_value(PieceType::Pawn);
  }

  // `balance` is the gain of the side that moved last beyond what it needs, if the exchange stops here.
  int balance = gain - threshold;
  if (balance < 0) return false;
  balance -= exchange_value(standing);
  if (balance >= 0) return true;

  const Bitboard diagonal = position.pieces(PieceType::Bishop, PieceType::Queen);
  const Bitboard straight = position.pieces(PieceType::Rook, PieceType::Queen);
  Bitboard attackers = position.attackers_to(to, occupied) & occupied;
  Pins pins(position);
  Color side = ~position.side_to_move();
  bool mover_wins = true;  // the result if the side to recapture cannot or does not want to

  while (true) {
    attackers &= occupied;
    Bitboard own = attackers & position.pieces(side);
    if (own != 0) own &= ~pins.held(side, occupied);
    if (own == 0) break;
    mover_wins = !mover_wins;

    PieceType taker = PieceType::Pawn;
    while ((own & position.pieces(taker)) == 0) taker = static_cast<PieceType>(index(taker) + 1);
    if (taker == PieceType::King) {
      // The king takes last, and only if nothing can take it back.
      const Bitboard enemies = attackers & position.pieces(~side);
      return enemies != 0 ? !mover_wins : mover_wins;
    }

    // If the capturing side is ahead even after losing the capturing piece, recapturing does not help.
    balance = -balance - 1 - exchange_value(taker);
    if (balance >= 0) break;

    occupied ^= bit(first_square(own & position.pieces(taker)));
    if (taker == PieceType::Pawn || taker == PieceType::Bishop || taker == PieceType::Queen)
      attackers |= bishop_attacks(to, occupied) & diagonal;
    if (taker == PieceType::Rook || taker == PieceType::Queen) attackers |= rook_attacks(to, occupied) & straight;
    side = ~side;
  }
  return mover_wins;
}

}  // namespace zugwerk::chess
