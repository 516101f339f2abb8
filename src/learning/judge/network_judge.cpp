// learning/judge/network_judge.cpp
//
// Two passes over the games: the first collects sufficient statistics of evaluations and targets, which determine the
// factors; the second sums the errors of each game.

#include "learning/judge/network_judge.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <mutex>
#include <optional>
#include <utility>

#include "base/block_workers.h"
#include "base/format.h"
#include "eval/evaluator.h"
#include "eval/result_curve.h"
#include "games/archive/game_file.h"

namespace zugwerk::learning {

namespace {

/// Games are processed in batches: read, evaluated by all threads, then summed in order.
constexpr std::size_t kWavePlies = std::size_t{1} << 17;

/// The kinds of targets, as indices.
constexpr std::size_t kAgainstResults = 0;
constexpr std::size_t kAgainstScores = 1;
constexpr std::size_t kJudgeTargets = 2;

struct JudgedGame {
  games::GameRecord record;
  std::string file;
  std::uint64_t number = 0;
  // Filled in by a worker thread.
  games::PositionCounts counts;
  std::optional<base::Error> fault;
  std::vector<std::array<double, kJudgeTargets>> targets;  // by position; expected results for the side to move
  std::vector<int> values;                                 // by position, then evaluation; for the side to move
  std::vector<std::array<double, kJudgeTargets>> errors;   // by evaluation: sums of squared errors, if curves are given
};

/// Sums over all positions with the same value.
struct ValueCell {
  double positions = 0;
  double target_sum = 0;
  double target_squares = 0;
};

/// Sufficient statistics of the targets by value: enough to compute the squared error for any factor.
class ValueCells {
 public:
  void add(int value, double target) {
    ValueCell& cell = cells_[static_cast<std::size_t>(value + kLargest)];
    ++cell.positions;
    cell.target_sum += target;
    cell.target_squares += target * target;
  }

  /// The factor with the smallest squared error.
  [[nodiscard]] double best_factor(double scale) const {
    // Search over the logarithm of the factor. For a random network the best factor may be zero, so the range is
    // bounded. The error need not be unimodal, so a coarse grid comes first and a ternary search refines its minimum.
    constexpr double kLargestPower = 6;
    constexpr double kCoarseStep = 0.25;
    constexpr double kFineStep = 1e-6;
    const std::vector<std::pair<int, ValueCell>> met = used();
    const auto error_at = [&](double power) { return squared_error(met, scale * std::exp2(power)); };
    double best = 0;
    double least = error_at(best);
    for (double power = -kLargestPower; power <= kLargestPower; power += kCoarseStep) {
      const double error = error_at(power);
      if (error >= least) continue;
      best = power;
      least = error;
    }
    double low = best - kCoarseStep;
    double high = best + kCoarseStep;
    while (high - low > kFineStep) {
      const double third = (high - low) / 3;
      if (error_at(low + third) < error_at(high - third))
        high -= third;
      else
        low += third;
    }
    return std::exp2((low + high) / 2);
  }

 private:
  static constexpr int kLargest = eval::kMate.value();

  [[nodiscard]] std::vector<std::pair<int, ValueCell>> used() const {
    std::vector<std::pair<int, ValueCell>> result;
    for (std::size_t i = 0; i < cells_.size(); ++i)
      if (cells_[i].positions > 0) result.emplace_back(static_cast<int>(i) - kLargest, cells_[i]);
    return result;
  }
  [[nodiscard]] static double squared_error(const std::vector<std::pair<int, ValueCell>>& cells, double scale) {
    const eval::ResultCurve curve(scale);
    double sum = 0;
    for (const auto& [value, cell] : cells) {
      const double expected = curve.expected(value);
      sum += cell.target_squares - 2 * expected * cell.target_sum + expected * expected * cell.positions;
    }
    return sum;
  }

  std::vector<ValueCell> cells_ = std::vector<ValueCell>(2 * kLargest + 1);
};

/// The mean of a value over positions, clustered by game: each game's deviation from the mean is one observation (the
/// standard error of a ratio estimator).
class GameMean {
 public:
  void add(double sum, double positions) {
    sum_ += sum;
    squares_ += sum * sum;
    cross_ += sum * positions;
    positions_ += positions;
    positions_squared_ += positions * positions;
    ++games_;
  }
  [[nodiscard]] JudgedMean get() const {
    const double mean = sum_ / positions_;
    const double deviations = squares_ - 2 * mean * cross_ + mean * mean * positions_squared_;
    return {mean, std::sqrt(std::max(deviations, 0.0) * games_ / (games_ - 1)) / positions_};
  }

 private:
  double sum_ = 0;
  double squares_ = 0;
  double cross_ = 0;
  double positions_ = 0;
  double positions_squared_ = 0;
  double games_ = 0;
};

/// By evaluation, then target.
using JudgeCurves = std::vector<std::array<eval::ResultCurve, kJudgeTargets>>;

class Judge {
 public:
  Judge(const std::vector<std::shared_ptr<const nnue::Network>>& networks, const JudgeOptions& options)
      : networks_(networks), filter_(options.filter), curve_(options.scale), workers_(options.threads) {
    filter_.skip_unscored = true;
  }

  using OnGame = std::function<void(const JudgedGame&)>;

  /// Evaluates the first `most` games of the files and passes them to `on_game` in order. With `curves`, also sums
  /// their errors.
  [[nodiscard]] base::Expected<void> pass(const std::vector<std::string>& paths, std::uint64_t most,
                                          const JudgeCurves* curves, const base::DiagnosticHandler& diagnose,
                                          const OnGame& on_game) {
    std::vector<JudgedGame> wave;
    std::size_t plies = 0;
    const auto finish_wave = [&] {
      workers_.run(wave.size(), [&](std::size_t number) { evaluate(wave[number], curves); });
      for (const JudgedGame& game : wave) on_game(game);
      wave.clear();
      plies = 0;
    };
    std::uint64_t games = 0;
    auto read = games::for_each_game(
        paths,
        [&](const games::GameRecord& record, const std::string& file, std::uint64_t number) {
          if (games++ == most) return false;
          JudgedGame& game = wave.emplace_back();
          game.record = record;
          game.file = file;
          game.number = number;
          plies += record.plies.size() + 1;
          if (plies >= kWavePlies) finish_wave();
          return true;
        },
        games::faults_to(diagnose));
    if (read) finish_wave();
    return read;
  }

 private:
  using Evaluators = std::vector<eval::Evaluator>;

  /// Evaluators for one thread, reused from game to game.
  [[nodiscard]] Evaluators take_evaluators() {
    {
      const std::scoped_lock lock(mutex_);
      if (!idle_.empty()) {
        Evaluators evaluators = std::move(idle_.back());
        idle_.pop_back();
        return evaluators;
      }
    }
    Evaluators evaluators;
    for (const auto& network : networks_) evaluators.emplace_back(network);
    return evaluators;
  }
  void give_back(Evaluators evaluators) {
    const std::scoped_lock lock(mutex_);
    idle_.push_back(std::move(evaluators));
  }

  void evaluate(JudgedGame& game, const JudgeCurves* curves) {
    Evaluators evaluators = take_evaluators();
    const auto visited =
        games::visit_positions(game.record, filter_, game.counts, [&](const games::TrainingPosition& seen) {
          const bool white = seen.position.side_to_move() == chess::Color::White;
          const double result = games::half_points(seen.result) / 2.0;
          const double scored = curve_.expected(seen.score.value());
          game.targets.push_back({white ? result : 1 - result, white ? scored : 1 - scored});
          for (eval::Evaluator& evaluator : evaluators) {
            evaluator.follow(seen.position);
            game.values.push_back(evaluator.evaluate(seen.position).value());
          }
          return true;
        });
    give_back(std::move(evaluators));
    if (!visited) game.fault = visited.error();
    if (curves != nullptr) sum_errors(game, *curves);
  }

  void sum_errors(JudgedGame& game, const JudgeCurves& curves) const {
    game.errors.assign(networks_.size(), {});
    std::size_t at = 0;
    for (const auto& targets : game.targets)
      for (std::size_t network = 0; network < networks_.size(); ++network, ++at)
        for (std::size_t target = 0; target < kJudgeTargets; ++target) {
          const double off = curves[network][target].expected(game.values[at]) - targets[target];
          game.errors[network][target] += off * off;
        }
  }

  const std::vector<std::shared_ptr<const nnue::Network>>& networks_;
  games::PositionFilter filter_;
  eval::ResultCurve curve_;
  base::BlockWorkers workers_;
  std::mutex mutex_;
  std::vector<Evaluators> idle_;  // guarded by the mutex
};

/// An error if a file cannot be read a second time.
[[nodiscard]] std::optional<base::Error> find_unrepeatable(const std::vector<std::string>& paths) {
  for (const std::string& path : paths) {
    std::error_code ignored;
    if (path == "-" || (std::filesystem::exists(path, ignored) && !std::filesystem::is_regular_file(path, ignored)))
      return base::Error{path + ": games are read twice, so they must be in a regular file"};
  }
  return std::nullopt;
}

[[nodiscard]] base::Error too_few(const JudgeReport& report) {
  std::string text =
      base::format("usable positions from at least two games are needed, found in {}: {} games with {} positions",
                   report.games, report.counts.games, report.counts.positions);
  for (std::size_t i = 0; i < games::kSkipReasonCount; ++i)
    if (report.counts.skipped[i] > 0)
      base::append_format(text, ", {} left out ({})", report.counts.skipped[i],
                          name_of(static_cast<games::SkipReason>(i)));
  return {text};
}

}  // namespace

base::Expected<JudgeReport> judge_networks(const std::vector<std::string>& paths,
                                           const std::vector<std::shared_ptr<const nnue::Network>>& networks,
                                           const JudgeOptions& options, const base::DiagnosticHandler& diagnose) {
  if (auto fault = find_unrepeatable(paths)) return tl::unexpected(*std::move(fault));
  Judge judge(networks, options);
  JudgeReport report;

  std::vector<std::array<ValueCells, kJudgeTargets>> cells(networks.size());
  const auto count = [&](const JudgedGame& game) {
    report.counts += game.counts;
    if (!game.targets.empty()) ++report.games;
    if (game.fault && diagnose) diagnose(games::in_game(game.file, game.number, game.fault->message));
    std::size_t at = 0;
    for (const auto& targets : game.targets)
      for (std::size_t network = 0; network < networks.size(); ++network, ++at)
        for (std::size_t target = 0; target < kJudgeTargets; ++target)
          cells[network][target].add(game.values[at], targets[target]);
  };
  if (auto passed = judge.pass(paths, UINT64_MAX, nullptr, diagnose, count); !passed)
    return tl::unexpected(passed.error());
  if (report.games < 2) return tl::unexpected(too_few(report));

  JudgeCurves curves;
  report.evaluations.resize(networks.size());
  for (std::size_t network = 0; network < networks.size(); ++network) {
    JudgedEvaluation& evaluation = report.evaluations[network];
    evaluation.results.factor = cells[network][kAgainstResults].best_factor(options.scale);
    evaluation.scores.factor = cells[network][kAgainstScores].best_factor(options.scale);
    curves.push_back({eval::ResultCurve(options.scale * evaluation.results.factor),
                      eval::ResultCurve(options.scale * evaluation.scores.factor)});
  }

  struct Means {
    GameMean error;
    GameMean difference;
  };
  std::vector<std::array<Means, kJudgeTargets>> means(networks.size());
  const auto sum = [&](const JudgedGame& game) {
    const auto positions = static_cast<double>(game.targets.size());
    if (game.targets.empty()) return;
    for (std::size_t network = 0; network < networks.size(); ++network)
      for (std::size_t target = 0; target < kJudgeTargets; ++target) {
        means[network][target].error.add(game.errors[network][target], positions);
        means[network][target].difference.add(game.errors[network][target] - game.errors[0][target], positions);
      }
  };
  // Stop at the same game: self-play may still be appending.
  if (auto passed = judge.pass(paths, report.counts.games, &curves, {}, sum); !passed)
    return tl::unexpected(passed.error());
  for (std::size_t network = 0; network < networks.size(); ++network) {
    JudgedEvaluation& evaluation = report.evaluations[network];
    for (std::size_t target = 0; target < kJudgeTargets; ++target) {
      JudgedError& judged = target == kAgainstResults ? evaluation.results : evaluation.scores;
      judged.error = means[network][target].error.get();
      judged.difference = means[network][target].difference.get();
    }
  }
  return report;
}

}  // namespace zugwerk::learning
