// chess/game.h
//
// A game: a starting position, the moves made from it, and whether and why it is over by the rules of the board.
// Clocks, resignations and draw offers are handled elsewhere (engine/etiquette.h).

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "chess/position.h"

namespace zugwerk::chess {

enum class EndReason {
  Checkmate,
  Stalemate,
  InsufficientMaterial,
  DeadPosition,         // blocked for good
  FivefoldRepetition,   // ends the game by itself
  SeventyFiveMoveRule,  // ends the game by itself
  ThreefoldRepetition,  // ends the game when claimed
  FiftyMoveRule,        // ends the game when claimed
};

struct GameEnd {
  EndReason reason;
  std::optional<Color> winner;  // none: a draw
  bool operator==(const GameEnd&) const = default;
};

/// "1-0", "0-1" or "1/2-1/2".
[[nodiscard]] std::string_view result_text(const GameEnd& end);

/// The reason in words: "White mates", "draw by threefold repetition".
[[nodiscard]] std::string to_string(const GameEnd& end);

/// How the game stands if it has ended by itself: mate, stalemate, a dead position, fivefold repetition, 75 moves.
[[nodiscard]] std::optional<GameEnd> find_end(const Position& position);

/// The draw that the side to move may claim: threefold repetition or fifty moves.
[[nodiscard]] std::optional<GameEnd> find_claimable_draw(const Position& position);

class Game {
 public:
  /// A game from the standard starting position, or from a given one whose own history is forgotten.
  Game() = default;
  explicit Game(Position start);

  [[nodiscard]] const Position& start() const { return start_; }
  [[nodiscard]] const Position& position() const { return position_; }
  [[nodiscard]] const std::vector<Move>& moves() const { return moves_; }

  /// Plays a legal move; an illegal one is refused and nothing changes.
  base::Expected<void> play(Move move);

  /// Takes the last move back; false if there is none.
  bool take_back();

  [[nodiscard]] std::optional<GameEnd> end() const { return find_end(position_); }
  [[nodiscard]] std::optional<GameEnd> claimable_draw() const { return find_claimable_draw(position_); }

 private:
  Position start_;
  Position position_;
  std::vector<Move> moves_;
};

}  // namespace zugwerk::chess
