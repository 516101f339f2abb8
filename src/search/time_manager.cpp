#include "search/time_manager.h"

#include <algorithm>

#include "search/params.h"

namespace zugwerk::search {

void TimeManager::start(const Limits& limits, chess::Color us, Milliseconds overhead) {
  started_ = Clock::now();
  soft_.reset();
  hard_.reset();
  // Whatever happens, a move is made: a budget is never below this.
  constexpr Milliseconds kLeast{1};

  if (limits.move_time) {
    hard_ = std::max(kLeast, *limits.move_time - overhead);
    return;
  }
  const PlayerClock& clock = limits.clocks[chess::index(us)];
  if (!clock.remaining) return;

  const Milliseconds left = std::max(Milliseconds{0}, *clock.remaining - overhead);
  const int moves = limits.moves_to_go ? std::clamp(*limits.moves_to_go, 1, 50) : params::kTimeMovesToGoSudden;
  const auto percent = [](Milliseconds time, int share) { return time * share / 100; };
  const Milliseconds increment = percent(clock.increment, params::kTimeIncrementPercent);

  // The last move before the time control may use nearly everything; otherwise always keep a reserve.
  const Milliseconds most = limits.moves_to_go && *limits.moves_to_go == 1 ? percent(left, 85) : percent(left, 40);
  const Milliseconds share = left / moves + increment;
  soft_ = std::clamp(percent(share, params::kTimeSoftPercent), kLeast, std::max(kLeast, most));
  hard_ = std::clamp(percent(share, params::kTimeHardPercent), kLeast, std::max(kLeast, most));
}

double TimeManager::stretch(const IterationReport& report) {
  using namespace params;
  // A best move that stays the same needs less time; a falling score more; a move that took most nodes less.
  constexpr int kMostStable = 8;
  const double stability = 1.2 - std::min(report.stable_iterations, kMostStable) * kTimeStabilityPercent / 100.0;
  const double drop = 1.0 + std::clamp(report.score_drop / 10.0, -1.0, 4.0) * kTimeScoreDropPercent / 100.0;
  const double share = (kTimeNodeShareBasePercent - report.best_move_share * kTimeNodeShareScalePercent) / 100.0;
  return std::clamp(stability * drop * share, 0.3, 3.0);
}

bool TimeManager::should_stop(const IterationReport& report) const {
  if (!soft_) return false;
  return static_cast<double>(elapsed().count()) >= static_cast<double>(soft_->count()) * stretch(report);
}

}  // namespace zugwerk::search
