#include "nnue/accumulator.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "nnue/features.h"

namespace zugwerk::nnue {

using namespace chess;

namespace {

/// Enough for the lines of a search; grows if needed.
constexpr std::size_t kFirstSteps = 256;

}  // namespace

AccumulatorStack::AccumulatorStack(std::shared_ptr<const Network> network) : network_(std::move(network)) {
  resize(kFirstSteps);
  const Row biases = network_->biases();
  for (auto& halves : seen_)
    for (Seen& seen : halves) seen.accumulator.assign(biases, biases + network_->width());
}

void AccumulatorStack::resize(std::size_t steps) {
  steps_.resize(steps);
  values_.resize(steps * kColorCount * network_->width());
}

void AccumulatorStack::follow(const Position& position) {
  top_ = 0;
  for (const Color side : kColors) refresh(position, side);
}

void AccumulatorStack::before_move(const Position& position, Move move) {
  if (++top_ == steps_.size()) resize(2 * steps_.size());
  Step& step = steps_[top_];
  step.delta = position.delta_of(move);
  step.computed = {};
  step.turned = {};
  const auto& mover = step.delta.changes[0];
  if (type_of(mover.piece) == PieceType::King)
    step.turned[index(color_of(mover.piece))] = is_mirrored(mover.from) != is_mirrored(mover.to);
}

int AccumulatorStack::evaluate(const Position& position) {
  for (const Color side : kColors) compute(position, side);
  const Color us = position.side_to_move();
  return network_->output(accumulator(top_, us), accumulator(top_, ~us), popcount(position.occupied()));
}

void AccumulatorStack::compute(const Position& position, Color side) {
  // Go back to the last computed accumulator, unless the king mirrors the board on the way. The first one is always
  // computed.
  std::size_t known = top_;
  while (!steps_[known].computed[index(side)]) {
    if (steps_[known].turned[index(side)]) return refresh(position, side);
    --known;
  }
  const bool mirrored = is_mirrored(position.king(side));
  for (std::size_t step = known + 1; step <= top_; ++step) advance(step, side, mirrored);
}

void AccumulatorStack::advance(std::size_t step, Color side, bool mirrored) {
  const MoveDelta& delta = steps_[step].delta;
  std::array<Row, 2> added{};
  std::array<Row, 2> removed{};
  std::size_t added_count = 0;
  std::size_t removed_count = 0;
  for (std::size_t i = 0; i < static_cast<std::size_t>(delta.count); ++i) {
    const auto& change = delta.changes[i];
    if (change.from != Square::None)
      removed[removed_count++] = network_->row(feature_of(side, mirrored, change.piece, change.from));
    if (change.to != Square::None)
      added[added_count++] = network_->row(feature_of(side, mirrored, change.piece, change.to));
  }
  const Kernels& kernels = network_->kernels();
  std::int16_t* const out = accumulator(step, side);
  const Row in = accumulator(step - 1, side);
  const std::size_t width = network_->width();
  if (removed_count == 1)
    kernels.add1_remove1(out, in, added[0], removed[0], width);
  else if (added_count == 1)
    kernels.add1_remove2(out, in, added[0], removed[0], removed[1], width);
  else
    kernels.add2_remove2(out, in, added[0], added[1], removed[0], removed[1], width);
  steps_[step].computed[index(side)] = true;
}

void AccumulatorStack::refresh(const Position& position, Color side) {
  const bool mirrored = is_mirrored(position.king(side));
  Seen& seen = seen_[index(side)][mirrored ? 1 : 0];
  std::array<Row, kMostPieces> added{};
  std::array<Row, kMostPieces> removed{};
  std::size_t added_count = 0;
  std::size_t removed_count = 0;
  for (const Color color : kColors)
    for (const PieceType type : kPieceTypes) {
      const Bitboard now = position.pieces(color, type);
      const Bitboard before = std::exchange(seen.pieces[index(color)][index(type)], now);
      const Piece piece = make_piece(color, type);
      for (Bitboard left = now & ~before; left != 0;)
        added[added_count++] = network_->row(feature_of(side, mirrored, piece, pop_square(left)));
      for (Bitboard left = before & ~now; left != 0;)
        removed[removed_count++] = network_->row(feature_of(side, mirrored, piece, pop_square(left)));
    }
  std::int16_t* const values = seen.accumulator.data();
  network_->kernels().add_remove(values, values, added.data(), added_count, removed.data(), removed_count,
                                 network_->width());
  std::copy_n(values, network_->width(), accumulator(top_, side));
  steps_[top_].computed[index(side)] = true;
}

}  // namespace zugwerk::nnue
