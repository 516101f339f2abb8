// nnue/network.h
//
// A network ready to evaluate: its weights and the kernels that compute with them. Constant once made, so that all
// threads share one. For incremental accumulators see accumulator.h; here positions are evaluated from scratch.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "base/error.h"
#include "chess/position.h"
#include "nnue/kernels.h"
#include "nnue/net_file.h"

namespace zugwerk::nnue {

class Network {
 public:
  using Board = std::array<chess::Piece, chess::kSquareCount>;

  /// `weights` must pass check().
  explicit Network(Weights weights, const Kernels& kernels = best_kernels());

  /// Reads and verifies a file.
  [[nodiscard]] static base::Expected<std::shared_ptr<const Network>> load(const std::string& path,
                                                                           const Kernels& kernels = best_kernels());

  [[nodiscard]] const Weights& weights() const { return weights_; }
  [[nodiscard]] std::size_t width() const { return weights_.width; }
  [[nodiscard]] const Kernels& kernels() const { return *kernels_; }
  /// "zug-" and the start of the hash.
  [[nodiscard]] const std::string& name() const { return name_; }

  /// What a feature adds to an accumulator.
  [[nodiscard]] Row row(std::size_t feature) const { return weights_.feature_weights.data() + feature * width(); }
  /// The accumulator of an empty board.
  [[nodiscard]] Row biases() const { return weights_.feature_biases.data(); }

  /// The output in centipawns for the side whose accumulator is `us`, on a board with this many pieces.
  [[nodiscard]] int output(Row us, Row them, int piece_count) const;

  /// The evaluation for the side to move in centipawns, from scratch.
  [[nodiscard]] int evaluate(const chess::Position& position) const;
  /// The same for any board with one king of each colour and at most 32 pieces, whether chess allows it or not.
  [[nodiscard]] int evaluate(const Board& board, chess::Color side_to_move) const;

 private:
  Weights weights_;
  const Kernels* kernels_;
  std::string name_;
};

}  // namespace zugwerk::nnue
