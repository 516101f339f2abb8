// Unit tests of nnue/kernels.h: every instruction set of this processor agrees with the plain code, and the plain code
// with the formula.

#include "nnue/kernels.h"

#include <algorithm>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/memory.h"
#include "base/rng.h"
#include "nnue/architecture.h"

namespace zugwerk::nnue {
namespace {

using Values = base::CacheAlignedVector<std::int16_t>;

Values random_values(base::Rng& rng, std::size_t count, int least, int most) {
  Values values(count);
  for (auto& value : values)
    value =
        static_cast<std::int16_t>(least + static_cast<int>(rng.below(static_cast<std::uint32_t>(most - least + 1))));
  return values;
}

std::vector<std::size_t> widths() {
  std::vector<std::size_t> all;
  for (std::size_t width = kWidthStep; width <= kMostWidth; width += kWidthStep) all.push_back(width);
  return all;
}

constexpr int kLeast = std::numeric_limits<std::int16_t>::min();
constexpr int kMost = std::numeric_limits<std::int16_t>::max();

class EveryKernel : public testing::TestWithParam<const Kernels*> {};

TEST_P(EveryKernel, AddsAndRemovesRows) {
  const Kernels& kernels = *GetParam();
  base::Rng rng(31);
  for (const std::size_t width : widths()) {
    const Values in = random_values(rng, width, kLeast, kMost);
    std::vector<Values> rows;
    for (int i = 0; i < 4; ++i) rows.push_back(random_values(rng, width, kLeast, kMost));
    const Row a = rows[0].data();
    const Row b = rows[1].data();
    const Row c = rows[2].data();
    const Row d = rows[3].data();
    Values plain(width);
    Values capture(width);
    Values castling(width);
    Values expected_plain(width);
    Values expected_capture(width);
    Values expected_castling(width);
    for (std::size_t i = 0; i < width; ++i) {
      expected_plain[i] = static_cast<std::int16_t>(in[i] + a[i] - c[i]);
      expected_capture[i] = static_cast<std::int16_t>(in[i] + a[i] - c[i] - d[i]);
      expected_castling[i] = static_cast<std::int16_t>(in[i] + a[i] + b[i] - c[i] - d[i]);
    }
    kernels.add1_remove1(plain.data(), in.data(), a, c, width);
    kernels.add1_remove2(capture.data(), in.data(), a, c, d, width);
    kernels.add2_remove2(castling.data(), in.data(), a, b, c, d, width);
    ASSERT_EQ(plain, expected_plain) << width;
    ASSERT_EQ(capture, expected_capture) << width;
    ASSERT_EQ(castling, expected_castling) << width;
  }
}

TEST_P(EveryKernel, AddsAndRemovesAnyNumberOfRowsEvenInPlace) {
  const Kernels& kernels = *GetParam();
  base::Rng rng(32);
  for (const std::size_t width : widths()) {
    std::vector<Values> values;
    std::vector<Row> rows;
    for (std::size_t i = 0; i < 2 * kMostPieces; ++i) values.push_back(random_values(rng, width, -2000, 2000));
    for (const Values& row : values) rows.push_back(row.data());
    const std::size_t added = rng.below(kMostPieces + 1);
    const std::size_t removed = rng.below(kMostPieces + 1);
    Values changed = random_values(rng, width, -2000, 2000);
    Values expected = changed;
    for (std::size_t i = 0; i < width; ++i) {
      int sum = expected[i];
      for (std::size_t row = 0; row < added; ++row) sum += values[row][i];
      for (std::size_t row = 0; row < removed; ++row) sum -= values[kMostPieces + row][i];
      expected[i] = static_cast<std::int16_t>(sum);
    }
    kernels.add_remove(changed.data(), changed.data(), rows.data(), added, rows.data() + kMostPieces, removed, width);
    ASSERT_EQ(changed, expected) << width << " wide, " << added << " added, " << removed << " removed";
  }
}

std::int64_t expected_sum(const Values& us, const Values& them, const Values& weights) {
  std::int64_t sum = 0;
  const auto half = [&](const Values& values, std::size_t offset) {
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::int64_t activation = std::clamp<std::int64_t>(values[i], 0, kActivationScale);
      sum += activation * activation * weights[offset + i];
    }
  };
  half(us, 0);
  half(them, us.size());
  return sum;
}

TEST_P(EveryKernel, ComputesTheOutputByTheFormula) {
  const Kernels& kernels = *GetParam();
  base::Rng rng(33);
  for (const std::size_t width : widths()) {
    const Values us = random_values(rng, width, -400, 700);
    const Values them = random_values(rng, width, kLeast, kMost);
    const int bound = std::min(kMostOutputWeight, 16'000 / static_cast<int>(width));
    const Values weights = random_values(rng, 2 * width, -bound, bound);
    ASSERT_EQ(kernels.output_sum(us.data(), them.data(), weights.data(), width), expected_sum(us, them, weights));
  }
}

TEST_P(EveryKernel, ComputesTheLargestAllowedOutput) {
  const Kernels& kernels = *GetParam();
  for (const int sign : {1, -1})
    for (const std::size_t width : {std::size_t{128}, kMostWidth}) {
      const Values full(width, std::int16_t{kActivationScale});
      const Values beyond(width, std::int16_t{kMost});
      Values weights(2 * width);
      int left = 33'025;
      for (auto& weight : weights) {
        const int taken = std::min(left, kMostOutputWeight);
        weight = static_cast<std::int16_t>(sign * taken);
        left -= taken;
      }
      const std::int64_t expected = expected_sum(full, beyond, weights);
      ASSERT_LE(expected, std::numeric_limits<std::int32_t>::max());
      ASSERT_EQ(kernels.output_sum(full.data(), beyond.data(), weights.data(), width), expected);
    }
}

INSTANTIATE_TEST_SUITE_P(Processor, EveryKernel,
                         testing::ValuesIn(runnable_kernels().begin(), runnable_kernels().end()),
                         [](const auto& tested) { return std::string(tested.param->name); });

TEST(Kernels, AreFoundByTheirNames) {
  EXPECT_EQ(runnable_kernels().front()->name, "scalar");
  EXPECT_EQ(&best_kernels(), runnable_kernels().back());
  for (const Kernels* kernels : runnable_kernels()) EXPECT_EQ(find_kernels(kernels->name), kernels);
  EXPECT_EQ(find_kernels("mmx"), nullptr);
  EXPECT_EQ(find_kernels(""), nullptr);
}

}  // namespace
}  // namespace zugwerk::nnue
