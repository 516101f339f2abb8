// nnue/features.h
//
// The inputs of the network: one feature for each piece on its square, from the perspective of one side. Used by the
// engine and by the trainer.

#pragma once

#include <cstddef>

#include "chess/piece.h"
#include "chess/square.h"
#include "nnue/architecture.h"

namespace zugwerk::nnue {

/// Whether the perspective of a side with its king here is mirrored, a for h: if the king is on the files e to h. So
/// every king is seen on the files a to d, and what is learned about one wing holds for the other.
[[nodiscard]] constexpr bool is_mirrored(chess::Square king) { return chess::file_of(king) >= chess::File::E; }

/// The feature of `piece` on `square` as `side` sees it, in [0, kFeatureCount): own pieces before the other's, by kind,
/// by square; ranks counted from the own side, files mirrored if `mirrored`.
[[nodiscard]] constexpr std::size_t feature_of(chess::Color side, bool mirrored, chess::Piece piece,
                                               chess::Square square) {
  constexpr std::size_t kMirrorFiles = 7;
  const std::size_t seen = chess::index(chess::relative_square(side, square)) ^ (mirrored ? kMirrorFiles : 0);
  const std::size_t whose = chess::color_of(piece) == side ? 0 : 1;
  return (whose * chess::kPieceTypeCount + chess::index(chess::type_of(piece))) * chess::kSquareCount + seen;
}

static_assert(kFeatureCount == 2 * chess::kPieceTypeCount * chess::kSquareCount);

}  // namespace zugwerk::nnue
