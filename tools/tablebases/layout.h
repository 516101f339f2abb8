// tools/tablebases/layout.h
//
// The order of positions in a Syzygy table. The format leaves the order of pieces to the writer of a file; the header
// records it.

#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "chess/bitboard.h"
#include "tablebases/material.h"
#include "tablebases/results.h"

namespace zugwerk::tbgen {

/// A position apart from the side to move.
struct TablePosition {
  std::uint32_t word;  // by WordIndex
  chess::Square black_king;
};

/// One part of a table: with pawns there is one for each file of the leading pawn, a to d, otherwise there is only one.
struct TablePart {
  /// What the header says: one number, or two if both sides have pawns, and the pieces.
  std::vector<std::uint8_t> orders;
  std::vector<chess::Piece> pieces;
  /// All placements, in order. Some are impossible, with adjacent kings for example.
  std::vector<TablePosition> positions;
};

[[nodiscard]] std::size_t part_count(const Material& material);
[[nodiscard]] TablePart table_part(const Material& material, std::size_t number);

}  // namespace zugwerk::tbgen
