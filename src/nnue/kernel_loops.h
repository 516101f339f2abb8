// nnue/kernel_loops.h
//
// The loops of a kernel, written once over the few operations of an instruction set:
//
//   Vector, Sums             registers of 16-bit and of 32-bit numbers
//   kLanes                   16-bit numbers in a Vector; a divisor of kWidthStep
//   load store add subtract  of Vectors; addresses are aligned
//   no_sums, combine, total  of Sums
//   add_screlu(sums, v, w)   sums + clamp(v) * (clamp(v) * w), the inner product in 16 bits
//
// The operations must be in an unnamed namespace: then every file has its own loops, compiled with its own options, and
// the linker cannot merge those for a newer processor with those for an older one. For the same reason no inline
// function of another header may be called here.

#pragma once

#include <cstddef>
#include <cstdint>

#include "nnue/architecture.h"
#include "nnue/kernels.h"

namespace zugwerk::nnue {

template <class Operations>
struct KernelLoops {
  using Vector = typename Operations::Vector;
  using Sums = typename Operations::Sums;
  static constexpr std::size_t kLanes = Operations::kLanes;
  static_assert(kWidthStep % kLanes == 0);

  static void add1_remove1(std::int16_t* out, Row in, Row added, Row removed, std::size_t width) {
    for (std::size_t i = 0; i < width; i += kLanes) {
      const Vector more = Operations::add(Operations::load(in + i), Operations::load(added + i));
      Operations::store(out + i, Operations::subtract(more, Operations::load(removed + i)));
    }
  }

  static void add1_remove2(std::int16_t* out, Row in, Row added, Row removed, Row removed2, std::size_t width) {
    for (std::size_t i = 0; i < width; i += kLanes) {
      const Vector more = Operations::add(Operations::load(in + i), Operations::load(added + i));
      const Vector less = Operations::add(Operations::load(removed + i), Operations::load(removed2 + i));
      Operations::store(out + i, Operations::subtract(more, less));
    }
  }

  static void add2_remove2(std::int16_t* out, Row in, Row added, Row added2, Row removed, Row removed2,
                           std::size_t width) {
    for (std::size_t i = 0; i < width; i += kLanes) {
      const Vector rows = Operations::add(Operations::load(added + i), Operations::load(added2 + i));
      const Vector more = Operations::add(Operations::load(in + i), rows);
      const Vector less = Operations::add(Operations::load(removed + i), Operations::load(removed2 + i));
      Operations::store(out + i, Operations::subtract(more, less));
    }
  }

  // Rows are added to a tile of the accumulator, which stays in registers.
  static void add_remove(std::int16_t* out, Row in, const Row* added, std::size_t added_count, const Row* removed,
                         std::size_t removed_count, std::size_t width) {
    constexpr std::size_t kTileVectors = 8;
    constexpr std::size_t kTile = kTileVectors * kLanes;
    std::size_t at = 0;
    for (; at + kTile <= width; at += kTile)
      tile<kTileVectors>(out, in, added, added_count, removed, removed_count, at);
    for (; at < width; at += kLanes) tile<1>(out, in, added, added_count, removed, removed_count, at);
  }

  static std::int32_t output_sum(Row us, Row them, Row weights, std::size_t width) {
    // Independent sums, so that additions need not wait for each other.
    constexpr std::size_t kChains = kWidthStep / kLanes;
    Sums ours[kChains];
    Sums theirs[kChains];
    for (std::size_t chain = 0; chain < kChains; ++chain) ours[chain] = theirs[chain] = Operations::no_sums();
    for (std::size_t i = 0; i < width; i += kWidthStep)
      for (std::size_t chain = 0; chain < kChains; ++chain) {
        const std::size_t at = i + chain * kLanes;
        ours[chain] = Operations::add_screlu(ours[chain], Operations::load(us + at), Operations::load(weights + at));
        theirs[chain] =
            Operations::add_screlu(theirs[chain], Operations::load(them + at), Operations::load(weights + width + at));
      }
    Sums all = Operations::combine(ours[0], theirs[0]);
    for (std::size_t chain = 1; chain < kChains; ++chain)
      all = Operations::combine(all, Operations::combine(ours[chain], theirs[chain]));
    return Operations::total(all);
  }

  static constexpr Kernels named(std::string_view name) {
    return {name, add1_remove1, add1_remove2, add2_remove2, add_remove, output_sum};
  }

 private:
  template <std::size_t kVectors>
  static void tile(std::int16_t* out, Row in, const Row* added, std::size_t added_count, const Row* removed,
                   std::size_t removed_count, std::size_t at) {
    Vector values[kVectors];
    for (std::size_t i = 0; i < kVectors; ++i) values[i] = Operations::load(in + at + i * kLanes);
    for (std::size_t row = 0; row < added_count; ++row)
      for (std::size_t i = 0; i < kVectors; ++i)
        values[i] = Operations::add(values[i], Operations::load(added[row] + at + i * kLanes));
    for (std::size_t row = 0; row < removed_count; ++row)
      for (std::size_t i = 0; i < kVectors; ++i)
        values[i] = Operations::subtract(values[i], Operations::load(removed[row] + at + i * kLanes));
    for (std::size_t i = 0; i < kVectors; ++i) Operations::store(out + at + i * kLanes, values[i]);
  }
};

}  // namespace zugwerk::nnue
