// chess/rays.h
//
// Sliding attacks by rays, to build tables with: the look-up tables of sliders.h at compile time, and the candidates of
// the magic finder. Correct but slow; everything else uses attacks.h.

#pragma once

#include <array>
#include <cstddef>

#include "chess/bitboard.h"

namespace zugwerk::chess {

struct Step {
  int file;
  int rank;
};

/// The four ways a slider goes: two towards higher square numbers, two towards lower ones.
struct SliderSteps {
  std::array<Step, 2> ascending;
  std::array<Step, 2> descending;
};

inline constexpr SliderSteps kBishopSteps{{{{1, 1}, {-1, 1}}}, {{{1, -1}, {-1, -1}}}};
inline constexpr SliderSteps kRookSteps{{{{1, 0}, {0, 1}}}, {{{-1, 0}, {0, -1}}}};

/// The square `distance` steps away, or None beyond the edge.
[[nodiscard]] constexpr Square stepped(Square square, Step step, int distance = 1) {
  const int file = static_cast<int>(file_of(square)) + distance * step.file;
  const int rank = static_cast<int>(rank_of(square)) + distance * step.rank;
  if (file < 0 || file > 7 || rank < 0 || rank > 7) return Square::None;
  return make_square(static_cast<File>(file), static_cast<Rank>(rank));
}

/// All squares from `square` (excluded) to the edge.
[[nodiscard]] constexpr Bitboard ray_to_edge(Square square, Step step) {
  Bitboard ray = 0;
  for (Square at = stepped(square, step); at != Square::None; at = stepped(at, step)) ray |= bit(at);
  return ray;
}

/// The rays of one slider from one square, ready to be cut at the first occupied square.
class SliderRays {
 public:
  constexpr SliderRays(Square square, const SliderSteps& steps)
      : up1_(ray_to_edge(square, steps.ascending[0])),
        up2_(ray_to_edge(square, steps.ascending[1])),
        down1_(ray_to_edge(square, steps.descending[0])),
        down2_(ray_to_edge(square, steps.descending[1])) {
    for (const auto& pair : {steps.ascending, steps.descending})
      for (const Step step : pair)
        for (Square at = stepped(square, step); at != Square::None; at = stepped(at, step))
          if (stepped(at, step) != Square::None) relevant_ |= bit(at);
  }

  // Written without a loop or a call: the compiler evaluates it some hundred thousand times.
  [[nodiscard]] constexpr Bitboard attacks(Bitboard occupied) const {
    const Bitboard blockers1 = up1_ & occupied;
    const Bitboard blockers2 = up2_ & occupied;
    // Everything up to and with the lowest blocker; the whole ray if there is none.
    const Bitboard up = (up1_ & (blockers1 ^ (blockers1 - 1))) | (up2_ & (blockers2 ^ (blockers2 - 1)));
    // Everything down to and with the highest blocker. Square 0 is no earlier end than the edge itself.
    const Bitboard down = (down1_ & (kAllSquares << (63 - __builtin_clzll((down1_ & occupied) | 1)))) |
                          (down2_ & (kAllSquares << (63 - __builtin_clzll((down2_ & occupied) | 1))));
    return up | down;
  }

  /// The squares whose occupation matters: the rays without their last squares.
  [[nodiscard]] constexpr Bitboard relevant() const { return relevant_; }

 private:
  Bitboard up1_, up2_, down1_, down2_;
  Bitboard relevant_ = 0;
};

/// The subset of `mask` that follows `subset` in counting order; after the last one comes the empty set again.
[[nodiscard]] constexpr Bitboard next_subset(Bitboard subset, Bitboard mask) { return (subset - mask) & mask; }

}  // namespace zugwerk::chess
