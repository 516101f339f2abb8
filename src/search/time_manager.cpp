#include "search/time_manager.h"

#include <algorithm>
#include <utility>

#include "search/params.h"

namespace zugwerk::search {

namespace {

/// Delays up to this are normal; the overhead covers them.
constexpr Milliseconds kNormalDelay{5};
/// What each move may lose on its way to the client and by rounding: some clocks count hundredths of a second only.
constexpr Milliseconds kNormalLoss{10};
/// A larger difference between two clocks is not lateness but another game, a takeback or a clock set by hand.
constexpr Milliseconds kMostLostTime{1000};
/// The reserve covers this many delays as long as the longest recent one. One must be survived with the clock nearly
/// empty, and others may follow before the increments have refilled it.
constexpr int kDelaysInReserve = 4;
constexpr double kLatenessKeptPerMove = 0.99;
/// It also covers the average delay for this many moves. The average is taken over as many.
constexpr int kMovesAhead = 20;
/// This many increments, up to kMostReserve, are kept for a first, unexpected delay. Without an increment the reserve
/// would never be refilled, so there is none.
constexpr int kReserveIncrements = 4;
constexpr Milliseconds kMostReserve{100};
/// The share of the time beyond this reserve that one move may use.
constexpr int kMostBeyondReservePercent = 45;

}  // namespace

void TimeManager::start(const Limits& limits, chess::Color us, const Settings& settings, Clock::time_point now) {
  started_ = now;
  looked_ = now;
  longest_delay_ = Delay{0};
  soft_.reset();
  hard_.reset();
  last_.reset();
  stable_iterations_ = 0;
  score_drop_ = 0;
  us_ = us;
  clock_ = limits.clocks[chess::index(us)];
  last_before_control_ = limits.moves_to_go && *limits.moves_to_go == 1;
  const auto expected = std::exchange(expected_, std::nullopt);
  // A move must be made in any case: no budget is below this.
  constexpr Milliseconds kLeast{1};

  if (limits.move_time) {
    const Milliseconds overhead = std::max(settings.overhead, std::min(lateness(), *limits.move_time / 2));
    hard_ = std::max(kLeast, *limits.move_time - overhead);
    return;
  }
  if (!clock_.remaining) return;
  if (expected && expected->us == us) {
    const Delay lost = expected->remaining - Delay(*clock_.remaining);
    const Delay late = lost - std::max(settings.overhead, kNormalLoss);
    if (late > Delay{0} && lost <= kMostLostTime) {
      lateness_ = std::max(lateness_, late);
      usual_delay_ += late / kMovesAhead;
    }
  }

  const Milliseconds overhead = std::max(settings.overhead, expected_delays());
  const Milliseconds left = std::max(Milliseconds{0}, *clock_.remaining - overhead);
  const int moves = limits.moves_to_go ? std::clamp(*limits.moves_to_go, 1, int{params::kTimeMovesToGoMost})
                                       : params::kTimeMovesToGoSudden;
  const auto percent = [](Milliseconds time, int share) { return time * share / 100; };
  const Milliseconds increment = percent(clock_.increment, params::kTimeIncrementPercent);

  // The last move before the time control may use nearly everything; otherwise keep a reserve.
  const Milliseconds reserve = std::min(kReserveIncrements * clock_.increment, kMostReserve);
  const Milliseconds beyond = percent(std::max(Milliseconds{0}, left - reserve), kMostBeyondReservePercent);
  const Milliseconds most = last_before_control_ ? percent(left, params::kTimeLastMovePercent)
                                                 : std::min(percent(left, params::kTimeMostPercent), beyond);
  const Milliseconds share = left / moves + increment;
  const Milliseconds soft = percent(share, params::kTimeSoftPercent);
  soft_ =
      std::clamp(settings.ponders ? percent(soft, params::kTimePonderPercent) : soft, kLeast, std::max(kLeast, most));
  hard_ = std::clamp(percent(share, params::kTimeHardPercent), kLeast, std::max(kLeast, most));
}

void TimeManager::look(Clock::time_point now) {
  const Delay delay = now - looked_;
  looked_ = now;
  if (delay > kNormalDelay) longest_delay_ = std::max(longest_delay_, delay);
}

void TimeManager::note_answer(std::optional<Clock::time_point> clock_started, Clock::time_point now) {
  if (!hard_) return;
  look(now);
  lateness_ = std::max(lateness_ * kLatenessKeptPerMove, longest_delay_);
  usual_delay_ += (longest_delay_ - usual_delay_) / kMovesAhead;
  if (!clock_started || !clock_.remaining || last_before_control_) return;
  const Delay used = now - *clock_started;
  expected_ = {us_, Delay(*clock_.remaining) - used + Delay(clock_.increment)};
}

Milliseconds TimeManager::expected_delays() const {
  return std::chrono::ceil<Milliseconds>(kDelaysInReserve * lateness_ + kMovesAhead * usual_delay_);
}

Milliseconds TimeManager::lateness() const { return std::chrono::ceil<Milliseconds>(lateness_); }

void TimeManager::note(const IterationSummary& iteration) {
  const bool same = last_ && last_->best == iteration.best;
  stable_iterations_ = same ? stable_iterations_ + 1 : 0;
  // Differences to mate and tablebase scores mean nothing in centipawns.
  const bool comparable = last_ && !last_->score.is_decisive() && !iteration.score.is_decisive();
  score_drop_ = comparable ? last_->score - iteration.score : 0;
  last_ = iteration;
}

double TimeManager::stretch() const {
  using namespace params;
  // Less time for a stable best move or one that took most nodes, more while the score falls.
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
