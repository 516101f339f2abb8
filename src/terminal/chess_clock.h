// terminal/chess_clock.h
//
// The chess clock of a game at the prompt: the same time and increment for both sides, one engine::GameClock each.

#pragma once

#include <array>
#include <chrono>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "base/error.h"
#include "chess/piece.h"
#include "engine/game_clock.h"

namespace zugwerk::terminal {

/// "5+3": minutes plus seconds per move; also "0.5+0" and "5".
[[nodiscard]] base::Expected<engine::TimeControl> parse_clock_setting(std::string_view text);

class ChessClock {
 public:
  explicit ChessClock(const engine::TimeControl& control);

  /// The time left for `color`; never negative.
  [[nodiscard]] base::Milliseconds left(chess::Color color) const;
  [[nodiscard]] base::Milliseconds increment() const { return sides_.front().increment(); }

  /// Subtracts the time of a turn and adds the increment. Returns false, without the increment, if the time ran out.
  [[nodiscard]] bool spend(chess::Color color, base::Milliseconds time);

  /// "4:58 / 5:00", White's first.
  [[nodiscard]] std::string text() const;

 private:
  std::array<engine::GameClock, chess::kColorCount> sides_;
};

}  // namespace zugwerk::terminal
