// Unit tests of learning/judge/network_judge.h: errors, factors and standard errors against a reference computation.

#include "learning/judge/network_judge.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <gtest/gtest.h>

#include "eval/evaluator.h"
#include "eval/result_curve.h"
#include "games/archive/game_file.h"
#include "support/random_network.h"
#include "support/random_records.h"
#include "support/temporary_folder.h"

namespace zugwerk::learning {
namespace {

using Networks = std::vector<std::shared_ptr<const nnue::Network>>;

/// A network that counts material only: half of its neurons add up the side's own pieces.
[[nodiscard]] nnue::Weights material_weights(int output_weight) {
  constexpr std::size_t kWidth = 32;
  constexpr std::array kPieceWeights{6, 18, 18, 30, 54, 0};
  nnue::Weights weights(kWidth, 1);
  for (std::size_t kind = 0; kind < kPieceWeights.size(); ++kind)
    for (std::size_t square = 0; square < chess::kSquareCount; ++square)
      for (std::size_t neuron = 0; neuron < kWidth / 2; ++neuron)
        weights.feature_weights[(chess::kSquareCount * kind + square) * kWidth + neuron] =
            static_cast<std::int16_t>(kPieceWeights[kind]);
  for (std::size_t neuron = 0; neuron < kWidth; ++neuron) {
    weights.output_weights[neuron] = static_cast<std::int16_t>(output_weight);
    weights.output_weights[kWidth + neuron] = static_cast<std::int16_t>(-output_weight);
  }
  return weights;
}

[[nodiscard]] std::shared_ptr<const nnue::Network> material_network(int output_weight) {
  EXPECT_TRUE(nnue::check(material_weights(output_weight)));
  return std::make_shared<const nnue::Network>(material_weights(output_weight));
}

/// Random games whose results the classical evaluation and `network` predict, with scores that depend on the result.
[[nodiscard]] std::vector<games::GameRecord> judged_games(std::size_t count,
                                                          const std::shared_ptr<const nnue::Network>& network) {
  std::vector<games::GameRecord> games = games::test::random_games(count, 25, 200);
  base::Rng rng(1);
  eval::Evaluator classical;
  eval::Evaluator other(network);
  for (games::GameRecord& game : games) {
    int sum = 0;
    const auto count_value = [&](const chess::Position& position, const games::PlyRecord&, std::size_t) {
      other.follow(position);
      const int value = classical.evaluate(position).value() + other.evaluate(position).value();
      sum += position.side_to_move() == chess::Color::White ? value : -value;
      return true;
    };
    EXPECT_TRUE(games::replay(game, count_value));
    game.end_cause = games::EndCause::WinByScore;
    game.result = sum > 0 ? games::GameResult::WhiteWins : games::GameResult::BlackWins;
    if (rng.below(3) == 0) game.result = games::GameResult::Draw;
    for (games::PlyRecord& ply : game.plies)
      if (!ply.score.is_decisive())
        ply.score = eval::Score(150 * (games::half_points(game.result) - 1) + static_cast<int>(rng.below(401)) - 200);
  }
  return games;
}

class NetworkJudge : public testing::Test {
 protected:
  [[nodiscard]] std::string write(const std::vector<games::GameRecord>& games) const {
    std::string path = folder_.file("judge.zwg");
    games::test::write_games(path, games, 7);
    return path;
  }
  [[nodiscard]] static JudgeReport judge(const std::string& path, const Networks& networks, JudgeOptions options = {}) {
    auto report =
        judge_networks({path}, networks, options, [](const std::string& message) { ADD_FAILURE() << message; });
    EXPECT_TRUE(report.has_value()) << report.error().message;
    return *report;
  }
  test::TemporaryFolder folder_;
};

/// Squared errors of each game, computed position by position.
[[nodiscard]] std::vector<std::pair<double, double>> errors_by_game(const std::vector<games::GameRecord>& games,
                                                                    std::shared_ptr<const nnue::Network> network,
                                                                    double factor) {
  const JudgeOptions options;
  eval::Evaluator evaluator(std::move(network));
  const eval::ResultCurve curve(options.scale * factor);
  std::vector<std::pair<double, double>> result;
  games::PositionCounts counts;
  for (const games::GameRecord& game : games) {
    double sum = 0;
    double positions = 0;
    (void)games::visit_positions(game, options.filter, counts, [&](const games::TrainingPosition& seen) {
      evaluator.follow(seen.position);
      const double expected = curve.expected(evaluator.evaluate(seen.position).value());
      const bool white = seen.position.side_to_move() == chess::Color::White;
      const double white_expected = white ? expected : 1 - expected;
      sum += std::pow(white_expected - games::half_points(seen.result) / 2.0, 2);
      ++positions;
      return true;
    });
    if (positions > 0) result.emplace_back(sum, positions);
  }
  return result;
}

/// The mean per position and its standard error, by the textbook formula for a ratio of sums.
[[nodiscard]] JudgedMean mean_by_game(const std::vector<std::pair<double, double>>& games) {
  double sum = 0;
  double positions = 0;
  for (const auto& [error, count] : games) {
    sum += error;
    positions += count;
  }
  const double mean = sum / positions;
  double squares = 0;
  for (const auto& [error, count] : games) squares += std::pow(error - mean * count, 2);
  const auto size = static_cast<double>(games.size());
  return {mean, std::sqrt(squares * size / (size - 1)) / positions};
}

TEST_F(NetworkJudge, AgreesWithAReferenceComputation) {
  const Networks networks{nullptr, material_network(30)};
  const auto games = judged_games(60, networks[1]);
  const JudgeReport report = judge(write(games), networks);
  ASSERT_EQ(report.evaluations.size(), 2U);
  std::vector<std::vector<std::pair<double, double>>> errors;
  for (std::size_t i = 0; i < 2; ++i) {
    const JudgedError& judged = report.evaluations[i].results;
    errors.push_back(errors_by_game(games, networks[i], judged.factor));
    EXPECT_EQ(report.games, errors.back().size());
    const JudgedMean wanted = mean_by_game(errors.back());
    EXPECT_NEAR(judged.error.value, wanted.value, 1e-9);
    EXPECT_NEAR(judged.error.standard_error, wanted.standard_error, 1e-9);
    for (const double other : {0.95, 1.05})
      EXPECT_GE(mean_by_game(errors_by_game(games, networks[i], judged.factor * other)).value, wanted.value)
          << "factor " << judged.factor << " times " << other;
  }
  auto differences = errors[1];
  for (std::size_t i = 0; i < differences.size(); ++i) differences[i].first -= errors[0][i].first;
  const JudgedMean wanted = mean_by_game(differences);
  EXPECT_NEAR(report.evaluations[1].results.difference.value, wanted.value, 1e-9);
  EXPECT_NEAR(report.evaluations[1].results.difference.standard_error, wanted.standard_error, 1e-9);
}

TEST_F(NetworkJudge, FindsTheFactorBetweenEvaluationsAndScores) {
  auto games = judged_games(20, nullptr);
  eval::Evaluator classical;
  for (games::GameRecord& game : games) {
    std::vector<eval::Score> scores;
    ASSERT_TRUE(games::replay(game, [&](const chess::Position& position, const games::PlyRecord&, std::size_t) {
      const eval::Score value = classical.evaluate(position);
      const int white = position.side_to_move() == chess::Color::White ? value.value() : -value.value();
      scores.emplace_back(std::clamp(3 * white, -20'000, 20'000));
      return true;
    }));
    for (std::size_t i = 0; i < scores.size(); ++i) game.plies[i].score = scores[i];
  }
  const JudgeReport report = judge(write(games), {nullptr});
  EXPECT_NEAR(report.evaluations[0].scores.factor, 3, 1e-3);
  EXPECT_NEAR(report.evaluations[0].scores.error.value, 0, 1e-9);
  EXPECT_GT(report.evaluations[0].results.error.value, 0.01);
}

TEST_F(NetworkJudge, IsInvariantToRescaling) {
  const Networks networks{material_network(30), material_network(60)};
  const JudgeReport report = judge(write(judged_games(60, networks[0])), networks);
  const JudgedError& once = report.evaluations[0].results;
  const JudgedError& twice = report.evaluations[1].results;
  EXPECT_NEAR(once.factor / twice.factor, 2, 0.05);
  // Evaluations are rounded to centipawns, and known endgames keep their scores.
  EXPECT_LT(std::abs(twice.difference.value), 0.05 * once.error.standard_error);
}

TEST_F(NetworkJudge, GivesTheSameNumbersForAnyNumberOfThreads) {
  const Networks networks{test::random_network(32, 1, 4), nullptr};
  const std::string path = write(judged_games(40, networks[0]));
  const JudgeReport one = judge(path, networks);
  JudgeOptions options;
  options.threads = 3;
  const JudgeReport three = judge(path, networks, options);
  EXPECT_EQ(one.counts.kept, three.counts.kept);
  for (std::size_t i = 0; i < networks.size(); ++i) {
    EXPECT_EQ(one.evaluations[i].results.factor, three.evaluations[i].results.factor);
    EXPECT_EQ(one.evaluations[i].results.error.value, three.evaluations[i].results.error.value);
    EXPECT_EQ(one.evaluations[i].scores.difference.standard_error,
              three.evaluations[i].scores.difference.standard_error);
  }
}

TEST_F(NetworkJudge, FindsNoDifferenceBetweenIdenticalEvaluations) {
  const JudgeReport report = judge(write(judged_games(30, nullptr)), {nullptr, nullptr});
  EXPECT_EQ(report.evaluations[1].results.difference.value, 0);
  EXPECT_EQ(report.evaluations[1].results.difference.standard_error, 0);
}

TEST_F(NetworkJudge, RejectsUnusableGames) {
  std::vector<games::GameRecord> games = judged_games(60, nullptr);
  std::erase_if(games, [](const games::GameRecord& game) { return game.plies.size() < 100; });
  ASSERT_FALSE(games.empty());
  games.resize(1);
  const auto single = judge_networks({write(games)}, {nullptr}, {}, {});
  ASSERT_FALSE(single.has_value());
  EXPECT_NE(single.error().message.find("found in 1: 1 games"), std::string::npos) << single.error().message;
  const auto stream = judge_networks({"-"}, {nullptr}, {}, {});
  ASSERT_FALSE(stream.has_value());
  EXPECT_NE(stream.error().message.find("read twice"), std::string::npos) << stream.error().message;
  EXPECT_FALSE(judge_networks({folder_.file("missing.zwg")}, {nullptr}, {}, {}).has_value());
}

}  // namespace
}  // namespace zugwerk::learning
