// games/archive/game_record.h
//
// A finished game in an archive: start, moves with their scores, result and how the game ended. For files of them see
// game_file.h, for their positions as training data training_positions.h.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "chess/game.h"
#include "chess/move.h"
#include "chess/position.h"
#include "eval/score.h"
#include "games/archive/packed_position.h"

namespace zugwerk::games {

/// The values are those of the file format.
enum class GameResult : std::uint8_t { BlackWins = 0, Draw = 1, WhiteWins = 2 };

/// How a game ended. The values are those of the file format.
enum class EndCause : std::uint8_t {
  Unknown = 0,  // for games from elsewhere that do not say
  Checkmate = 1,
  Stalemate = 2,
  InsufficientMaterial = 3,
  DeadPosition = 4,
  Repetition = 5,
  FiftyMoves = 6,
  WinByScore = 7,   // adjudicated: both sides agreed that it is won
  DrawByScore = 8,  // adjudicated: both sides agreed that it is even
  TooLong = 9,      // adjudicated as a draw at the limit of plies
};
inline constexpr std::size_t kEndCauseCount = 10;

/// Half points of White: 0, 1 or 2.
[[nodiscard]] constexpr int half_points(GameResult result) { return static_cast<int>(result); }
/// "1-0", "0-1" or "1/2-1/2".
[[nodiscard]] std::string_view to_string(GameResult result);
[[nodiscard]] std::string_view name_of(EndCause end_cause);
/// The result by the rules of chess, claims included.
[[nodiscard]] EndCause end_cause_of(chess::EndReason reason);
[[nodiscard]] GameResult result_of(const chess::GameEnd& end);

/// A score from the side to move's view as White sees it, and back; kNoScore stays what it is.
[[nodiscard]] constexpr eval::Score as_white_sees_it(eval::Score score, chess::Color side_to_move) {
  return side_to_move == chess::Color::White || score == eval::kNoScore ? score : -score;
}

struct PlyRecord {
  chess::Move move;
  /// White's view; mates count from this position; kNoScore where none is known.
  eval::Score score = eval::kNoScore;

  bool operator==(const PlyRecord&) const = default;
};

struct GameRecord {
  /// Longer games cannot be stored; the rules end every game long before.
  static constexpr std::size_t kMostPlies = 65'535;

  PackedPosition start;
  GameResult result = GameResult::Draw;
  EndCause end_cause = EndCause::Unknown;
  std::vector<PlyRecord> plies;

  bool operator==(const GameRecord&) const = default;
};

/// Called before each move is made with the position and the number of the ply, from 0. False ends the replay early.
using ReplayVisitor = std::function<bool(const chess::Position& before, const PlyRecord& played, std::size_t ply)>;

/// Plays the game through and returns its last position. An error names the ply and the move that is not legal there,
/// or what is wrong with the start.
[[nodiscard]] base::Expected<chess::Position> replay(const GameRecord& game, const ReplayVisitor& visit = {});

}  // namespace zugwerk::games
