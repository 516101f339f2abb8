// nnue/accumulator.h
//
// The first layer along a line of moves. A move is only recorded when it is made; accumulators are updated lazily, when
// an evaluation needs them, for each perspective on its own. When a king crosses the middle of the board, its
// perspective is mirrored and refreshed by the difference to the last board seen with the king on that half.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "base/memory.h"
#include "chess/position.h"
#include "nnue/network.h"

namespace zugwerk::nnue {

/// For one searching thread. The same results as evaluating from scratch, but faster.
class AccumulatorStack {
 public:
  explicit AccumulatorStack(std::shared_ptr<const Network> network);

  /// Starts at a position, forgetting all moves.
  void follow(const chess::Position& position);
  /// `move` is about to be made in `position`. Null moves change no piece and need no call.
  void before_move(const chess::Position& position, chess::Move move);
  void after_undo() { --top_; }

  /// The network's value of the position that was followed to, for the side to move in centipawns.
  [[nodiscard]] int evaluate(const chess::Position& position);

  [[nodiscard]] const Network& network() const { return *network_; }

 private:
  /// One position of the line: how it came about, and which accumulators are computed.
  struct Step {
    chess::MoveDelta delta;
    std::array<bool, chess::kColorCount> computed{};
    std::array<bool, chess::kColorCount> turned{};  // the move carried this side's king across the middle
  };

  /// A board that was seen, and its accumulator; at first the empty board.
  struct Seen {
    std::array<std::array<chess::Bitboard, chess::kPieceTypeCount>, chess::kColorCount> pieces{};
    base::CacheAlignedVector<std::int16_t> accumulator;
  };

  [[nodiscard]] std::int16_t* accumulator(std::size_t step, chess::Color side) {
    return values_.data() + (step * chess::kColorCount + chess::index(side)) * network_->width();
  }
  void compute(const chess::Position& position, chess::Color side);
  void refresh(const chess::Position& position, chess::Color side);
  void advance(std::size_t step, chess::Color side, bool mirrored);
  void resize(std::size_t steps);

  std::shared_ptr<const Network> network_;
  std::vector<Step> steps_;
  base::CacheAlignedVector<std::int16_t> values_;  // of both sides for every step
  std::size_t top_ = 0;
  std::array<std::array<Seen, 2>, chess::kColorCount> seen_;  // by side, and whether mirrored
};

}  // namespace zugwerk::nnue
