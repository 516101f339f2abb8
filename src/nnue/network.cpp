#include "nnue/network.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "nnue/features.h"

namespace zugwerk::nnue {

using namespace chess;

Network::Network(Weights weights, const Kernels& kernels)
    : weights_(std::move(weights)), kernels_(&kernels), name_(name_of(hash_of(weights_))) {
  assert(check(weights_));
}

base::Expected<std::shared_ptr<const Network>> Network::load(const std::string& path, const Kernels& kernels) {
  auto weights = read_network_file(path);
  if (!weights) return tl::unexpected(weights.error());
  return std::make_shared<const Network>(*std::move(weights), kernels);
}

int Network::output(Row us, Row them, int piece_count) const {
  const std::size_t bucket = bucket_of(static_cast<std::size_t>(piece_count), weights_.buckets);
  const Row weights = weights_.output_weights.data() + bucket * 2 * width();
  const std::int64_t sum = kernels_->output_sum(us, them, weights, width());
  // The square brought in one activation scale too many.
  const std::int64_t output = sum / kActivationScale + weights_.output_biases[bucket];
  return static_cast<int>(output * kCentipawnScale / (std::int64_t{kActivationScale} * kOutputScale));
}

int Network::evaluate(const Position& position) const {
  return evaluate(position.setup().board, position.side_to_move());
}

int Network::evaluate(const Board& board, Color side_to_move) const {
  std::array<base::CacheAlignedVector<std::int16_t>, kColorCount> accumulators;
  int piece_count = 0;
  for (const Color side : kColors) {
    const auto* const king = std::find(board.begin(), board.end(), make_piece(side, PieceType::King));
    assert(king != board.end());
    const bool mirrored = is_mirrored(square_at(static_cast<std::size_t>(king - board.begin())));
    std::array<Row, kMostPieces> rows{};
    std::size_t count = 0;
    for (std::size_t square = 0; square < kSquareCount; ++square)
      if (board[square] != Piece::None)
        rows[count++] = row(feature_of(side, mirrored, board[square], square_at(square)));
    piece_count = static_cast<int>(count);
    auto& accumulator = accumulators[index(side)];
    accumulator.resize(width());
    kernels_->add_remove(accumulator.data(), biases(), rows.data(), count, nullptr, 0, width());
  }
  return output(accumulators[index(side_to_move)].data(), accumulators[index(~side_to_move)].data(), piece_count);
}

}  // namespace zugwerk::nnue
