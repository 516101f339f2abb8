// Unit tests of the trainer: its gradients are right, it learns what can be learned, its networks never overflow in the
// engine, and the result depends on its input alone, not on threads.

#include "learning/network/network_trainer.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "support/random_games.h"
#include "support/random_network.h"

namespace zugwerk::learning {
namespace {

constexpr double kScale = 1.1;

std::vector<TrainingSample> random_samples(int games, std::uint64_t seed = 6) {
  std::vector<TrainingSample> samples;
  base::Rng rng(seed);
  zugwerk::test::for_random_positions(seed, games, 150, [&](chess::Position& position) {
    const eval::Score score(static_cast<int>(rng.below(1200)) - 600);
    samples.push_back(make_sample(position, rng.below(20) == 0 ? eval::kNoScore : score,
                                  static_cast<games::GameResult>(rng.below(3)), 0));
  });
  return samples;
}

/// Material balance by the usual values, in centipawns for the side to move.
int material(const TrainingSample& sample) {
  constexpr std::array<int, chess::kPieceTypeCount> kValues{100, 300, 320, 500, 900, 0};
  int total = 0;
  for (const chess::Piece piece : board_of(sample))
    if (piece != chess::Piece::None)
      total += (chess::color_of(piece) == chess::Color::White ? 1 : -1) * kValues[chess::index(chess::type_of(piece))];
  return total;
}

TEST(TrainingTarget, BlendsResultAndScore) {
  TrainingSample sample;
  sample.half_points = 2;
  sample.score = 0;
  EXPECT_DOUBLE_EQ(TrainingTarget(0.25, kScale).of(sample), 0.25 + 0.75 * 0.5);
  EXPECT_DOUBLE_EQ(TrainingTarget(1, kScale).of(sample), 1);
  sample.score = eval::kNoScore.value();
  EXPECT_DOUBLE_EQ(TrainingTarget(0.25, kScale).of(sample), 1);
  // Ten to one at 400 / scale centipawns.
  EXPECT_NEAR(TrainingTarget(0, kScale).expected(1 / kScale), 10.0 / 11, 1e-12);
}

TEST(FloatNetwork, AgreesWithTheEngineExceptForRounding) {
  const nnue::Weights weights = zugwerk::test::random_weights(64, 8, 3);
  const nnue::Network player(weights);
  const FloatNetwork network = FloatNetwork::from(weights);
  EXPECT_EQ(network.quantised(), weights);
  for (const TrainingSample& sample : random_samples(10)) {
    const int played = player.evaluate(board_of(sample), chess::Color::White);
    ASSERT_NEAR(network.evaluate(sample) * nnue::kCentipawnScale, played, 1.1);
  }
}

TEST(FloatNetwork, WideningKeepsTheOutputAndAllowsFurtherLearning) {
  const FloatNetwork narrow = FloatNetwork::from(zugwerk::test::random_weights(32, 8, 5));
  const FloatNetwork wide = narrow.widened(96, 7);
  EXPECT_EQ(wide.shape(), (NetworkShape{96, 8}));
  for (const TrainingSample& sample : random_samples(10))
    ASSERT_DOUBLE_EQ(wide.evaluate(sample), narrow.evaluate(sample));
  // A new neuron matters as soon as it has an output weight: it must not be zero everywhere.
  for (std::size_t neuron = 32; neuron < 96; ++neuron) {
    FloatNetwork listening = wide;
    for (std::size_t bucket = 0; bucket < 8; ++bucket)
      listening.parameters()[listening.output_weight(bucket, 0, neuron)] = 1;
    const auto samples = random_samples(10);
    EXPECT_TRUE(std::any_of(samples.begin(), samples.end(), [&](const TrainingSample& sample) {
      return listening.evaluate(sample) != narrow.evaluate(sample);
    })) << neuron;
  }
}

TEST(NetworkTrainer, LossAgreesWithTheSlowEvaluation) {
  const auto samples = random_samples(20);
  const FloatNetwork network = FloatNetwork::random({64, 8}, 1);
  const TrainingTarget target(0.3, kScale);
  MeasuredLoss slow;
  double scored = 0;
  for (const TrainingSample& sample : samples) {
    const double expected = target.expected(network.evaluate(sample));
    slow.target += std::pow(expected - target.of(sample), 2);
    slow.results += std::pow(expected - sample.result(), 2);
    if (!sample.has_score()) continue;
    slow.scores += std::pow(expected - target.expected(sample), 2);
    ++scored;
  }
  const auto count = static_cast<double>(samples.size());
  for (const TrainKernels* kernels : runnable_train_kernels()) {
    NetworkTrainer trainer(LearningState(network), target, Judged::AsItIs, 2, *kernels);
    const MeasuredLoss fast = trainer.measure(samples);
    EXPECT_NEAR(fast.target, slow.target / count, 1e-6) << kernels->name;
    EXPECT_NEAR(fast.results, slow.results / count, 1e-6);
    EXPECT_NEAR(fast.scores, slow.scores / scored, 1e-6);
    EXPECT_NEAR(trainer.compute_gradient(samples), slow.target / count, 1e-6);
  }
}

TEST(NetworkTrainer, GradientsMatchFiniteDifferences) {
  const auto samples = random_samples(8);
  ASSERT_GT(samples.size(), 512U) << "more than a block";
  FloatNetwork network = FloatNetwork::random({32, 8}, 2);
  const TrainingTarget target(0.3, kScale);
  const auto loss = [&] {
    double sum = 0;
    for (const TrainingSample& sample : samples)
      sum += std::pow(target.expected(network.evaluate(sample)) - target.of(sample), 2);
    return sum / static_cast<double>(samples.size());
  };
  // A random few of every kind; only features that occur.
  base::Rng rng(5);
  std::vector<std::size_t> chosen;
  for (int i = 0; i < 30; ++i) {
    std::array<FeatureNumber, kFeaturePair> features{};
    const TrainingSample& sample = samples[rng.below(static_cast<std::uint32_t>(samples.size()))];
    const std::size_t count = write_features(sample, features.data(), features.data() + nnue::kMostPieces);
    const std::size_t at = rng.below(static_cast<std::uint32_t>(count)) + (i % 2 == 0 ? 0 : nnue::kMostPieces);
    chosen.push_back(network.feature_weight(features[at], rng.below(32)));
  }
  for (std::size_t neuron = 0; neuron < 32; neuron += 5) chosen.push_back(network.feature_bias(neuron));
  for (std::size_t i = 0; i < 12; ++i) chosen.push_back(network.output_weight(7 - i % 2, i % 2, rng.below(32)));
  chosen.push_back(network.output_bias(7));
  for (const TrainKernels* kernels : runnable_train_kernels()) {
    NetworkTrainer trainer(LearningState(network), target, Judged::AsItIs, 2, *kernels);
    trainer.compute_gradient(samples);
    constexpr float kStep = 0x1p-14F;
    for (const std::size_t i : chosen) {
      const float before = network.parameters()[i];
      const float above = before + kStep;
      const float below = before - kStep;
      network.parameters()[i] = above;
      const double loss_above = loss();
      network.parameters()[i] = below;
      const double loss_below = loss();
      network.parameters()[i] = before;
      const double slope = (loss_above - loss_below) / (static_cast<double>(above) - static_cast<double>(below));
      // The activation has kinks: even a step of this size may cross one.
      EXPECT_NEAR(trainer.gradient()[i], slope, 2e-7 + 0.005 * std::abs(slope)) << kernels->name << " parameter " << i;
    }
  }
}

TEST(NetworkTrainer, QuantisedLossMatchesTheEngine) {
  const auto samples = random_samples(10);
  const TrainingTarget target(0.3, kScale);
  NetworkTrainer trainer(LearningState(FloatNetwork::random({64, 8}, 1)), target, Judged::Rounded, 2);
  for (int step = 0; step < 3; ++step) trainer.step(samples, 0.01, 0);
  const FloatNetwork played = FloatNetwork::from(trainer.state().network.quantised());
  EXPECT_NE(played, trainer.state().network) << "the floats are finer";
  NetworkTrainer player(LearningState(played), target, Judged::AsItIs, 1);
  EXPECT_EQ(trainer.measure(samples), player.measure(samples));
}

TEST(NetworkTrainer, ResultsDoNotDependOnThreads) {
  const auto samples = random_samples(60);
  ASSERT_GT(samples.size(), 4096U) << "more than a wave";
  const auto learned = [&](int threads) {
    NetworkTrainer trainer(LearningState(FloatNetwork::random({64, 8}, 1)), TrainingTarget(0.3, kScale),
                           Judged::Rounded, threads);
    for (int step = 0; step < 3; ++step) trainer.step(samples, 0.01, 0.01);
    return trainer.state();
  };
  const LearningState alone = learned(1);
  EXPECT_EQ(learned(2), alone);
  EXPECT_EQ(learned(5), alone);
}

/// Positions labelled with their material, in random order.
std::vector<TrainingSample> material_samples() {
  std::vector<TrainingSample> samples;
  for (TrainingSample& sample : random_samples(200)) {
    const int value = material(sample);
    if (std::abs(value) > 1000) continue;
    sample.score = static_cast<std::int16_t>(value);
    samples.push_back(sample);
  }
  base::Rng rng(12);
  for (std::size_t left = samples.size(); left > 1; --left)
    std::swap(samples[left - 1], samples[rng.below(static_cast<std::uint32_t>(left))]);
  return samples;
}

// The two halves of such a network can count material exactly: the least loss is zero.
TEST(NetworkTrainer, LearnsToCountMaterial) {
  const std::vector<TrainingSample> samples = material_samples();
  ASSERT_GT(samples.size(), 10'000U);
  NetworkTrainer trainer(LearningState(FloatNetwork::random({32, 1}, 1)), TrainingTarget(0, kScale), Judged::AsItIs, 2);
  const std::span<const TrainingSample> all(samples);
  const auto held_out = all.first(all.size() / 10);
  const auto learned = all.subspan(all.size() / 10);
  const double before = trainer.measure(held_out).target;
  constexpr std::size_t kBatch = 512;
  constexpr int kSteps = 1500;
  for (int step = 0; step < kSteps; ++step) {
    const std::size_t from = (static_cast<std::size_t>(step) * kBatch) % (learned.size() - kBatch);
    trainer.step(learned.subspan(from, kBatch), 0.01 * (1 - static_cast<double>(step) / kSteps), 0);
  }
  EXPECT_GT(before, 0.05);
  EXPECT_LT(trainer.measure(learned).target, 0.0005);
  EXPECT_LT(trainer.measure(held_out).target, 0.002);
}

TEST(NetworkTrainer, ParametersAtTheirBoundsDoNotOverflow) {
  for (const std::size_t width : {std::size_t{32}, std::size_t{256}, nnue::kMostWidth}) {
    for (const float sign : {1.0F, -1.0F}) {
      FloatNetwork network({width, 8});
      for (float& value : network.parameters()) value = sign * 1e6F;
      network.clip();
      EXPECT_TRUE(nnue::check(network.quantised())) << width;
    }
    FloatNetwork mixed({width, 8});
    base::Rng rng(width);
    for (float& value : mixed.parameters()) value = rng.below(2) == 0 ? 1e6F : -1e6F;
    mixed.clip();
    const auto sound = nnue::check(mixed.quantised());
    EXPECT_TRUE(sound) << (sound ? "" : sound.error().message);
  }
}

TEST(NetworkTrainer, StepsOfAnySizeStayWithinTheBounds) {
  const auto samples = random_samples(5);
  for (const TrainKernels* kernels : runnable_train_kernels()) {
    NetworkTrainer trainer(LearningState(FloatNetwork::random({256, 8}, 1)), TrainingTarget(0.3, kScale),
                           Judged::AsItIs, 1, *kernels);
    for (int step = 0; step < 4; ++step) trainer.step(samples, 1e4, 0);
    EXPECT_TRUE(trainer.state().network.is_finite());
    const auto sound = nnue::check(trainer.state().network.quantised());
    EXPECT_TRUE(sound) << (sound ? "" : sound.error().message);
    const auto all = trainer.state().network.parameters();
    EXPECT_EQ(*std::max_element(all.begin(), all.begin() + 1000), kMostFeatureWeight) << "some reached the bound";
  }
}

TEST(NetworkTrainer, DecayPullsWeightsButNotBiases) {
  FloatNetwork start = FloatNetwork::random({32, 8}, 4);
  start.parameters()[start.output_bias(0)] = 0.5F;
  NetworkTrainer trainer(LearningState(start), TrainingTarget(0.3, kScale), Judged::AsItIs, 1);
  trainer.step(random_samples(1), 0.01, 1);
  // Neither an own king on a8 nor endings of five pieces occur, so their parameters have no gradient.
  const FloatNetwork& after = trainer.state().network;
  const std::size_t weight = start.feature_weight(nnue::kFeatureCount / 2 - 8, 3);
  EXPECT_FLOAT_EQ(after.parameters()[weight], start.parameters()[weight] * 0.99F);
  EXPECT_EQ(after.parameters()[start.output_bias(0)], 0.5F);
}

}  // namespace
}  // namespace zugwerk::learning
