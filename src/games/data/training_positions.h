// games/data/training_positions.h
//
// The positions of game files as training data: every game is replayed, and every ply that passes a filter is offered
// with its move, its score and the result. Streams; independent of what is learned.

#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "chess/position.h"
#include "eval/score.h"
#include "games/archive/game_file.h"
#include "games/archive/game_record.h"

namespace zugwerk::games {

/// Which positions are useful. The defaults keep those whose static evaluation can be compared with the score: not in
/// check, with a quiet best move and no proven result.
struct PositionFilter {
  bool skip_in_check = true;
  bool skip_tactical = true;        // the move that was played captures or promotes
  bool skip_decisive = true;        // mates, and tablebase wins
  bool skip_unscored = true;        // no score is known
  int first_ply = 16;               // counted from the start of the game by move number, not from the record's start
  int fewest_pieces = 0;            // kings included
  int largest_halfmove_clock = 99;  // plies without a capture or pawn move
  int largest_score = eval::kMate.value();  // centipawns, for either side; beyond it a position counts as decided

  /// Keeps everything in the files.
  [[nodiscard]] static PositionFilter none() {
    return {false, false, false, false, 0, 0, chess::kLargestHalfmoveClock, eval::kMate.value()};
  }

  bool operator==(const PositionFilter&) const = default;
};

/// Why a position was left out: the first reason, in this order.
enum class SkipReason : std::uint8_t { Early, InCheck, Tactical, Unscored, Decisive, FewPieces, Stale };
inline constexpr std::size_t kSkipReasonCount = 7;
[[nodiscard]] std::string_view name_of(SkipReason reason);

struct PositionCounts {
  std::uint64_t games = 0;
  std::uint64_t broken_games = 0;  // illegal when replayed; the plies before the fault are counted and visited
  std::uint64_t positions = 0;     // offered to the filter
  std::uint64_t kept = 0;
  std::array<std::uint64_t, kSkipReasonCount> skipped{};

  PositionCounts& operator+=(const PositionCounts& more);
  [[nodiscard]] std::uint64_t skipped_for(SkipReason reason) const { return skipped[static_cast<std::size_t>(reason)]; }
};

struct TrainingPosition {
  const chess::Position& position;  // with its history since the record's start; lives until the visitor returns
  chess::Move move;                 // that was played
  eval::Score score;                // White's view
  GameResult result = GameResult::Draw;
  int ply = 0;  // from the start of the game by move number
};

/// False ends the visit.
using PositionVisitor = std::function<bool(const TrainingPosition&)>;

/// Why the filter leaves this position out, or nothing.
[[nodiscard]] std::optional<SkipReason> reason_to_skip(const PositionFilter& filter, const chess::Position& position,
                                                       const PlyRecord& played);

/// Replays one game and visits what the filter keeps. An error names the illegal move. Adds to `counts`. False if the
/// visitor ended it.
[[nodiscard]] base::Expected<bool> visit_positions(const GameRecord& game, const PositionFilter& filter,
                                                   PositionCounts& counts, const PositionVisitor& visit);

/// The same over any number of files, in constant memory. Fails if a file cannot be read at all; torn or damaged places
/// and broken games are diagnostics, and reading continues.
[[nodiscard]] base::Expected<PositionCounts> visit_training_positions(const std::vector<std::string>& paths,
                                                                      const PositionFilter& filter,
                                                                      const PositionVisitor& visit,
                                                                      const base::DiagnosticHandler& report = {});

}  // namespace zugwerk::games
