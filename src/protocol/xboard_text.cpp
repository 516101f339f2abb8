#include "protocol/xboard_text.h"

#include <algorithm>
#include <limits>

#include "base/format.h"
#include "base/text.h"
#include "chess/notation/coordinate.h"
#include "chess/notation/san.h"
#include "eval/wdl.h"
#include "protocol/numbers.h"

namespace zugwerk::protocol {

using namespace chess;
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
    // Nodes as time: an even share of what is left, or all of a fixed time.
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
  limits.clocks[index(us)] = {own, settings.increment};
  limits.clocks[index(~us)] = {opponents, settings.increment};
  if (moves_left > 0) limits.moves_to_go = moves_left;
  return limits;
}

std::pair<std::string, std::string> parse_xboard_option(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) return {std::string(base::trim(text)), ""};
  return {std::string(base::trim(text.substr(0, equals))), std::string(base::trim(text.substr(equals + 1)))};
}

std::string to_feature(const engine::Option& option) {
  using engine::OptionType;
  std::string text = "feature option=\"" + option.name;
  const auto& initial = option.initial;
  switch (option.type) {
    case OptionType::Spin:
      base::append_format(text, " -spin {} {} {}", initial.number, option.least, option.most);
      break;
    case OptionType::Check:
      text += std::string(" -check ") + (initial.on ? '1' : '0');
      break;
    case OptionType::Combo:
      text += " -combo ";
      for (std::size_t i = 0; i < option.choices.size(); ++i)
        text += (i > 0 ? " /// " : "") + std::string(option.choices[i] == initial.text ? "*" : "") + option.choices[i];
      break;
    case OptionType::Text:
      text += " -string " + initial.text;
      break;
    case OptionType::File:
      text += " -file " + initial.text;
      break;
    case OptionType::Button:
      text += " -button";
      break;
  }
  return text + '"';
}

std::string to_error_line(std::string_view why, std::string_view line) {
  return "Error (" + std::string(why) + "): " + base::printable(line);
}

std::string to_xboard_move(Move move, Variant variant) {
  if (variant == Variant::Chess960 && move.is_castling()) return move.to() > move.from() ? "O-O" : "O-O-O";
  return to_coordinates(move, Variant::Standard);
}

std::string to_thinking_line(const search::LineReport& report, Position root) {
  constexpr int kMates = 100'000;
  const int score = report.score.is_mate() ? (report.score.value() > 0 ? kMates : -kMates) + report.score.mate_in()
                                           : eval::shown_centipawns(report.score, eval::material_count(root));
  constexpr int kCentisecond = 10;
  std::string text =
      base::format("{} {} {} {}", report.depth, score, report.elapsed.count() / kCentisecond, report.nodes);
  for (const Move move : report.moves) {
    text += ' ';
    append_san_and_make(text, root, move);
  }
  if (report.bound == search::Bound::Lower) text += '!';
  if (report.bound == search::Bound::Upper) text += '?';
  return text;
}

std::string to_result_line(const GameEnd& end) { return base::format("{} {{{}}}", result_text(end), to_string(end)); }

}  // namespace zugwerk::protocol
