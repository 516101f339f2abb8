#include "eval/result_curve.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace zugwerk::eval {

namespace {

constexpr double kOddsOfTen = 400;  // centipawns, before scaling; the unit of Elo

}  // namespace

ResultCurve::ResultCurve(double scale) : factor_(scale * std::numbers::ln10 / kOddsOfTen) {}

double ResultCurve::expected(double centipawns) const { return 1 / (1 + std::exp(-factor_ * centipawns)); }

double ResultCurve::centipawns(double expected) const {
  constexpr double kNearlyCertain = 1e-9;
  const double uncertain = std::clamp(expected, kNearlyCertain, 1 - kNearlyCertain);
  return std::log(uncertain / (1 - uncertain)) / factor_;
}

}  // namespace zugwerk::eval
