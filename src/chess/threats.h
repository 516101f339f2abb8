// chess/threats.h
//
// Which squares one side attacks, and with which pieces: a queen must avoid an attack by a rook.

#pragma once

#include "chess/bitboard.h"
#include "chess/piece.h"
#include "chess/position.h"

namespace zugwerk::chess {

/// Each set includes those before it.
struct Threats {
  Bitboard by_pawns = 0;
  Bitboard by_minors = 0;
  Bitboard by_rooks = 0;
  Bitboard all = 0;

  /// Where a piece of this type would be attacked by a less valuable one.
  [[nodiscard]] Bitboard against(PieceType type) const {
    switch (type) {
      case PieceType::Knight:
      case PieceType::Bishop:
        return by_pawns;
      case PieceType::Rook:
        return by_minors;
      case PieceType::Queen:
        return by_rooks;
      default:
        return 0;
    }
  }
};

[[nodiscard]] Threats threats_of(const Position& position, Color attacker);

}  // namespace zugwerk::chess
