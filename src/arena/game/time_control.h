// arena/game/time_control.h
//
// How long the players of a match may think, and the clock of one of them. Time that has passed is told to it; reading
// real clocks is for whoever runs the game.

#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "arena/process/process.h"
#include "base/error.h"

namespace zugwerk::arena {

struct TimeControl {
  int moves = 0;  // for which the time is given, again and again; 0: for the whole game
  Milliseconds time{0};
  Milliseconds increment{0};  // after each move

  bool operator==(const TimeControl&) const = default;
};

/// In seconds: "1.5", "60".
[[nodiscard]] std::string seconds_text(Milliseconds time);

/// "40/60+0.6": moves, seconds, seconds per move. Moves and increment may be missing.
[[nodiscard]] base::Expected<TimeControl> parse_time_control(std::string_view text);

/// What parse_time_control reads back.
[[nodiscard]] std::string to_string(const TimeControl& control);

/// What one player may use. All that are set hold at once.
struct PlayLimits {
  std::optional<TimeControl> clock;
  std::optional<Milliseconds> move_time;
  std::optional<std::uint64_t> nodes;
  std::optional<int> depth;

  [[nodiscard]] bool any() const { return clock || move_time || nodes || depth; }
  bool operator==(const PlayLimits&) const = default;
};

/// For people and for the TimeControl tag of a game: "10+0.1", "movetime 0.1", "nodes 500, depth 8".
[[nodiscard]] std::string to_string(const PlayLimits& limits);

/// What is left to one player in one game.
class GameClock {
 public:
  using Duration = std::chrono::microseconds;

  /// Time may be exceeded by `margin` without a loss: what the way of a move from engine to referee may cost.
  GameClock(const TimeControl& control, Milliseconds margin);

  /// What the player may still use until the flag falls, margin aside.
  [[nodiscard]] Duration left() const { return left_; }
  /// What to tell an engine: whole milliseconds, at least one.
  [[nodiscard]] Milliseconds left_to_tell() const;
  /// Until the next time is given; nothing if it was given for the whole game.
  [[nodiscard]] std::optional<int> moves_to_go() const;

  /// A move was made after this time. False if that was too late.
  [[nodiscard]] bool spend(Duration elapsed);

 private:
  TimeControl control_;
  Milliseconds margin_;
  Duration left_;
  int moves_made_ = 0;
};

}  // namespace zugwerk::arena
