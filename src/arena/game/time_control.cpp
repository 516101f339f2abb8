#include "arena/game/time_control.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"

namespace zugwerk::arena {

namespace {

/// Longer than any match, and short enough to count in microseconds.
constexpr std::int64_t kMostSeconds = 10'000'000;

/// Seconds; only three decimals count.
[[nodiscard]] std::optional<Milliseconds> parse_seconds(std::string_view text) {
  const std::size_t dot = text.find('.');
  const std::string_view whole = text.substr(0, dot);
  std::string decimals(dot == std::string_view::npos ? "" : text.substr(dot + 1));
  if (whole.empty() && decimals.empty()) return std::nullopt;
  const auto is_number = [](std::string_view digits) {
    return std::all_of(digits.begin(), digits.end(), base::is_digit);
  };
  if (!is_number(whole) || !is_number(decimals)) return std::nullopt;
  decimals.resize(3, '0');
  const auto seconds = whole.empty() ? std::optional<std::int64_t>(0) : base::parse_integer<std::int64_t>(whole);
  const auto rest = base::parse_integer<std::int64_t>(decimals);
  if (!seconds || !rest || *seconds > kMostSeconds) return std::nullopt;
  return Milliseconds(*seconds * 1000 + *rest);
}

}  // namespace

std::string seconds_text(Milliseconds time) {
  std::string text = std::to_string(time.count() / 1000);
  if (time.count() % 1000 == 0) return text;
  base::append_format(text, ".{:03}", time.count() % 1000);
  while (text.back() == '0') text.pop_back();
  return text;
}

base::Expected<TimeControl> parse_time_control(std::string_view text) {
  const auto wrong = [&](const std::string& why) {
    return base::failure(base::format("time control {}: {}; expected [moves/]seconds[+seconds], as in 40/60+0.6",
                                      base::in_quotes(text), why));
  };
  TimeControl control;
  std::string_view rest = text;
  if (const std::size_t slash = rest.find('/'); slash != std::string_view::npos) {
    const auto moves = base::parse_integer<int>(rest.substr(0, slash));
    if (!moves || *moves < 1) return wrong(base::in_quotes(rest.substr(0, slash)) + " is not a number of moves");
    control.moves = *moves;
    rest.remove_prefix(slash + 1);
  }
  const std::size_t plus = rest.find('+');
  const auto time = parse_seconds(rest.substr(0, plus));
  if (!time) return wrong(base::in_quotes(rest.substr(0, plus)) + " is no time");
  control.time = *time;
  if (plus != std::string_view::npos) {
    const auto increment = parse_seconds(rest.substr(plus + 1));
    if (!increment) return wrong(base::in_quotes(rest.substr(plus + 1)) + " is no time");
    control.increment = *increment;
  }
  if (control.time <= Milliseconds(0)) return wrong("no time at all");
  return control;
}

std::string to_string(const TimeControl& control) {
  std::string text = control.moves > 0 ? base::format("{}/", control.moves) : "";
  text += seconds_text(control.time);
  if (control.increment.count() > 0) text += '+' + seconds_text(control.increment);
  return text;
}

std::string to_string(const PlayLimits& limits) {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : ", ") + part; };
  if (limits.clock) add(to_string(*limits.clock));
  if (limits.move_time) add("movetime " + seconds_text(*limits.move_time));
  if (limits.nodes) add(base::format("nodes {}", *limits.nodes));
  if (limits.depth) add(base::format("depth {}", *limits.depth));
  return text;
}

}  // namespace zugwerk::arena
