#include "arena/statistics/rating.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <limits>
#include <numbers>

#include "arena/statistics/elo.h"

namespace zugwerk::arena {

namespace {

constexpr double kLogOddsPerElo = std::numbers::ln10 / 400.0;

// --- The model of one game -------------------------------------------------------------------------------------------

/// Chances of the first player's win, draw and loss, with their derivatives by the Elo difference and by the logarithm
/// of the drawishness.
struct Chances {
  std::array<double, 3> probability{};
  std::array<double, 3> by_elo{};
  std::array<double, 3> by_drawishness{};
};

/// With y the root of the ratio of wins to losses, weights of win, draw and loss are y^2, v y and 1. The odds of the
/// expected score, (y^2 + v y / 2) / (1 + v y / 2), must be those of the difference: a quadratic equation for y.
[[nodiscard]] Chances chances_of(double difference, double log_drawishness) {
  // Seen from the weaker side, so that the root below has no difference of like numbers.
  if (difference > 0) {
    Chances turned = chances_of(-difference, log_drawishness);
    std::swap(turned.probability[0], turned.probability[2]);
    std::swap(turned.by_elo[0], turned.by_elo[2]);
    std::swap(turned.by_drawishness[0], turned.by_drawishness[2]);
    for (double& derivative : turned.by_elo) derivative = -derivative;
    return turned;
  }
  const double drawishness = std::exp(log_drawishness);
  const double odds = std::exp(difference * kLogOddsPerElo);
  const double linear = drawishness / 2 * (1 - odds);
  // The positive root of y^2 + linear y - odds.
  const double y = 2 * odds / (linear + std::sqrt(linear * linear + 4 * odds));
  const double slope = 2 * y + linear;
  const double y_by_odds = (1 + drawishness / 2 * y) / slope;
  const double y_by_drawishness = -(1 - odds) / 2 * y / slope;

  const std::array<double, 3> weights{y * y, drawishness * y, 1};
  const std::array<double, 3> weights_by_y{2 * y, drawishness, 0};
  const std::array<double, 3> weights_by_drawishness{0, y, 0};
  const double total = weights[0] + weights[1] + weights[2];
  const double total_by_y = weights_by_y[0] + weights_by_y[1];
  Chances chances;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const double probability = weights[i] / total;
    const double by_y = (weights_by_y[i] - probability * total_by_y) / total;
    const double directly_by_drawishness = (weights_by_drawishness[i] - probability * y) / total;
    chances.probability[i] = probability;
    chances.by_elo[i] = by_y * y_by_odds * odds * kLogOddsPerElo;
    chances.by_drawishness[i] = (by_y * y_by_drawishness + directly_by_drawishness) * drawishness;
  }
  return chances;
}

[[nodiscard]] std::array<double, 3> results_of(const GameCounts& games) {
  return {static_cast<double>(games.wins), static_cast<double>(games.draws), static_cast<double>(games.losses)};
}

// --- Who can be rated ------------------------------------------------------------------------------------------------

/// reach[i][j]: i scored against j, or against a player who reaches j. Anchors reach each other.
class Reach {
 public:
  Reach(const std::vector<RatedPlayer>& players, const std::vector<Encounter>& encounters)
      : count_(players.size()), reach_(count_ * count_, false) {
    for (std::size_t i = 0; i < count_; ++i) {
      for (std::size_t j = 0; j < count_; ++j)
        if (i == j || (players[i].anchor && players[j].anchor)) set(i, j);
    }
    for (const Encounter& encounter : encounters) {
      if (encounter.games.wins + encounter.games.draws > 0) set(encounter.first, encounter.second);
      if (encounter.games.losses + encounter.games.draws > 0) set(encounter.second, encounter.first);
    }
    for (std::size_t via = 0; via < count_; ++via)
      for (std::size_t i = 0; i < count_; ++i)
        for (std::size_t j = 0; j < count_; ++j)
          if (get(i, via) && get(via, j)) set(i, j);
  }

  [[nodiscard]] bool get(std::size_t from, std::size_t to) const { return reach_[from * count_ + to]; }

 private:
  void set(std::size_t from, std::size_t to) { reach_[from * count_ + to] = true; }

  std::size_t count_;
  std::vector<bool> reach_;
};

// --- The estimate ----------------------------------------------------------------------------------------------------

/// A symmetric positive definite system, solved by Cholesky's method.
class Matrix {
 public:
  explicit Matrix(std::size_t size) : size_(size), entries_(size * size, 0.0) {}

  [[nodiscard]] double& at(std::size_t row, std::size_t column) { return entries_[row * size_ + column]; }
  [[nodiscard]] double at(std::size_t row, std::size_t column) const { return entries_[row * size_ + column]; }

  /// Replaces the matrix by its lower factor.
  void factorize() {
    for (std::size_t row = 0; row < size_; ++row) {
      for (std::size_t column = 0; column <= row; ++column) {
        double sum = at(row, column);
        for (std::size_t k = 0; k < column; ++k) sum -= at(row, k) * at(column, k);
        at(row, column) = row == column ? std::sqrt(sum) : sum / at(column, column);
      }
    }
  }

  /// The solution for a right side, once factorized.
  [[nodiscard]] std::vector<double> solve(std::vector<double> side) const {
    for (std::size_t row = 0; row < size_; ++row) {
      for (std::size_t k = 0; k < row; ++k) side[row] -= at(row, k) * side[k];
      side[row] /= at(row, row);
    }
    for (std::size_t row = size_; row-- > 0;) {
      for (std::size_t k = row + 1; k < size_; ++k) side[row] -= at(k, row) * side[k];
      side[row] /= at(row, row);
    }
    return side;
  }

 private:
  std::size_t size_;
  std::vector<double> entries_;
};

/// Fits the free ratings and the drawishness by Fisher scoring.
class Fit {
 public:
  /// `rated` marks the players that take part; games with others are left out.
  Fit(const std::vector<RatedPlayer>& players, const std::vector<Encounter>& encounters, const std::vector<bool>& rated)
      : elo_(players.size(), 0.0), parameter_(players.size(), kFixed) {
    for (std::size_t i = 0; i < players.size(); ++i) {
      if (players[i].anchor)
        elo_[i] = *players[i].anchor;
      else if (rated[i])
        parameter_[i] = parameter_count_++;
    }
    drawishness_parameter_ = parameter_count_++;
    for (const Encounter& encounter : encounters)
      if (rated[encounter.first] && rated[encounter.second]) encounters_.push_back(encounter);
    start_near_anchors(players);
  }

  void run() {
    constexpr int kMostRounds = 500;
    constexpr double kPrecision = 1e-9;  // Elo
    constexpr int kMostHalvings = 40;
    double likelihood = log_likelihood();
    for (int round = 0; round < kMostRounds; ++round) {
      const std::vector<double> step = scoring_step();
      const double longest = std::abs(
          *std::max_element(step.begin(), step.end(), [](double a, double b) { return std::abs(a) < std::abs(b); }));
      const std::vector<double> elo_before = elo_;
      const double drawishness_before = log_drawishness_;
      double factor = 1;
      for (int halving = 0; halving < kMostHalvings; ++halving, factor /= 2) {
        elo_ = elo_before;
        for (std::size_t i = 0; i < elo_.size(); ++i)
          if (parameter_[i] != kFixed) elo_[i] += factor * step[parameter_[i]];
        log_drawishness_ = drawishness_before + factor * step[drawishness_parameter_];
        if (const double now = log_likelihood(); now >= likelihood) {
          likelihood = now;
          break;
        }
      }
      if (longest < kPrecision) break;
    }
  }

  [[nodiscard]] double elo(std::size_t player) const { return elo_[player]; }

  [[nodiscard]] std::vector<double> errors() const {
    Matrix information(parameter_count_);
    std::vector<double> unused(parameter_count_, 0.0);
    accumulate(information, unused);
    information.factorize();
    std::vector<double> errors(elo_.size(), 0.0);
    for (std::size_t i = 0; i < elo_.size(); ++i) {
      if (parameter_[i] == kFixed) continue;
      std::vector<double> unit(parameter_count_, 0.0);
      unit[parameter_[i]] = 1;
      errors[i] = kNormalQuantile * std::sqrt(information.solve(unit)[parameter_[i]]);
    }
    return errors;
  }

  [[nodiscard]] double draw_share() const {
    const double drawishness = std::exp(log_drawishness_);
    return drawishness / (2 + drawishness);
  }

 private:
  static constexpr std::size_t kFixed = std::numeric_limits<std::size_t>::max();

  /// One game between equals, half of it drawn: keeps the drawishness finite when all games are draws or none is, and
  /// says nothing about ratings.
  static constexpr std::array<double, 3> kPriorGame{0.25, 0.5, 0.25};

  /// A field far from zero would start with chances that vanish.
  void start_near_anchors(const std::vector<RatedPlayer>& players) {
    double sum = 0;
    double count = 0;
    for (const RatedPlayer& player : players) {
      if (!player.anchor) continue;
      sum += *player.anchor;
      ++count;
    }
    for (std::size_t i = 0; i < elo_.size(); ++i)
      if (parameter_[i] != kFixed) elo_[i] = sum / count;
  }

  [[nodiscard]] Chances chances(const Encounter& encounter) const {
    return chances_of(elo_[encounter.first] - elo_[encounter.second], log_drawishness_);
  }

  [[nodiscard]] double log_likelihood() const {
    double sum = 0;
    const auto add = [&](const Chances& expected, const std::array<double, 3>& counts) {
      for (std::size_t i = 0; i < counts.size(); ++i)
        if (counts[i] > 0) sum += counts[i] * std::log(expected.probability[i]);
    };
    for (const Encounter& encounter : encounters_) add(chances(encounter), results_of(encounter.games));
    add(chances_of(0, log_drawishness_), kPriorGame);
    return sum;
  }

  /// Fisher information and gradient of the log likelihood.
  void accumulate(Matrix& information, std::vector<double>& gradient) const {
    // Each game depends on at most three parameters: two ratings, with opposite signs, and the drawishness.
    const auto add = [&](std::size_t first, std::size_t second, const Chances& expected,
                         const std::array<double, 3>& counts) {
      const double games = counts[0] + counts[1] + counts[2];
      const std::array<std::size_t, 3> parameters{first, second, drawishness_parameter_};
      for (std::size_t outcome = 0; outcome < counts.size(); ++outcome) {
        const double probability = expected.probability[outcome];
        if (probability <= 0) continue;
        const double by_elo = expected.by_elo[outcome];
        const std::array<double, 3> derivatives{by_elo, -by_elo, expected.by_drawishness[outcome]};
        for (std::size_t i = 0; i < parameters.size(); ++i) {
          if (parameters[i] == kFixed) continue;
          gradient[parameters[i]] += counts[outcome] * derivatives[i] / probability;
          for (std::size_t j = 0; j < parameters.size(); ++j)
            if (parameters[j] != kFixed)
              information.at(parameters[i], parameters[j]) += games * derivatives[i] * derivatives[j] / probability;
        }
      }
    };
    for (const Encounter& encounter : encounters_)
      add(parameter_[encounter.first], parameter_[encounter.second], chances(encounter), results_of(encounter.games));
    add(kFixed, kFixed, chances_of(0, log_drawishness_), kPriorGame);
  }

  [[nodiscard]] std::vector<double> scoring_step() const {
    Matrix information(parameter_count_);
    std::vector<double> gradient(parameter_count_, 0.0);
    accumulate(information, gradient);
    information.factorize();
    std::vector<double> step = information.solve(std::move(gradient));
    // Far from the estimate the information says little about how far away it is.
    constexpr double kLongestEloStep = 200;
    constexpr double kLongestDrawishnessStep = 1;
    double factor = 1;
    for (std::size_t i = 0; i < step.size(); ++i) {
      const double limit = i == drawishness_parameter_ ? kLongestDrawishnessStep : kLongestEloStep;
      factor = std::min(factor, limit / std::max(std::abs(step[i]), limit));
    }
    for (double& part : step) part *= factor;
    return step;
  }

  std::vector<double> elo_;
  std::vector<std::size_t> parameter_;  // of each player: its place among the parameters
  std::size_t parameter_count_ = 0;
  std::size_t drawishness_parameter_ = 0;
  double log_drawishness_ = 0;
  std::vector<Encounter> encounters_;
};

void count_games(RatingTable& table, const std::vector<Encounter>& encounters) {
  for (const Encounter& encounter : encounters) {
    const auto [wins, draws, losses] = encounter.games;
    Rating& first = table.ratings[encounter.first];
    Rating& second = table.ratings[encounter.second];
    first.games += wins + draws + losses;
    second.games += wins + draws + losses;
    first.points += static_cast<double>(wins) + static_cast<double>(draws) / 2;
    second.points += static_cast<double>(losses) + static_cast<double>(draws) / 2;
  }
}

}  // namespace

RatingTable rate(const std::vector<RatedPlayer>& players, const std::vector<Encounter>& encounters) {
  RatingTable table;
  table.ratings.resize(players.size());
  if (players.empty()) return table;
  std::vector<RatedPlayer> anchored = players;
  const auto is_anchored = [](const RatedPlayer& player) { return player.anchor.has_value(); };
  if (std::none_of(players.begin(), players.end(), is_anchored)) anchored.front().anchor = 0;
  const auto anchor = static_cast<std::size_t>(
      std::distance(anchored.begin(), std::find_if(anchored.begin(), anchored.end(), is_anchored)));

  const Reach reach(anchored, encounters);
  std::vector<bool> rated(players.size());
  for (std::size_t i = 0; i < players.size(); ++i) rated[i] = reach.get(i, anchor) && reach.get(anchor, i);
  Fit fit(anchored, encounters, rated);
  fit.run();
  const std::vector<double> errors = fit.errors();
  for (std::size_t i = 0; i < players.size(); ++i) {
    Rating& rating = table.ratings[i];
    if (rated[i]) {
      rating.elo = fit.elo(i);
      rating.error = errors[i];
    } else {
      const bool above = reach.get(i, anchor);
      const bool below = reach.get(anchor, i);
      rating.elo = above ? kInfiniteElo : (below ? -kInfiniteElo : 0);
      rating.error = kInfiniteElo;
    }
  }
  table.draw_share = fit.draw_share();
  count_games(table, encounters);
  return table;
}

}  // namespace zugwerk::arena
