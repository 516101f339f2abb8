#include "engine/game_clock.h"

#include <algorithm>

namespace zugwerk::engine {

GameClock::GameClock(const TimeControl& control, base::Milliseconds margin)
    : control_(control), margin_(margin), left_(control.time) {}

base::Milliseconds GameClock::left_to_tell() const {
  return std::max(std::chrono::duration_cast<base::Milliseconds>(left_), base::Milliseconds(1));
}

std::optional<int> GameClock::moves_to_go() const {
  if (control_.moves == 0) return std::nullopt;
  return control_.moves - moves_made_ % control_.moves;
}

bool GameClock::spend(Duration elapsed) {
  left_ -= std::max(elapsed, Duration(0));
  if (left_ < -Duration(margin_)) return false;
  left_ = std::max(left_, Duration(0)) + control_.increment;
  ++moves_made_;
  if (control_.moves > 0 && moves_made_ % control_.moves == 0) left_ += control_.time;
  return true;
}

}  // namespace zugwerk::engine
