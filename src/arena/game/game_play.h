// arena/game/game_play.h
//
// One game between two running engines: asks them in turn, keeps their clocks, and lets a referee judge. For starting
// and restarting engines see slot_engines.h, for counting results match.h.

#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "arena/game/referee.h"
#include "arena/game/time_control.h"
#include "arena/openings/openings.h"
#include "arena/uci/uci_client.h"
#include "chess/notation/pgn_game.h"

namespace zugwerk::arena {

/// Faults of engines: first protocol violations, which are only counted, then those that lose the game.
enum class EngineFault {
  IllegalLine,
  NoInfo,
  MoveOutsideLine,
  SurplusBestMove,
  InfoOutOfTurn,
  IllegalMove,
  TimeLoss,
  Crash,
  Hang,
};
inline constexpr std::size_t kEngineFaultKinds = 9;

/// As named in the summary: "illegal lines", "crashes".
[[nodiscard]] std::string_view to_string(EngineFault fault);

using FaultCounts = std::array<std::uint64_t, kEngineFaultKinds>;

struct PlayedMove {
  chess::Move move;
  bool opening = false;  // from the opening, not played by the engines
  std::optional<UciScore> score;
  std::optional<int> depth;
  std::chrono::microseconds time{0};
};

struct PlayedGame {
  chess::Position start;
  std::vector<PlayedMove> moves;
  Verdict verdict;
  std::array<FaultCounts, chess::kColorCount> faults{};
  /// Whether the engine must be restarted before its next game.
  std::array<bool, chess::kColorCount> broken{};
};

struct GameRules {
  AdjudicationRules adjudication;
  /// By how much clocks and move times may be exceeded without a loss.
  Milliseconds time_margin{20};
  /// How long an engine without clock and move time may take for a move before it counts as hung.
  Milliseconds patience{60'000};
  /// How long an engine may take to answer stop before it counts as hung.
  Milliseconds grace{1'000};
  bool ponder = false;
};

struct Player {
  UciClient* engine = nullptr;  // ready for a new game; the caller keeps it
  PlayLimits limits;
};

/// Called for every fault when it happens.
using EngineFaultHandler = std::function<void(chess::Color player, EngineFault kind, const std::string& text)>;

/// Plays to the end. Nothing if the engines' stop flag was raised; they may still be searching then.
[[nodiscard]] std::optional<PlayedGame> play_game(const std::array<Player, chess::kColorCount>& players,
                                                  const Opening& opening, const GameRules& rules,
                                                  const EngineFaultHandler& on_fault);

/// As PGN with a comment on every move of the engines: score, depth and time.
[[nodiscard]] chess::PgnGame to_pgn_game(const PlayedGame& game, chess::Variant variant);

/// The comment of one move: "+0.31/18 1.2s", "-M4/30 0.05s". Scores are the mover's.
[[nodiscard]] std::string move_comment(const PlayedMove& move);

}  // namespace zugwerk::arena
