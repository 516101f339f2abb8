// eval/wdl.cpp

#include "eval/wdl.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace zugwerk::eval {

namespace {

[[nodiscard]] double middle_of(const WdlModel& model, int material) {
  return model.middle + model.middle_per_material * std::clamp(material, 0, kMostWdlMaterial);
}

[[nodiscard]] int per_mille(double chance) { return static_cast<int>(std::lround(1000 * chance)); }

}  // namespace

double win_chance(const WdlModel& model, double score, int material) {
  const double width = model.width + model.width_per_material * std::clamp(material, 0, kMostWdlMaterial);
  return 1 / (1 + std::exp((middle_of(model, material) - score) / width));
}

int material_count(const chess::Position& position) {
  constexpr std::array<int, chess::kPieceTypeCount> kWorth{1, 3, 3, 5, 9, 0};
  int sum = 0;
  for (const chess::PieceType type : chess::kPieceTypes)
    sum += kWorth[index(type)] * chess::popcount(position.pieces(type));
  return sum;
}

Wdl wdl_of(Score score, int material) {
  if (score.is_win()) return {.win = 1000, .draw = 0, .loss = 0};
  if (score.is_loss()) return {.win = 0, .draw = 0, .loss = 1000};
  const int win = per_mille(win_chance(kWdlModel, score.value(), material));
  const int loss = per_mille(win_chance(kWdlModel, -score.value(), material));
  return {.win = win, .draw = 1000 - win - loss, .loss = loss};
}

int shown_centipawns(Score score, int material) {
  if (score.is_decisive()) return score.value();
  return static_cast<int>(std::lround(100 * score.value() / middle_of(kWdlModel, material)));
}

}  // namespace zugwerk::eval
