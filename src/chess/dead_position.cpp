#include "chess/dead_position.h"

namespace zugwerk::chess {

namespace {

/// Whether the king of kUs, walking freely, could ever take an enemy pawn, if no pawn ever moves. The enemy king is
/// assumed to keep out of the way.
template <Color kUs>
bool king_reaches_a_pawn(const Position& position) {
  const Bitboard own_pawns = position.pieces(kUs, PieceType::Pawn);
  const Bitboard enemy_pawns = position.pieces(~kUs, PieceType::Pawn);
  const Bitboard allowed = ~own_pawns & ~pawn_attacks<~kUs>(enemy_pawns);
  Bitboard reached = bit(position.king(kUs));
  for (Bitboard frontier = reached; frontier != 0;) {
    const Bitboard next = king_attacks(pop_square(frontier)) & allowed & ~reached;
    reached |= next;
    frontier |= next;
    if ((reached & enemy_pawns) != 0) return true;
  }
  return false;
}

}  // namespace

bool has_insufficient_material(const Position& position) {
  if ((position.pieces(PieceType::Pawn) | position.pieces(PieceType::Rook, PieceType::Queen)) != 0) return false;
  const Bitboard knights = position.pieces(PieceType::Knight);
  const Bitboard bishops = position.pieces(PieceType::Bishop);
  if (knights == 0) return (bishops & kLightSquares) == 0 || (bishops & kDarkSquares) == 0;
  return bishops == 0 && !more_than_one(knights);
}

bool has_mating_material(const Position& position, Color color) {
  if (position.pieces(color, PieceType::Pawn) != 0) return true;
  if (position.pieces(color, PieceType::Rook, PieceType::Queen) != 0) return true;
  const Bitboard knights = position.pieces(color, PieceType::Knight);
  const Bitboard bishops = position.pieces(color, PieceType::Bishop);
  if (knights != 0) {
    const Bitboard helpers = position.pieces(~color) & ~position.pieces(PieceType::King, PieceType::Queen);
    return bishops != 0 || more_than_one(knights) || helpers != 0;
  }
  if (bishops == 0) return false;
  // The player has no knight and no pawn; those on the board are the opponent's.
  if (position.pieces(PieceType::Pawn, PieceType::Knight) != 0) return true;
  const Bitboard all_bishops = position.pieces(PieceType::Bishop);
  return (all_bishops & kLightSquares) != 0 && (all_bishops & kDarkSquares) != 0;
}

bool is_blocked_for_good(const Position& position) {
  const Bitboard pawns = position.pieces(PieceType::Pawn);
  if ((position.occupied() & ~pawns & ~position.pieces(PieceType::King)) != 0) return false;
  const Bitboard white = position.pieces(Color::White, PieceType::Pawn);
  const Bitboard black = position.pieces(Color::Black, PieceType::Pawn);
  const bool all_stopped =
      (shifted<Direction::North>(white) & ~pawns) == 0 && (shifted<Direction::South>(black) & ~pawns) == 0;
  if (!all_stopped || position.en_passant() != Square::None) return false;
  if ((pawn_attacks<Color::White>(white) & black) != 0 || (pawn_attacks<Color::Black>(black) & white) != 0)
    return false;
  return !king_reaches_a_pawn<Color::White>(position) && !king_reaches_a_pawn<Color::Black>(position);
}

}  // namespace zugwerk::chess
