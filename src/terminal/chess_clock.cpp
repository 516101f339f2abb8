#include "terminal/chess_clock.h"

#include <algorithm>
#include <optional>

#include "base/clock.h"
#include "base/decimal.h"
#include "base/format.h"
#include "base/text.h"

namespace zugwerk::terminal {

using base::Milliseconds;

namespace {

constexpr int kSecondsPerMinute = 60;
constexpr double kMillisecondsPerSecond = 1000;

[[nodiscard]] std::string minutes_text(Milliseconds time) {
  const auto seconds = std::chrono::duration_cast<std::chrono::seconds>(time).count();
  const auto rest = seconds % kSecondsPerMinute;
  return base::format("{}:{:02}", seconds / kSecondsPerMinute, rest);
}

/// "0+3" gives 3 seconds for the first move, too.
[[nodiscard]] engine::GameClock one_side(engine::TimeControl control) {
  control.time = std::max(control.time, control.increment);
  return engine::GameClock(control);
}

}  // namespace

base::Expected<engine::TimeControl> parse_clock_setting(std::string_view text) {
  constexpr double kMostMinutes = 600;
  constexpr double kMostIncrement = 600;  // seconds
  const std::size_t plus = text.find('+');
  const auto minutes = base::parse_decimal(text.substr(0, plus));
  const auto seconds = plus == std::string_view::npos ? std::optional(0.0) : base::parse_decimal(text.substr(plus + 1));
  if (!minutes || !seconds || *minutes > kMostMinutes || *seconds > kMostIncrement || *minutes + *seconds == 0)
    return base::failure("clock " + base::in_quotes(text) +
                         ": expected minutes and seconds for every move, such as 5+3, up to 600 each");
  const auto of_seconds = [](double value) { return Milliseconds(static_cast<int>(value * kMillisecondsPerSecond)); };
  return engine::TimeControl{
      .moves = 0, .time = of_seconds(*minutes * kSecondsPerMinute), .increment = of_seconds(*seconds)};
}

ChessClock::ChessClock(const engine::TimeControl& control) : sides_{one_side(control), one_side(control)} {}

Milliseconds ChessClock::left(chess::Color color) const {
  const auto left = std::chrono::duration_cast<Milliseconds>(sides_[chess::index(color)].left());
  return std::max(left, Milliseconds{0});
}

bool ChessClock::spend(chess::Color color, Milliseconds time) { return sides_[chess::index(color)].spend(time); }

std::string ChessClock::text() const {
  return minutes_text(left(chess::Color::White)) + " / " + minutes_text(left(chess::Color::Black));
}

}  // namespace zugwerk::terminal
