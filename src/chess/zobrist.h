// chess/zobrist.h
//
// The random numbers whose exclusive or is a position's key. Fixed by a seed, so that keys mean the same in every
// build. Polyglot books have random numbers of their own (src/book).

#pragma once

#include <array>
#include <cstdint>

#include "base/rng.h"
#include "chess/castling.h"
#include "chess/piece.h"
#include "chess/square.h"

namespace zugwerk::chess {

using Key = std::uint64_t;

struct ZobristKeys {
  std::array<std::array<Key, kSquareCount>, kPieceCount> pieces{};  // those of Piece::None are zero
  std::array<Key, 16> castling{};                                   // by CastlingRights::to_bits; no right is zero
  std::array<Key, 8> en_passant{};                                  // by file
  Key black_to_move = 0;
};

namespace tables {

consteval ZobristKeys zobrist_keys() {
  ZobristKeys keys;
  std::uint64_t state = 0x5A7567776572B;
  for (const Color color : kColors) {
    for (const PieceType type : kPieceTypes) {
      const std::size_t piece = index(make_piece(color, type));
      for (Key& key : keys.pieces[piece]) key = base::split_mix(state);
    }
  }
  // A set of rights is the exclusive or of its single rights.
  for (unsigned right = 1; right < 16; right <<= 1) keys.castling[right] = base::split_mix(state);
  for (unsigned rights = 0; rights < 16; ++rights)
    if ((rights & (rights - 1)) != 0)
      keys.castling[rights] = keys.castling[rights & (rights - 1)] ^ keys.castling[rights & (~rights + 1)];
  for (Key& key : keys.en_passant) key = base::split_mix(state);
  keys.black_to_move = base::split_mix(state);
  return keys;
}

}  // namespace tables

inline constexpr ZobristKeys kZobrist = tables::zobrist_keys();

}  // namespace zugwerk::chess
