#include "terminal/opponent.h"

#include <chrono>

#include "base/clock.h"
#include "base/interrupt.h"

namespace zugwerk::terminal {

Opponent::Opponent()
    : engine_(search::Events{.on_line = [this](const search::LineReport& report) { take(report); },
                             .on_current_move = {},
                             .on_best_move = [this](const search::BestMoveReport& report) { take(report); }}) {}

void Opponent::take(const search::LineReport& report) {
  if (report.line_number != 1 || report.bound != search::Bound::Exact) return;
  const std::scoped_lock lock(mutex_);
  answer_.score = report.score;
  answer_.line = report.moves;
}

void Opponent::take(const search::BestMoveReport& report) {
  const std::scoped_lock lock(mutex_);
  answer_.move = report.best;
  if (answer_.line.empty() || answer_.line.front() != report.best) answer_.line.assign(1, report.best);
  thinking_ = false;
  done_.notify_all();
}

Answer Opponent::think(const chess::Position& position, const search::Limits& limits, std::optional<int> elo) {
  constexpr base::Milliseconds kTick{50};
  const base::InterruptGuard interrupt;
  {
    const std::scoped_lock lock(mutex_);
    answer_ = {};
    thinking_ = true;
  }
  engine_.set_level(elo);
  engine_.set_position(position);
  engine_.go(limits);
  std::unique_lock lock(mutex_);
  while (thinking_) {
    done_.wait_for(lock, kTick);
    if (interrupt.flag()) engine_.stop();
  }
  return answer_;
}

}  // namespace zugwerk::terminal
