#include "review/clock_comments.h"

#include <array>
#include <cmath>
#include <string>

#include "base/decimal.h"
#include "base/text.h"

namespace zugwerk::review {

using chess::PgnGame;
using chess::PgnNodeId;

namespace {

/// Nothing for more seconds than anybody plays.
[[nodiscard]] std::optional<double> parse_seconds(std::string_view text) {
  constexpr double kMost = 1e9;
  const auto seconds = base::parse_decimal(text);
  return seconds && *seconds < kMost ? seconds : std::nullopt;
}

/// What stands behind `name` in a command like [%clk 0:04:58].
[[nodiscard]] std::optional<double> command_value(std::string_view comment, std::string_view name) {
  const std::size_t at = comment.find(name);
  if (at == std::string_view::npos) return std::nullopt;
  std::string_view rest = comment.substr(at + name.size());
  rest = rest.substr(0, rest.find(']'));
  return parse_clock(base::trim(rest));
}

/// The time of a note like "+0.31/18 1.2s".
[[nodiscard]] std::optional<double> match_note_time(std::string_view comment) {
  std::string_view rest = comment;
  const std::string_view score = base::take_word(rest);
  if (score.find('/') == std::string_view::npos) return std::nullopt;
  std::string_view time = base::take_word(rest);
  while (!time.empty() && time.back() == ',') time.remove_suffix(1);
  if (time.size() < 2 || time.back() != 's') return std::nullopt;
  time.remove_suffix(1);
  return parse_seconds(time);
}

}  // namespace

std::optional<double> parse_clock(std::string_view text) {
  constexpr double kSixty = 60;
  double seconds = 0;
  int parts = 0;
  while (true) {
    const std::size_t colon = text.find(':');
    const auto part = parse_seconds(text.substr(0, colon));
    if (!part || ++parts > 3) return std::nullopt;
    seconds = kSixty * seconds + *part;
    if (colon == std::string_view::npos) return seconds;
    text.remove_prefix(colon + 1);
  }
}

TimeControlTag parse_time_control_tag(std::string_view text) {
  TimeControlTag tag;
  text = text.substr(0, text.find(':'));
  if (const std::size_t slash = text.find('/'); slash != std::string_view::npos) text.remove_prefix(slash + 1);
  const std::size_t plus = text.find('+');
  tag.base = parse_seconds(text.substr(0, plus));
  if (tag.base && plus != std::string_view::npos) tag.increment = parse_seconds(text.substr(plus + 1)).value_or(0);
  return tag;
}

std::vector<MoveTime> move_times(const PgnGame& game) {
  const TimeControlTag control = parse_time_control_tag(game.tag("TimeControl").value_or(""));
  std::array<std::optional<double>, 2> left{control.base, control.base};
  std::vector<MoveTime> times;
  std::size_t side = chess::index(game.start().side_to_move());
  for (PgnNodeId id = game.node(PgnNodeId::Root).first_child; id != PgnNodeId::None; id = game.node(id).first_child) {
    MoveTime time;
    for (const std::string& comment : game.node(id).comments) {
      if (const auto clock = command_value(comment, "[%clk ")) time.clock = clock;
      if (const auto spent = command_value(comment, "[%emt ")) time.spent = spent;
      if (!time.spent) time.spent = match_note_time(comment);
    }
    if (time.clock && !time.spent && left[side]) {
      // A clock that gained more than the increment was reset, by a time control for example.
      const double spent = *left[side] + control.increment - *time.clock;
      if (spent >= 0) time.spent = spent;
    }
    left[side] = time.clock;
    side ^= 1U;
    times.push_back(time);
  }
  return times;
}

}  // namespace zugwerk::review
