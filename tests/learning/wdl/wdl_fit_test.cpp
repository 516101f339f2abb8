// Unit tests of learning/wdl/wdl_fit.h: a model is recovered from games drawn from it.

#include "learning/wdl/wdl_fit.h"

#include <gtest/gtest.h>

#include "base/rng.h"

namespace zugwerk::learning {
namespace {

constexpr eval::WdlModel kTrue{.middle = 130, .middle_per_material = 0.6, .width = 50, .width_per_material = -0.2};

/// Positions drawn from the model above.
[[nodiscard]] WdlSample simulated(int count) {
  WdlSample sample;
  base::Rng rng(7);
  constexpr std::uint32_t kFine = 1U << 20;
  for (int i = 0; i < count; ++i) {
    const int score = static_cast<int>(rng.below(1001)) - 500;
    const int material = static_cast<int>(rng.below(79));
    const double chance = static_cast<double>(rng.below(kFine)) / kFine;
    const double win = eval::win_chance(kTrue, score, material);
    const double loss = eval::win_chance(kTrue, -score, material);
    sample.add(eval::Score(score), material,
               chance < win          ? games::GameResult::WhiteWins
               : chance < win + loss ? games::GameResult::BlackWins
                                     : games::GameResult::Draw);
  }
  return sample;
}

TEST(WdlFit, RecoversTheModelOfTheGames) {
  const WdlSample sample = simulated(300'000);
  EXPECT_EQ(sample.size(), 300'000U);
  const eval::WdlModel start{.middle = 60, .middle_per_material = 0, .width = 100, .width_per_material = 0.1};
  const eval::WdlModel found = fit_wdl(sample, start);
  EXPECT_NEAR(found.middle, kTrue.middle, 2);
  EXPECT_NEAR(found.middle_per_material, kTrue.middle_per_material, 0.04);
  EXPECT_NEAR(found.width, kTrue.width, 2);
  EXPECT_NEAR(found.width_per_material, kTrue.width_per_material, 0.04);
  EXPECT_LE(sample.loss(found), sample.loss(kTrue));
  EXPECT_LT(sample.loss(found), sample.loss(start));
}

TEST(WdlFit, StaysBoundedWithTooFewGames) {
  WdlSample sample;
  for (int score = 0; score < 500; score += 10) sample.add(eval::Score(score), 40, games::GameResult::Draw);
  const eval::WdlModel found = fit_wdl(sample, kTrue);
  EXPECT_LT(sample.loss(found), sample.loss(kTrue));
  EXPECT_LE(found.middle, 2000);
  EXPECT_LE(found.width, 2000);
}

TEST(WdlFit, ComparesGamesWithTheModel) {
  const WdlSample sample = simulated(300'000);
  const auto range = sample.compare(kTrue, 100, 200);
  EXPECT_NEAR(static_cast<double>(range.positions), 60'000, 3'000);  // a tenth of them, seen from both sides
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(range.observed[i], range.predicted[i], 0.01);
  EXPECT_EQ(sample.compare(kTrue, 1000, 1100).positions, 0U);
}

TEST(WdlFit, SeesEveryPositionFromBothSides) {
  WdlSample sample;
  sample.add(eval::Score(200), 40, games::GameResult::WhiteWins);
  sample.add(eval::Score(9000), 99, games::GameResult::WhiteWins);  // clamped, not lost
  EXPECT_EQ(sample.compare(kTrue, 150, 250).observed, (std::array<double, 3>{0, 0, 1}));
  EXPECT_EQ(sample.compare(kTrue, -250, -150).observed, (std::array<double, 3>{1, 0, 0}));
  EXPECT_EQ(sample.compare(kTrue, 1500, 3000).positions, 1U);
}

}  // namespace
}  // namespace zugwerk::learning
