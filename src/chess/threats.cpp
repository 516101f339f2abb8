#include "chess/threats.h"

#include "chess/attacks.h"

namespace zugwerk::chess {

Threats threats_of(const Position& position, Color attacker) {
  const Bitboard occupied = position.occupied();
  const auto add = [&](Bitboard attacked, PieceType type, auto attacks_from) {
    for (Bitboard pieces = position.pieces(attacker, type); pieces != 0;) attacked |= attacks_from(pop_square(pieces));
    return attacked;
  };
  const auto diagonal = [&](Square from) { return bishop_attacks(from, occupied); };
  const auto straight = [&](Square from) { return rook_attacks(from, occupied); };
  const Bitboard pawns = position.pieces(attacker, PieceType::Pawn);
  Threats threats;
  threats.by_pawns = attacker == Color::White ? pawn_attacks<Color::White>(pawns) : pawn_attacks<Color::Black>(pawns);
  threats.by_minors = add(threats.by_pawns, PieceType::Knight, knight_attacks);
  threats.by_minors = add(threats.by_minors, PieceType::Bishop, diagonal);
  threats.by_rooks = add(threats.by_minors, PieceType::Rook, straight);
  threats.all = add(threats.by_rooks, PieceType::Queen, diagonal);
  threats.all = add(threats.all, PieceType::Queen, straight) | king_attacks(position.king(attacker));
  return threats;
}

}  // namespace zugwerk::chess
