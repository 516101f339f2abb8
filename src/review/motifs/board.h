// review/motifs/board.h
//
// Small helpers shared by several detectors.

#pragma once

#include <algorithm>
#include <cstddef>

#include "chess/attacks.h"
#include "chess/position.h"
#include "review/motifs/fact.h"
#include "review/motifs/motifs.h"

namespace zugwerk::review {

/// The position after the first `plies` moves, which must be legal.
[[nodiscard]] inline chess::Position played(const chess::Position& start, Line line, std::size_t plies) {
  chess::Position position = start;
  for (std::size_t ply = 0; ply < std::min(plies, line.size()); ++ply) position.make(line[ply]);
  return position;
}

[[nodiscard]] inline PieceAt piece_at(const chess::Position& position, chess::Square square) {
  return {type_of(position.piece_on(square)), square};
}

/// The piece that a capture takes, and its square.
[[nodiscard]] inline PieceAt captured_by(const chess::Position& position, chess::Move capture) {
  if (capture.is_en_passant()) return {chess::PieceType::Pawn, capture.to() - chess::forward(position.side_to_move())};
  return piece_at(position, capture.to());
}

/// The square of the moved piece afterwards; castling is encoded as the king taking its rook.
[[nodiscard]] inline chess::Square landing_square(const chess::Position& position, chess::Move move) {
  if (!move.is_castling()) return move.to();
  const bool to_the_right = file_of(move.to()) > file_of(move.from());
  return chess::make_square(to_the_right ? chess::File::G : chess::File::C,
                            rank_of(position.king(position.side_to_move())));
}

/// The squares attacked by the piece on `square`, pawns included.
[[nodiscard]] inline chess::Bitboard attacks_from(const chess::Position& position, chess::Square square,
                                                  chess::Bitboard occupied) {
  const chess::Piece piece = position.piece_on(square);
  if (type_of(piece) == chess::PieceType::Pawn) return chess::pawn_attacks(color_of(piece), square);
  return chess::attacks(type_of(piece), square, occupied);
}

/// Pieces of `color` that protect `square`.
[[nodiscard]] inline chess::Bitboard defenders_of(const chess::Position& position, chess::Square square,
                                                  chess::Color color) {
  return position.attackers_to(square, position.occupied()) & position.pieces(color) & ~chess::bit(square);
}

[[nodiscard]] inline bool is_slider(chess::PieceType type) {
  return type == chess::PieceType::Bishop || type == chess::PieceType::Rook || type == chess::PieceType::Queen;
}

}  // namespace zugwerk::review
