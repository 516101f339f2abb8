// nnue/explain.h
//
// Networks as text for people: what a network is, and how it evaluates a position piece by piece.

#pragma once

#include <string>
#include <vector>

#include "chess/position.h"
#include "nnue/network.h"

namespace zugwerk::nnue {

/// Name, shape, hash, and the ranges of the weights against their bounds. Several lines, the last one ended.
[[nodiscard]] std::string describe(const Weights& weights);

/// A piece and what it is worth to its owner: how much the evaluation falls if it is taken off.
struct PieceValue {
  chess::Piece piece = chess::Piece::None;
  chess::Square square = chess::Square::None;
  int centipawns = 0;
};

/// All pieces but the kings, from a1 to h8.
[[nodiscard]] std::vector<PieceValue> piece_values(const Network& network, const chess::Position& position);

/// The board with what each piece is worth to its owner: how much the evaluation falls if the piece is taken off, in
/// pawns; then the evaluation from White's point of view. Several lines, the last one ended.
[[nodiscard]] std::string explain(const Network& network, const chess::Position& position);

}  // namespace zugwerk::nnue
