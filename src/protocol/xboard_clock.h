// protocol/xboard_clock.h
//
// Time as XBoard gives it: what its commands say about clocks and limits, and what a search gets of them.

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/error.h"
#include "chess/piece.h"
#include "search/limits.h"

namespace zugwerk::protocol {

/// How time is given: moves per period and a base with an increment, or a fixed time per move; and limits besides.
struct ClockSettings {
  static constexpr search::Milliseconds kDefaultBase{300'000};

  int moves = 0;  // per period; 0: the base is for the whole game
  search::Milliseconds base = kDefaultBase;
  search::Milliseconds increment{0};
  std::optional<search::Milliseconds> per_move;  // instead of all that
  std::optional<int> depth;
  std::uint64_t nodes_per_second = 0;  // nodes count instead of time; 0: time does
};

/// What follows `level`: "40 5 0", "0 2:30 12", "40 0.5 0.1". A negative time is a clock that has run out.
[[nodiscard]] base::Expected<ClockSettings> parse_level(std::string_view text);

/// The limits of a move by `us` with so much left, `moves_made` by that side since the start of the game.
[[nodiscard]] search::Limits limits_of(const ClockSettings& settings, chess::Color us, search::Milliseconds own,
                                       search::Milliseconds opponents, int moves_made);

/// The clocks of a game, as the client tells them or else as they are counted here.
class XboardClock {
 public:
  /// `level`, `st`, `sd`, `nps`, `time` and `otim`; false for any other command. An error says what was expected.
  [[nodiscard]] base::Expected<bool> obey(std::string_view command, std::string_view rest);

  /// A new game: full clocks, and no limit of depth.
  void reset();

  /// For a move by `us`, after `moves_made` by that side.
  [[nodiscard]] search::Limits limits(chess::Color us, int moves_made) const;

  /// Clients say what is left before every move; this is for those that do not. `moves_made` counts the move.
  void spend(search::Milliseconds time, int moves_made);

 private:
  ClockSettings settings_;
  search::Milliseconds own_left_ = ClockSettings::kDefaultBase;
  search::Milliseconds opponent_left_ = ClockSettings::kDefaultBase;
};

}  // namespace zugwerk::protocol
