// terminal/game_clock.h
//
// A chess clock: the same time for both, with an increment for every move. Runs only while somebody's turn is timed.

#pragma once

#include <array>
#include <chrono>
#include <optional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "chess/piece.h"

namespace zugwerk::terminal {

struct ClockSetting {
  std::chrono::milliseconds base{0};
  std::chrono::milliseconds increment{0};
};

/// "5+3": minutes and seconds for every move; "0.5+0" and "5" too.
[[nodiscard]] base::Expected<ClockSetting> parse_clock_setting(std::string_view text);

class GameClock {
 public:
  explicit GameClock(const ClockSetting& setting);

  /// What `color` has left; never less than nothing.
  [[nodiscard]] std::chrono::milliseconds left(chess::Color color) const { return left_[chess::index(color)]; }
  [[nodiscard]] std::chrono::milliseconds increment() const { return setting_.increment; }

  /// Takes off what a turn took and, if the time was enough, adds the increment. False if it was not.
  [[nodiscard]] bool spend(chess::Color color, std::chrono::milliseconds time);

  /// "4:58 / 5:00", White's first.
  [[nodiscard]] std::string text() const;

 private:
  ClockSetting setting_;
  std::array<std::chrono::milliseconds, chess::kColorCount> left_{};
};

}  // namespace zugwerk::terminal
