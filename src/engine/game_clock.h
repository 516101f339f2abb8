// engine/game_clock.h
//
// The chess clock of one player, for matches and for games at the prompt. The caller reads the real time and passes in
// how much has elapsed.

#pragma once

#include <chrono>
#include <optional>

#include "base/clock.h"

namespace zugwerk::engine {

struct TimeControl {
  int moves = 0;  // per period, which repeats; 0: the time is for the whole game
  base::Milliseconds time{0};
  base::Milliseconds increment{0};  // after each move

  bool operator==(const TimeControl&) const = default;
};

class GameClock {
 public:
  using Duration = std::chrono::microseconds;

  /// The flag falls `margin` after the time has run out: the allowance for transport from an engine to the referee.
  explicit GameClock(const TimeControl& control, base::Milliseconds margin = base::Milliseconds(0));

  /// Until the flag falls, without the margin; negative once it has fallen.
  [[nodiscard]] Duration left() const { return left_; }
  /// The time to send to an engine: whole milliseconds, at least one.
  [[nodiscard]] base::Milliseconds left_to_tell() const;
  /// Until the next period; nothing if the time is for the whole game.
  [[nodiscard]] std::optional<int> moves_to_go() const;
  [[nodiscard]] base::Milliseconds increment() const { return control_.increment; }

  /// A move was made after this time. False if the flag fell before.
  [[nodiscard]] bool spend(Duration elapsed);

 private:
  TimeControl control_;
  base::Milliseconds margin_;
  Duration left_;
  int moves_made_ = 0;
};

}  // namespace zugwerk::engine
