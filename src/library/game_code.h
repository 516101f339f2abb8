// library/game_code.h
//
// Games as few bytes, nothing lost: a byte for each move of the main line, and a stream of notes for comments, glyphs
// and variations where there are any. Tags are kept apart (tag_code.h).
//
// A move is its rank among the legal moves in the order of their 16 bits, so the code does not depend on the order in
// which moves are generated.

#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "chess/notation/pgn_game.h"
#include "chess/notation/pgn_reader.h"

namespace zugwerk::library {

/// The number of legal moves with fewer bits than this legal move.
[[nodiscard]] std::uint8_t rank_of(const chess::Position& position, chess::Move move);
/// No move if there are not so many.
[[nodiscard]] chess::Move move_of_rank(const chess::Position& position, std::uint8_t rank);

/// Collects one game from the calls of a reader, from begin_moves() on.
class GameEncoder {
 public:
  void begin(const chess::Position& start);
  void move(const chess::Position& before, chess::Move move);
  void comment(std::string_view text);
  void nag(int nag);
  void begin_variation();
  void end_variation();

  /// True for the moves that follow if they belong to the main line.
  [[nodiscard]] bool in_main_line() const { return depth_ == 0; }
  [[nodiscard]] std::size_t plies() const { return ranks_.size(); }
  /// The code of the game.
  [[nodiscard]] std::string finish(chess::Variant variant);

 private:
  void note(std::uint8_t kind);

  std::string start_;  // a FEN; empty for the usual one
  std::string ranks_;
  std::string notes_;
  std::size_t noted_ = 0;  // moves of the main line before the last note
  std::size_t depth_ = 0;
};

/// Receives a position of the main line and the move made there: no move after the last one. Returns whether to go on.
using PositionVisitor = std::function<bool(const chess::Position& before, chess::Move move)>;

/// Plays through the main line. Fails if the bytes are not a game.
[[nodiscard]] base::Expected<void> replay(std::string_view code, const PositionVisitor& visit);

/// Calls the visitor as a reader would, from begin_moves() to end_game() with the result between; the caller begins the
/// game and reports its tags.
[[nodiscard]] base::Expected<void> decode(std::string_view code, chess::PgnResult result, chess::PgnVisitor& visitor);

/// The whole game.
[[nodiscard]] base::Expected<chess::PgnGame> decode_game(std::string_view code, chess::PgnResult result,
                                                         const std::vector<chess::PgnTag>& tags);

}  // namespace zugwerk::library
