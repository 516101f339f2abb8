// eval/classical/weight_counts.h
//
// Which weights an evaluation used, and how often: the tracer of the tuner. Coefficients times weights give the
// evaluation again, so its derivative by every weight is known without evaluating twice. The tuner decides what to do
// with them.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "chess/piece.h"
#include "chess/position.h"
#include "eval/classical/tapered.h"
#include "eval/classical/trace.h"
#include "eval/classical/weight_list.h"

namespace zugwerk::eval {

/// The slot of an element of weights.h, known by its address, or of the unfolded piece-square table.
[[nodiscard]] std::size_t slot_of(const void* weight);

/// How often each colour used each weight. Weights of shelter and danger are recorded for the colour of the king. If a
/// king is in no danger, kDangerOffset is not used, and the counts of its attackers mean nothing.
struct WeightCounts {
  static constexpr bool kEnabled = true;
  static constexpr bool kCountsWeights = true;

  static void add(Term /*term*/, chess::Color /*color*/, Tapered /*value*/) {}
  Tapered use(chess::Color color, const Tapered& weight, int times = 1) {
    count(color, &weight, times);
    return weight * times;
  }
  int use(chess::Color color, const int& weight, int times = 1) {
    count(color, &weight, times);
    return weight * times;
  }
  [[nodiscard]] int of(std::size_t slot, chess::Color color) const { return counts[index(color)][slot]; }

  std::array<std::array<std::int16_t, kWeightSlots>, chess::kColorCount> counts{};
  int phase = 0;  // as Trace has it, and so are these:
  int scale = weights::kFullScale;
  int blended = 0;
  int total = 0;
  bool is_known_endgame = false;

 private:
  void count(chess::Color color, const void* weight, int times) {
    std::int16_t& so_far = counts[index(color)][slot_of(weight)];
    so_far = static_cast<std::int16_t>(so_far + times);
  }
};

/// The evaluation of a position with the weights it used.
[[nodiscard]] WeightCounts count_weights(const chess::Position& position);

}  // namespace zugwerk::eval
