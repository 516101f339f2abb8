#include "protocol/xboard_text.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "base/text.h"
#include "chess/coordinate.h"
#include "chess/san.h"
#include "eval/wdl.h"

namespace zugwerk::protocol {

using namespace chess;
using search::Milliseconds;

namespace {

constexpr double kLongestSeconds = 1e9;

/// "12", "0.5": seconds, not negative.
[[nodiscard]] std::optional<Milliseconds> parse_seconds(std::string_view text) {
  const std::string copy(text);
  char* end = nullptr;
  const double seconds = std::strtod(copy.c_str(), &end);
  if (copy.empty() || end != copy.c_str() + copy.size() || !(seconds >= 0) || seconds > kLongestSeconds)
    return std::nullopt;
  return Milliseconds(std::llround(seconds * 1000));
}

/// "5": minutes; "2:30": minutes and seconds.
[[nodiscard]] std::optional<Milliseconds> parse_minutes(std::string_view text) {
  const std::size_t colon = text.find(':');
  const auto minutes = base::parse_integer<int>(text.substr(0, colon));
  if (!minutes || *minutes < 0) return std::nullopt;
  Milliseconds time = std::chrono::minutes(*minutes);
  if (colon == std::string_view::npos) return time;
  const auto seconds = parse_seconds(text.substr(colon + 1));
  if (!seconds) return std::nullopt;
  return time + *seconds;
}

}  // namespace

base::Expected<ClockSettings> parse_level(std::string_view text) {
  const auto words = base::split_words(text);
  if (words.size() != 3) return base::failure("expected moves, base time and increment");
  ClockSettings settings;
  const auto moves = base::parse_integer<int>(words[0]);
  if (!moves || *moves < 0) return base::failure(base::in_quotes(words[0]) + " is not a number of moves");
  settings.moves = *moves;
  const auto base_time = parse_minutes(words[1]);
  if (!base_time) return base::failure(base::in_quotes(words[1]) + " is not a time in minutes or minutes:seconds");
  settings.base = *base_time;
  const auto increment = parse_seconds(words[2]);
  if (!increment) return base::failure(base::in_quotes(words[2]) + " is not a number of seconds");
  settings.increment = *increment;
  return settings;
}

search::Limits limits_of(const ClockSettings& settings, Color us, Milliseconds own, Milliseconds opponents,
                         int moves_made) {
  search::Limits limits;
  limits.depth = settings.depth;
  const int moves_left = settings.moves > 0 ? settings.moves - moves_made % settings.moves : 0;
  if (settings.nodes_per_second > 0) {
    // Time is counted in nodes: an even share of what is left, or all of a fixed time.
    constexpr int kMovesOfAGame = 40;
    const Milliseconds share =
        settings.per_move
            ? *settings.per_move
            : std::max(own, Milliseconds{0}) / (moves_left > 0 ? moves_left : kMovesOfAGame) + settings.increment;
    limits.nodes = std::max<std::uint64_t>(
        1, settings.nodes_per_second * static_cast<std::uint64_t>(std::max<std::int64_t>(share.count(), 0)) / 1000);
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

std::string to_xboard_move(Move move, Variant variant) {
  if (variant == Variant::Chess960 && move.is_castling()) return move.to() > move.from() ? "O-O" : "O-O-O";
  return to_coordinates(move, Variant::Standard);
}

std::string to_thinking_line(const search::LineReport& report, Position root) {
  constexpr int kMates = 100'000;
  const int score = report.score.is_mate() ? (report.score.value() > 0 ? kMates : -kMates) + report.score.mate_in()
                                           : eval::shown_centipawns(report.score, eval::material_count(root));
  constexpr int kCentisecond = 10;
  std::string text = std::to_string(report.depth) + ' ' + std::to_string(score) + ' ' +
                     std::to_string(report.elapsed.count() / kCentisecond) + ' ' + std::to_string(report.nodes);
  for (const Move move : report.moves) {
    text += ' ';
    append_san_and_make(text, root, move);
  }
  if (report.bound == search::Bound::Lower) text += '!';
  if (report.bound == search::Bound::Upper) text += '?';
  return text;
}

std::string to_result_line(const GameEnd& end) { return std::string(result_text(end)) + " {" + to_string(end) + '}'; }

}  // namespace zugwerk::protocol
