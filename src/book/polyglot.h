// book/polyglot.h
//
// The Polyglot format of opening books: its keys of positions, encoding of moves and layout of entries. Whole files are
// handled by book.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "chess/position.h"

namespace zugwerk::book {

/// The Zobrist key of a position in this format; different from chess::Key.
using PolyglotKey = std::uint64_t;

/// The key of a position as it was described. The en passant file counts if a pawn of the side to move stands beside
/// the one that has just passed, whether or not it could take without exposing its king.
[[nodiscard]] PolyglotKey polyglot_key(const chess::PositionSetup& setup);

/// The same for a position that was played or set up. Positions keep an en passant square only if the capture is legal;
/// otherwise the last move of the history tells, so a square from a FEN without a legal capture is lost.
[[nodiscard]] PolyglotKey polyglot_key(const chess::Position& position);

/// Target, origin and promotion in 15 bits; castling is the king taking its rook.
[[nodiscard]] std::uint16_t encode_move(chess::Move move);

/// The legal move that the bits mean here, or the move that is none.
[[nodiscard]] chess::Move decode_move(const chess::Position& position, std::uint16_t bits);

/// One move in one position, 16 bytes in the file, highest bytes first.
struct Entry {
  static constexpr std::size_t kSize = 16;

  PolyglotKey key = 0;
  std::uint16_t move = 0;
  std::uint16_t weight = 0;  // how often to play it, compared with the others of its position
  std::uint32_t learn = 0;   // used by other programs

  bool operator==(const Entry&) const = default;
};

/// The entry in the first 16 bytes.
[[nodiscard]] Entry read_entry(std::string_view bytes);
void append_entry(std::string& bytes, const Entry& entry);

/// The bits of a move as text, for messages about moves that are none: "e2e4".
[[nodiscard]] std::string spell_move_bits(std::uint16_t bits);

}  // namespace zugwerk::book
