// nnue/kernels.h
//
// The inner loops of the network, once for each instruction set, all with exactly the same results. Which one runs is
// decided when a network is loaded, by what the processor supports; tests may choose another.

#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

namespace zugwerk::nnue {

/// One row of the first layer's weights, or one accumulator: as many numbers as the network is wide, starting at a
/// cache line.
using Row = const std::int16_t*;

/// The loops for one instruction set. `out` may be `in`; otherwise no two arrays overlap. Sums are 16 bits wide;
/// networks whose sums could overflow are rejected by net_file.h.
struct Kernels {
  std::string_view name;

  /// out = in + added - removed, in one pass: a plain move.
  void (*add1_remove1)(std::int16_t* out, Row in, Row added, Row removed, std::size_t width);
  /// A capture, with or without promotion.
  void (*add1_remove2)(std::int16_t* out, Row in, Row added, Row removed, Row removed2, std::size_t width);
  /// Castling.
  void (*add2_remove2)(std::int16_t* out, Row in, Row added, Row added2, Row removed, Row removed2, std::size_t width);
  /// Any number of rows, for a board that differs in several pieces.
  void (*add_remove)(std::int16_t* out, Row in, const Row* added, std::size_t added_count, const Row* removed,
                     std::size_t removed_count, std::size_t width);
  /// The sum over both halves of SCReLU(accumulator) * weight, in units of kActivationScale squared times kOutputScale.
  /// `weights` has the half of `us` before that of `them`.
  std::int32_t (*output_sum)(Row us, Row them, Row weights, std::size_t width);
};

/// All that this processor can run, the scalar one first and the best one last.
[[nodiscard]] std::span<const Kernels* const> runnable_kernels();
/// The best of them.
[[nodiscard]] const Kernels& best_kernels();
/// The one of that name, or nothing if there is none or the processor cannot run it.
[[nodiscard]] const Kernels* find_kernels(std::string_view name);

}  // namespace zugwerk::nnue
