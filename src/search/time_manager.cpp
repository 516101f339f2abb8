#include "search/time_manager.h"

#include <algorithm>

#include "search/params.h"

namespace zugwerk::search {

void TimeManager::start(const Limits& limits, chess::Color us, const Settings& settings) {
  started_ = Clock::now();
  soft_.reset();
  hard_.reset();
  last_.reset();
  stable_iterations_ = 0;
  score_drop_ = 0;
  // Whatever happens, a move is made: a budget is never below this.
  constexpr Milliseconds kLeast{1};

  if (limits.move_time) {
    hard_ = std::max(kLeast, *limits.move_time - settings.overhead);
    return;
  }
  const PlayerClock& clock = limits.clocks[chess::index(us)];
  if (!clock.remaining) return;

  const Milliseconds left = std::max(Milliseconds{0}, *clock.remaining - settings.overhead);
  const int moves = limits.moves_to_go ? std::clamp(*limits.moves_to_go, 1, int{params::kTimeMovesToGoMost})
                                       : params::kTimeMovesToGoSudden;
  const auto percent = [](Milliseconds time, int share) { return time * share / 100; };
  const Milliseconds increment = percent(clock.increment, params::kTimeIncrementPercent);

  // The last move before the time control may use nearly everything; otherwise always keep a reserve.
  const bool last_before_control = limits.moves_to_go && *limits.moves_to_go == 1;
  const Milliseconds most =
      percent(left, last_before_control ? params::kTimeLastMovePercent : params::kTimeMostPercent);
  const Milliseconds share = left / moves + increment;
  const Milliseconds soft = percent(share, params::kTimeSoftPercent);
  soft_ =
      std::clamp(settings.ponders ? percent(soft, params::kTimePonderPercent) : soft, kLeast, std::max(kLeast, most));
  hard_ = std::clamp(percent(share, params::kTimeHardPercent), kLeast, std::max(kLeast, most));
}

void TimeManager::note(const IterationSummary& iteration) {
  const bool same = last_ && last_->best == iteration.best;
  stable_iterations_ = same ? stable_iterations_ + 1 : 0;
  // Steps to and from a decided result are not worth measuring in centipawns.
  const bool comparable = last_ && !last_->score.is_decisive() && !iteration.score.is_decisive();
  score_drop_ = comparable ? last_->score - iteration.score : 0;
  last_ = iteration;
}

double TimeManager::stretch() const {
  using namespace params;
  // A best move that stays the same needs less time; a falling score more; a move that took most nodes less.
  const double percent = 0.01;
  const double stability =
      (kTimeStabilityBasePercent - std::min<int>(stable_iterations_, kTimeStabilityMost) * kTimeStabilityPercent) *
      percent;
  const double fallen =
      std::clamp(static_cast<double>(score_drop_) / kTimeScoreDropUnit, -1.0, static_cast<double>(kTimeScoreDropMost));
  const double drop = 1.0 + fallen * kTimeScoreDropPercent * percent;
  const double best_move_share = last_ ? last_->best_move_share : 0;
  const double share = (kTimeNodeShareBasePercent - best_move_share * kTimeNodeShareScalePercent) * percent;
  return std::clamp(stability * drop * share, kTimeStretchLeastPercent * percent, kTimeStretchMostPercent * percent);
}

bool TimeManager::should_stop() const {
  if (!soft_) return false;
  return static_cast<double>(elapsed().count()) >= static_cast<double>(soft_->count()) * stretch();
}

}  // namespace zugwerk::search
