// Unit tests of the tuner: its gradient, that it recovers known weights, and that its result depends on its input
// alone.

#include "learning/tuner/tuner.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <set>

#include <gtest/gtest.h>

#include "chess/notation/fen.h"
#include "eval/classical/evaluate.h"
#include "support/random_games.h"

namespace zugwerk::learning {
namespace {

// Random games are lopsided: with a flatter curve their positions are still informative.
constexpr double kFlatScale = 0.4;

/// Positions of random games, labelled with what the evaluation itself expects of them.
TuneSet random_set(int games, std::uint64_t seed = 91) {
  TuneSet set;
  const eval::ResultCurve curve(kFlatScale);
  std::uint32_t game = 0;
  constexpr int kPlies = 120;
  test::for_random_positions(seed, games, kPlies, [&](chess::Position& position) {
    if (position.history_length() == 0) ++game;
    const eval::WeightCounts counts = eval::count_weights(position);
    if (counts.is_known_endgame || position.history_length() % 3 != 0) return;
    set.add(counts, position.halfmove_clock(), {curve.expected(counts.total), eval::kNoScore, game});
  });
  return set;
}

std::vector<std::uint32_t> all_of(const TuneSet& set) {
  std::vector<std::uint32_t> numbers(set.size());
  std::iota(numbers.begin(), numbers.end(), 0U);
  return numbers;
}

Parameters compiled_parameters() { return to_parameters(compiled_weights()); }

/// The compiled weights, each slightly perturbed, the same way every time.
Parameters perturbed() {
  Parameters parameters = compiled_parameters();
  base::Rng rng(17);
  const std::vector<double> units = parameter_units();
  for (std::size_t i = 0; i < kParameterCount; ++i) {
    const bool exists = i % 2 == 0 || eval::place_of(i / 2).array.kind == eval::WeightKind::Tapered;
    if (exists) parameters[i] += units[i] * (static_cast<int>(rng.below(21)) - 10);
  }
  return parameters;
}

TunerOptions quick_options() {
  TunerOptions options;
  options.batch = 1024;
  options.prior_width = 0;
  options.decay = 0.99;
  options.patience = 1000;
  return options;
}

TEST(TuneSet, ItsValueIsTheEvaluationExceptForRounding) {
  const Parameters parameters = compiled_parameters();
  TuneSet set;
  std::vector<int> expected;
  test::for_random_positions(92, 60, 200, [&](chess::Position& position) {
    const eval::WeightCounts counts = eval::count_weights(position);
    if (counts.is_known_endgame) return;
    set.add(counts, position.halfmove_clock(), {});
    expected.push_back(eval::trace_classical(position).total);
  });
  ASSERT_GT(set.size(), 5000U);
  // Six divisions round towards zero: two in each king's danger, more where its square is divided, the rest at the end.
  constexpr double kMostRounding = 6;
  for (std::size_t i = 0; i < set.size(); ++i) ASSERT_NEAR(set.value(i, parameters), expected[i], kMostRounding);
}

TEST(TuneSet, GradientsMatchFiniteDifferences) {
  const TuneSet set = random_set(30);
  const std::vector<std::uint32_t> numbers = all_of(set);
  ASSERT_GT(numbers.size(), 500U);
  const eval::ResultCurve curve(kFlatScale);
  // Away from the weights of the labels, where all errors are zero.
  Parameters parameters = perturbed();
  std::vector<double> gradient(kParameterCount, 0);
  const double error = set.add_gradient(numbers, parameters, curve, gradient);
  EXPECT_DOUBLE_EQ(error, set.squared_error(numbers, parameters, curve));
  std::size_t moving = 0;
  constexpr double kStep = 1e-4;
  for (std::size_t i = 0; i < kParameterCount; ++i) {
    const double before = parameters[i];
    parameters[i] = before + kStep;
    const double above = set.squared_error(numbers, parameters, curve);
    parameters[i] = before - kStep;
    const double below = set.squared_error(numbers, parameters, curve);
    parameters[i] = before;
    const double slope = (above - below) / (2 * kStep);
    ASSERT_NEAR(gradient[i], slope, 1e-7 + 1e-4 * std::abs(slope)) << name_of_parameter(i);
    if (gradient[i] != 0) ++moving;
  }
  EXPECT_GT(moving, free_parameter_count() / 2);
}

TEST(TuneSet, AppendingSetsMakesOneSet) {
  TuneSet whole = random_set(4);
  const TuneSet first = random_set(4);
  const TuneSet second = random_set(3, 5);
  whole.append(second);
  ASSERT_EQ(whole.size(), first.size() + second.size());
  const Parameters parameters = compiled_parameters();
  for (std::size_t i = 0; i < first.size(); ++i) ASSERT_EQ(whole.value(i, parameters), first.value(i, parameters));
  for (std::size_t i = 0; i < second.size(); ++i)
    ASSERT_EQ(whole.value(first.size() + i, parameters), second.value(i, parameters));
  EXPECT_NE(whole.fingerprint(), first.fingerprint());
}

TEST(TuneSet, TargetsBlendResultAndScore) {
  const eval::WeightCounts counts = eval::count_weights(chess::Position());
  TuneSet set;
  set.add(counts, 0, {1.0, eval::Score(0), 1});
  set.add(counts, 0, {1.0, eval::kNoScore, 1});
  set.add(counts, 0, {0.0, eval::Score::mate_at(5), 1});
  set.set_targets(0.75, eval::ResultCurve(1));
  EXPECT_FLOAT_EQ(static_cast<float>(set.target(0)), 0.875F);
  EXPECT_EQ(set.target(1), 1.0);
  EXPECT_EQ(set.target(2), 0.0);
}

TEST(TuneSet, TheScaleOfTheCurveIsThatOfElo) {
  EXPECT_NEAR(eval::ResultCurve(1).expected(400), 10.0 / 11.0, 1e-12);
  EXPECT_NEAR(eval::ResultCurve(2).expected(200), 10.0 / 11.0, 1e-12);
  EXPECT_DOUBLE_EQ(eval::ResultCurve(3).expected(0), 0.5);
  EXPECT_NEAR(eval::ResultCurve(1.1).centipawns(eval::ResultCurve(1.1).expected(-137)), -137, 1e-9);
  EXPECT_TRUE(std::isfinite(eval::ResultCurve(1).centipawns(1)));
}

TEST(Tuner, FitsTheScaleOfTheLabels) {
  TuneSet set = random_set(60);
  const Tuner tuner(set, compiled_parameters(), quick_options(), 2);
  EXPECT_NEAR(tuner.state().curve_scale, kFlatScale, 0.01);
}

TEST(Tuner, RecoversTheWeightsOfTheLabels) {
  TuneSet set = random_set(400);
  const Parameters truth = compiled_parameters();
  const Parameters start = perturbed();
  TunerOptions options = quick_options();
  options.decay = 0.97;
  Tuner tuner(set, start, options, 2);
  const double before = tuner.held_out_loss(start);
  EpochReport report;
  while (tuner.state().epoch < 120) report = tuner.run_epoch();
  EXPECT_LT(report.held_out_loss, before / 50) << before;
  EXPECT_LT(report.loss, before / 50) << before;

  // Weights used by many positions; the fitted scale differs a little from that of the labels.
  const double scale = kFlatScale / tuner.state().curve_scale;
  for (const char* name : {"kTempo", "kBishopPair", "kIsolatedPawn", "kMinorKingDistance", "kThreatByPawn",
                           "kHangingPiece", "kRestrictedSquare", "kKingPawnDistance"}) {
    const std::size_t parameter = 2 * eval::first_slot(name);
    ASSERT_LT(parameter, kParameterCount) << name;
    EXPECT_NEAR(tuner.state().best[parameter], scale * truth[parameter], 2.5) << name;
  }
  double distance_before = 0;
  double distance_after = 0;
  std::size_t slot = 0;
  for (const eval::WeightArray& array : eval::kWeightArrays) {
    // Material and piece squares are not separately identifiable; everything else is.
    const bool counts = array.kind == eval::WeightKind::Tapered && array.name != "kMaterial" &&
                        array.name != "kPieceSquares" && array.size == 1;
    for (std::size_t i = 2 * slot; counts && i < 2 * (slot + array.size); ++i) {
      distance_before += std::abs(start[i] - scale * truth[i]);
      distance_after += std::abs(tuner.state().best[i] - scale * truth[i]);
    }
    slot += array.size;
  }
  EXPECT_LT(distance_after, distance_before / 2);
}

TEST(Tuner, WeightsWithoutPositionsStayAsTheyAre) {
  TuneSet set = random_set(10);
  Tuner tuner(set, perturbed(), quick_options(), 1);
  for (int epoch = 0; epoch < 3; ++epoch) tuner.run_epoch();
  std::vector<double> gradient(kParameterCount, 0);
  static_cast<void>(set.add_gradient(all_of(set), perturbed(), eval::ResultCurve(1), gradient));
  std::size_t unused = 0;
  for (std::size_t i = 0; i < kParameterCount; ++i)
    if (gradient[i] == 0) {
      ++unused;
      EXPECT_EQ(tuner.state().now[i], perturbed()[i]) << name_of_parameter(i);
    }
  EXPECT_GT(unused, 0U);
}

TEST(Tuner, ANarrowPriorKeepsTheWeightsClose) {
  const auto farthest = [](double prior_width) {
    TuneSet set = random_set(20);
    TunerOptions options = quick_options();
    options.prior_width = prior_width;
    options.decay = 0.9;
    Tuner tuner(set, perturbed(), options, 1);
    for (int epoch = 0; epoch < 60; ++epoch) tuner.run_epoch();
    double result = 0;
    for (std::size_t i = 0; i < kParameterCount; ++i)
      result = std::max(result, std::abs(tuner.state().now[i] - tuner.state().start[i]));
    return result;
  };
  const double held = farthest(0.01);
  EXPECT_LT(held, 0.5);
  EXPECT_GT(farthest(0), 10 * held);
}

TEST(Tuner, HoldsOutWholeGames) {
  TuneSet set = random_set(100);
  TunerOptions options;
  options.hold_out = 0.2;
  const Tuner tuner(set, compiled_parameters(), options, 1);
  std::set<std::uint32_t> learned;
  for (const std::uint32_t number : tuner.learned()) learned.insert(set.label(number).game);
  std::set<std::uint32_t> held_out;
  for (const std::uint32_t number : tuner.held_out()) held_out.insert(set.label(number).game);
  EXPECT_EQ(learned.size() + held_out.size(), 100U);
  EXPECT_GT(held_out.size(), 8U);
  EXPECT_LT(held_out.size(), 35U);
  EXPECT_EQ(tuner.learned().size() + tuner.held_out().size(), set.size());
}

TEST(Tuner, StopsWhenTheHeldOutGamesSaySo) {
  // Meaningless labels: nothing learned from them generalises.
  TuneSet set;
  base::Rng rng(3);
  std::uint32_t game = 0;
  test::for_random_positions(95, 60, 60, [&](chess::Position& position) {
    set.add(eval::count_weights(position), 0, {0.5 * rng.below(3), eval::kNoScore, ++game});
  });
  TunerOptions options = quick_options();
  options.hold_out = 0.5;
  options.patience = 3;
  Tuner tuner(set, compiled_parameters(), options, 1);
  while (!tuner.is_exhausted() && tuner.state().epoch < 200) tuner.run_epoch();
  EXPECT_TRUE(tuner.is_exhausted());
  EXPECT_EQ(tuner.state().epoch, tuner.state().best_epoch + 3);
  EXPECT_DOUBLE_EQ(tuner.held_out_loss(tuner.state().best), tuner.state().best_loss);
}

TunerState state_after(int epochs, int threads, std::uint64_t seed = 1) {
  TuneSet set = random_set(40);
  TunerOptions options = quick_options();
  options.seed = seed;
  Tuner tuner(set, perturbed(), options, threads);
  for (int epoch = 0; epoch < epochs; ++epoch) tuner.run_epoch();
  return tuner.state();
}

TEST(Tuner, EqualSeedsGiveEqualRunsWithAnyNumberOfThreads) {
  const TunerState state = state_after(3, 1);
  EXPECT_EQ(state, state_after(3, 1));
  EXPECT_EQ(state, state_after(3, 3));
  EXPECT_NE(state.now, state_after(3, 1, 2).now);
}

TEST(Tuner, AResumedRunEqualsAnUninterruptedOne) {
  const TunerState half = state_after(2, 1);
  const auto read = parse_tuner_state(to_text(half), "state");
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(*read, half);
  TuneSet set = random_set(40);
  const auto tuner = Tuner::resume(set, *read, 2);
  ASSERT_TRUE(tuner) << tuner.error().message;
  for (int epoch = 0; epoch < 2; ++epoch) (*tuner)->run_epoch();
  EXPECT_EQ((*tuner)->state(), state_after(4, 1));
}

TEST(Tuner, DoesNotResumeWithOtherPositions) {
  TuneSet other = random_set(41);
  const auto tuner = Tuner::resume(other, state_after(1, 1), 1);
  ASSERT_FALSE(tuner);
  EXPECT_NE(tuner.error().message.find("other positions"), std::string::npos);
}

TEST(TunerState, ErrorsNameTheField) {
  const std::string good = to_text(state_after(1, 1));
  const auto error_with = [&](std::string_view old, std::string_view replacement) {
    std::string text = good;
    const std::size_t at = text.find(old);
    EXPECT_NE(at, std::string::npos) << old;
    text.replace(at, old.size(), replacement);
    const auto state = parse_tuner_state(text, "run.json");
    return state ? std::string("none") : state.error().message;
  };
  EXPECT_EQ(error_with("\"steps\":", "\"stops\":"), "run.json: 'steps' is missing");
  EXPECT_EQ(error_with("\"epoch\":1", "\"epoch\":\"one\""), "run.json: 'epoch' is not a number");
  EXPECT_EQ(error_with("\"epoch\":1", "\"epoch\":1.5"), "run.json: 'epoch' is not a whole number");
  EXPECT_EQ(error_with("\"start\":[", "\"start\":[1,"),
            "run.json: 'start' is not a list of " + std::to_string(kParameterCount) + " numbers");
  EXPECT_EQ(error_with("\"batch\":1024", "\"batch\":0"), "run.json: options: 'batch' is zero");
  EXPECT_NE(error_with("kTempo:0:1", "kTempo:0:2").find("different set of weights"), std::string::npos);
  EXPECT_NE(error_with("{", "").find("run.json"), std::string::npos);
}

}  // namespace
}  // namespace zugwerk::learning
