#include "arena/statistics/elo.h"

#include <cmath>

namespace zugwerk::arena {

namespace {

constexpr double kPointsPerDecade = 400.0;

}  // namespace

double elo_of_score(double score) { return -kPointsPerDecade * std::log10(1.0 / score - 1.0); }

double score_of_elo(double elo) { return 1.0 / (1.0 + std::pow(10.0, -elo / kPointsPerDecade)); }

}  // namespace zugwerk::arena
