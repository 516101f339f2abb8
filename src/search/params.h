// search/params.h
//
// The numbers of the search as named constants, and the small functions that turn them into margins and reductions. In
// a tuning build (-DZUGWERK_TUNE=ON) the numbers are variables that the engine offers as options.

#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <string_view>

namespace zugwerk::search {

namespace params {

#if defined(ZUGWERK_TUNE)
#define ZUGWERK_PARAM(name, value, least, most) inline int name = value;
#else
#define ZUGWERK_PARAM(name, value, least, most) inline constexpr int name = value;
#endif
#include "search/params_list.h"
#undef ZUGWERK_PARAM

#if defined(ZUGWERK_TUNE)
struct Tunable {
  std::string_view name;
  int* value;
  int original;
  int least;
  int most;
};

[[nodiscard]] inline auto tunables() {
#define ZUGWERK_PARAM(name, value, least, most) Tunable{#name, &name, value, least, most},
  return std::array{
#include "search/params_list.h"
  };
#undef ZUGWERK_PARAM
}
#endif

}  // namespace params

/// Never negative: an evaluation below beta must not cause a cutoff.
[[nodiscard]] inline int reverse_futility_margin(int depth, bool improving) {
  return std::max(0, params::kReverseFutilityMargin * depth - (improving ? params::kReverseFutilityImproving : 0));
}

[[nodiscard]] inline int razoring_margin(int depth) {
  return params::kRazoringBase + params::kRazoringPerDepth * depth;
}

[[nodiscard]] inline int null_move_reduction(int depth, int evaluation_above_beta) {
  return params::kNullMoveBase + depth / params::kNullMoveDepthDivisor +
         std::min(evaluation_above_beta / params::kNullMoveEvalDivisor, params::kNullMoveEvalMost);
}

/// How far below beta the static evaluation may be for a null move to be tried.
[[nodiscard]] inline int null_move_leeway(int depth) {
  return params::kNullMoveLeewayPerDepth * depth - params::kNullMoveLeewayOffset;
}

[[nodiscard]] inline int prob_cut_margin(bool improving) {
  return params::kProbCutMargin - (improving ? params::kProbCutImproving : 0);
}

[[nodiscard]] inline int late_move_count(int depth, bool improving) {
  return (params::kLateMovePruningBase + depth * depth) / (improving ? 1 : 2);
}

[[nodiscard]] inline int futility_margin(int depth, int history) {
  return params::kFutilityBase + params::kFutilityPerDepth * depth + history / params::kFutilityHistoryDivisor;
}

[[nodiscard]] inline int history_bonus(int depth) {
  return std::clamp(params::kBonusPerDepth * depth + params::kBonusOffset, 0, params::kBonusMost);
}
[[nodiscard]] inline int history_malus(int depth) {
  return std::clamp(params::kMalusPerDepth * depth + params::kMalusOffset, 0, params::kMalusMost);
}

/// Base reductions in 1024ths of a ply by depth and number of the move.
class ReductionTable {
 public:
  ReductionTable();
  [[nodiscard]] int quiet(int depth, int move_number) const { return at(quiet_, depth, move_number); }
  [[nodiscard]] int capture(int depth, int move_number) const { return at(capture_, depth, move_number); }

 private:
  static constexpr std::size_t kSize = 64;
  using Table = std::array<std::array<int, kSize>, kSize>;
  [[nodiscard]] static int at(const Table& table, int depth, int move_number) {
    const auto bounded = [](int number) { return static_cast<std::size_t>(std::clamp(number, 0, int{kSize} - 1)); };
    return table[bounded(depth)][bounded(move_number)];
  }
  Table quiet_{};
  Table capture_{};
};

}  // namespace zugwerk::search
