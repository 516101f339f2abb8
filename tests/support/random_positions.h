// support/random_positions.h
//
// Random legal positions with given pieces, the same ones for the same seed.

#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "chess/position.h"
#include "chess/position_setup.h"
#include "tablebase/material.h"

namespace zugwerk::test {

[[nodiscard]] inline std::vector<chess::Position> random_positions(const tablebase::Material& material,
                                                                   std::size_t count, std::uint64_t seed) {
  std::vector<chess::Position> positions;
  base::Rng rng(seed);
  while (positions.size() < count) {
    chess::PositionSetup setup;
    setup.side_to_move = rng.below(2) == 0 ? chess::Color::White : chess::Color::Black;
    for (const chess::Color color : chess::kColors)
      for (const chess::PieceType type : chess::kPieceTypes)
        for (int i = 0; i < material.count(color, type); ++i) {
          std::size_t square = rng.below(chess::kSquareCount);
          while (setup.board[square] != chess::Piece::None) square = rng.below(chess::kSquareCount);
          setup.board[square] = make_piece(color, type);
        }
    if (auto position = chess::Position::from_setup(setup)) positions.push_back(*std::move(position));
  }
  return positions;
}

}  // namespace zugwerk::test
