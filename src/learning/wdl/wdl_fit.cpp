#include "learning/wdl/wdl_fit.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace zugwerk::learning {

namespace {

constexpr int kScoreStep = 8;
/// Beyond this score the results hardly change.
constexpr int kLargestScore = 2000;
constexpr std::size_t kScoreSteps = 2 * kLargestScore / kScoreStep + 1;
constexpr std::size_t kMaterials = eval::kMostWdlMaterial + 1;

/// Lower bound for the chances of a model, so that one surprising game does not outweigh all others.
constexpr double kLeastChance = 1e-6;

[[nodiscard]] std::array<double, 3> chances(const eval::WdlModel& model, double score, int material) {
  const double win = eval::win_chance(model, score, material);
  const double loss = eval::win_chance(model, -score, material);
  return {loss, 1 - win - loss, win};
}

using ModelEnds = std::array<double, 4>;

/// Widths and centres are fitted by their values at both ends of the range of material: these are positive and of
/// similar size, whereas offset and slope would be correlated.
[[nodiscard]] eval::WdlModel model_of(const ModelEnds& at_ends) {
  constexpr double kRange = eval::kMostWdlMaterial;
  return {.middle = at_ends[0],
          .middle_per_material = (at_ends[1] - at_ends[0]) / kRange,
          .width = at_ends[2],
          .width_per_material = (at_ends[3] - at_ends[2]) / kRange};
}

[[nodiscard]] ModelEnds ends_of(const eval::WdlModel& model) {
  constexpr double kRange = eval::kMostWdlMaterial;
  return {model.middle, model.middle + kRange * model.middle_per_material, model.width,
          model.width + kRange * model.width_per_material};
}

}  // namespace

WdlSample::WdlSample() : cells_(kScoreSteps * kMaterials) {
  for (std::size_t i = 0; i < cells_.size(); ++i) {
    cells_[i].score = static_cast<double>(i % kScoreSteps) * kScoreStep - kLargestScore;
    cells_[i].material = static_cast<int>(i / kScoreSteps);
  }
}

void WdlSample::add(eval::Score score, int material, games::GameResult result) {
  assert(!score.is_decisive());
  const auto cell = [&](int value) -> Cell& {
    const int clamped = std::clamp(value, -kLargestScore, kLargestScore);
    const int step = (clamped + kLargestScore + kScoreStep / 2) / kScoreStep;
    const int row = std::clamp(material, 0, eval::kMostWdlMaterial);
    return cells_[static_cast<std::size_t>(row) * kScoreSteps + static_cast<std::size_t>(step)];
  };
  const auto half = static_cast<std::size_t>(games::half_points(result));
  ++cell(score.value()).results[half];
  ++cell(-score.value()).results[2 - half];
  ++size_;
}

double WdlSample::loss(const eval::WdlModel& model) const {
  double sum = 0;
  for (const Cell& cell : cells_) {
    if (cell.results == std::array<std::uint64_t, 3>{}) continue;
    const auto chance = chances(model, cell.score, cell.material);
    for (std::size_t i = 0; i < chance.size(); ++i)
      sum -= static_cast<double>(cell.results[i]) * std::log(std::max(chance[i], kLeastChance));
  }
  return sum / (2 * static_cast<double>(std::max<std::uint64_t>(size_, 1)));
}

WdlSample::Range WdlSample::compare(const eval::WdlModel& model, int first, int last) const {
  Range range;
  for (const Cell& cell : cells_) {
    if (cell.score < first || cell.score >= last) continue;
    const std::uint64_t count = cell.results[0] + cell.results[1] + cell.results[2];
    const auto chance = chances(model, cell.score, cell.material);
    for (std::size_t i = 0; i < chance.size(); ++i) {
      range.observed[i] += static_cast<double>(cell.results[i]);
      range.predicted[i] += static_cast<double>(count) * chance[i];
    }
    range.positions += count;
  }
  for (std::size_t i = 0; i < range.observed.size() && range.positions > 0; ++i) {
    range.observed[i] /= static_cast<double>(range.positions);
    range.predicted[i] /= static_cast<double>(range.positions);
  }
  return range;
}

eval::WdlModel fit_wdl(const WdlSample& sample, const eval::WdlModel& start) {
  assert(sample.size() > 0);
  // Coordinate descent with adaptive steps: for four numbers of similar size it is as good as anything cleverer, and
  // needs no derivatives.
  constexpr double kFirstStep = 16;
  constexpr double kLastStep = 0.01;
  // Centipawns: a border at infinity, or without any blur, is not a model. Neither is one beyond all scores, to which a
  // few games would drive it for ever smaller gains.
  constexpr double kLeast = 1;
  constexpr double kMost = kLargestScore;
  constexpr double kLeastGain = 1e-12;
  ModelEnds best = ends_of(start);
  for (double& value : best) value = std::clamp(value, kLeast, kMost);
  double best_loss = sample.loss(model_of(best));
  ModelEnds steps;
  steps.fill(kFirstStep);
  while (*std::max_element(steps.begin(), steps.end()) > kLastStep) {
    for (std::size_t i = 0; i < best.size(); ++i) {
      bool moved = false;
      for (const double direction : {1.0, -1.0}) {
        ModelEnds trial = best;
        trial[i] = std::clamp(trial[i] + direction * steps[i], kLeast, kMost);
        const double loss = sample.loss(model_of(trial));
        if (loss > best_loss - kLeastGain) continue;
        best = trial;
        best_loss = loss;
        moved = true;
        break;
      }
      steps[i] *= moved ? 1.5 : 0.5;
    }
  }
  return model_of(best);
}

}  // namespace zugwerk::learning
