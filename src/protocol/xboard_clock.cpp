#include "protocol/xboard_clock.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <utility>

#include "base/text.h"
#include "eval/score.h"
#include "protocol/numbers.h"

namespace zugwerk::protocol {

using chess::Color;
using search::Milliseconds;

namespace {

/// "5": minutes; "2:30": minutes and seconds; either may be fractional.
[[nodiscard]] std::optional<Milliseconds> parse_minutes(std::string_view text) {
  const std::size_t colon = text.find(':');
  const auto minutes = parse_time(text.substr(0, colon), std::chrono::minutes(1));
  if (!minutes || colon == std::string_view::npos) return minutes;
  const auto seconds = parse_time(text.substr(colon + 1), std::chrono::seconds(1));
  if (!seconds) return std::nullopt;
  return text.starts_with('-') ? *minutes - *seconds : *minutes + *seconds;
}

}  // namespace

base::Expected<ClockSettings> parse_level(std::string_view text) {
  const std::string_view moves_text = base::take_word(text);
  const std::string_view base_text = base::take_word(text);
  const std::string_view increment_text = base::take_word(text);
  if (increment_text.empty() || !base::trim(text).empty())
    return base::failure("expected moves, base time and increment");
  ClockSettings settings;
  const auto moves = parse_count(moves_text);
  if (!moves || *moves < 0) return base::failure(base::in_quotes(moves_text) + " is not a number of moves");
  settings.moves = static_cast<int>(std::min<std::int64_t>(*moves, std::numeric_limits<int>::max()));
  const auto base_time = parse_minutes(base_text);
  if (!base_time) return base::failure(base::in_quotes(base_text) + " is not a time in minutes or minutes:seconds");
  settings.base = *base_time;
  const auto increment = parse_time(increment_text, std::chrono::seconds(1));
  if (!increment) return base::failure(base::in_quotes(increment_text) + " is not a number of seconds");
  settings.increment = std::max(*increment, Milliseconds{0});
  return settings;
}

search::Limits limits_of(const ClockSettings& settings, Color us, Milliseconds own, Milliseconds opponents,
                         int moves_made) {
  search::Limits limits;
  limits.depth = settings.depth;
  const int moves_left = settings.moves > 0 ? settings.moves - moves_made % settings.moves : 0;
  if (settings.nodes_per_second > 0) {
    // Time is measured in nodes: an even share of the remaining time, or all of a fixed time per move.
    constexpr int kMovesOfAGame = 40;
    const Milliseconds share =
        settings.per_move
            ? *settings.per_move
            : std::max(own, Milliseconds{0}) / (moves_left > 0 ? moves_left : kMovesOfAGame) + settings.increment;
    const double nodes = static_cast<double>(settings.nodes_per_second) * static_cast<double>(share.count()) / 1000;
    constexpr double kMostNodes = 0x1p62;
    limits.nodes = static_cast<std::uint64_t>(std::clamp(nodes, 1.0, kMostNodes));
    return limits;
  }
  if (settings.per_move) {
    limits.move_time = *settings.per_move;
    return limits;
  }
  limits.clocks[chess::index(us)] = {own, settings.increment};
  limits.clocks[chess::index(~us)] = {opponents, settings.increment};
  if (moves_left > 0) limits.moves_to_go = moves_left;
  return limits;
}

base::Expected<bool> XboardClock::obey(std::string_view command, std::string_view rest) {
  constexpr Milliseconds kCentisecond{10};
  const auto expected_number = [] { return base::failure("expected a number"); };
  if (command == "level") {
    const auto level = parse_level(rest);
    if (!level) return tl::unexpected(level.error());
    const ClockSettings old = std::exchange(settings_, *level);
    settings_.depth = old.depth;
    settings_.nodes_per_second = old.nodes_per_second;
    own_left_ = opponent_left_ = settings_.base;
  } else if (command == "st") {
    const auto time = parse_time(rest, std::chrono::seconds(1));
    if (!time) return expected_number();
    settings_.per_move = *time;
  } else if (command == "sd") {
    const auto depth = parse_count(rest);
    if (!depth) return expected_number();
    // Zero or less lifts the limit.
    settings_.depth.reset();
    if (*depth > 0) settings_.depth = static_cast<int>(std::min<std::int64_t>(*depth, eval::kMaxPly - 1));
  } else if (command == "nps") {
    const auto speed = parse_count(rest);
    if (!speed) return expected_number();
    settings_.nodes_per_second = static_cast<std::uint64_t>(std::max<std::int64_t>(*speed, 0));
  } else if (command == "time" || command == "otim") {
    const auto left = parse_time(rest, kCentisecond);
    if (!left) return expected_number();
    (command == "time" ? own_left_ : opponent_left_) = *left;
  } else {
    return false;
  }
  return true;
}

void XboardClock::reset() {
  settings_.depth.reset();
  own_left_ = opponent_left_ = settings_.base;
}

search::Limits XboardClock::limits(Color us, int moves_made) const {
  return limits_of(settings_, us, own_left_, opponent_left_, moves_made);
}

void XboardClock::spend(Milliseconds time, int moves_made) {
  own_left_ += settings_.increment - time;
  if (settings_.moves > 0 && moves_made % settings_.moves == 0) own_left_ += settings_.base;
}

}  // namespace zugwerk::protocol
