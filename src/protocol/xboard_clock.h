// protocol/xboard_clock.h
//
// XBoard's time controls: the commands that set clocks and limits, and the search limits that follow from them.

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/error.h"
#include "chess/piece.h"
#include "search/limits.h"

namespace zugwerk::protocol {

/// A time control (moves per period, base time and increment, or a fixed time per move), plus depth and node limits.
struct ClockSettings {
  static constexpr search::Milliseconds kDefaultBase{300'000};

  int moves = 0;  // per period; 0: the base is for the whole game
  search::Milliseconds base = kDefaultBase;
  search::Milliseconds increment{0};
  std::optional<search::Milliseconds> per_move;  // replaces the clock if set
  std::optional<int> depth;
  std::uint64_t nodes_per_second = 0;  // measures time in nodes; 0: in real time
};

/// The arguments of `level`: "40 5 0", "0 2:30 12", "40 0.5 0.1". A negative time means that the clock has run out.
[[nodiscard]] base::Expected<ClockSettings> parse_level(std::string_view text);

/// The search limits for a move by `us`, given the time left and the moves that side has made since the start of the
/// game.
[[nodiscard]] search::Limits limits_of(const ClockSettings& settings, chess::Color us, search::Milliseconds own,
                                       search::Milliseconds opponents, int moves_made);

/// The clocks of a game, as reported by the client or, failing that, as counted here.
class XboardClock {
 public:
  /// Handles `level`, `st`, `sd`, `nps`, `time` and `otim`; false for any other command. Errors name what was expected.
  [[nodiscard]] base::Expected<bool> obey(std::string_view command, std::string_view rest);

  /// A new game: full clocks and no depth limit.
  void reset();

  /// The search limits for a move by `us` after `moves_made` own moves.
  [[nodiscard]] search::Limits limits(chess::Color us, int moves_made) const;

  /// Deducts the time of our move, for clients that do not send `time` before every move. `moves_made` includes this
  /// move.
  void spend(search::Milliseconds time, int moves_made);

 private:
  ClockSettings settings_;
  search::Milliseconds own_left_ = ClockSettings::kDefaultBase;
  search::Milliseconds opponent_left_ = ClockSettings::kDefaultBase;
};

}  // namespace zugwerk::protocol
