// eval/wdl.cpp

#include "eval/wdl.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace zugwerk::eval {

namespace {

constexpr int kMostMaterial = 78;
// Centipawns with no material, and more per unit of material.
constexpr double kMiddle = 90;
constexpr double kMiddlePerMaterial = 0.9;
constexpr double kWidth = 36;
constexpr double kWidthPerMaterial = 0.5;

int win_chance(double score, double material) {
  const double middle = kMiddle + kMiddlePerMaterial * material;
  const double width = kWidth + kWidthPerMaterial * material;
  return static_cast<int>(std::lround(1000 / (1 + std::exp((middle - score) / width))));
}

}  // namespace

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
  const int counted = std::clamp(material, 0, kMostMaterial);
  const int win = win_chance(score.value(), counted);
  const int loss = win_chance(-score.value(), counted);
  return {.win = win, .draw = 1000 - win - loss, .loss = loss};
}

}  // namespace zugwerk::eval
