// terminal/trainer.h
//
// The mistakes of a reviewed game as puzzles: the position before each, to be played better. Knows the order of the
// puzzles and what to say about a try; the console shows the positions and reads the moves.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "chess/position.h"
#include "review/reviewer.h"
#include "terminal/opponent.h"

namespace zugwerk::terminal {

class Trainer {
 public:
  /// The marked moves of one side, or of both.
  Trainer(const review::GameReview& review, std::optional<chess::Color> side);

  [[nodiscard]] bool is_empty() const { return puzzles_.empty(); }
  [[nodiscard]] bool is_done() const { return at_ == puzzles_.size(); }
  /// Of the current puzzle, which must exist.
  [[nodiscard]] const chess::Position& position() const { return puzzles_[at_].position; }

  /// From 0; grows when a puzzle is done.
  [[nodiscard]] std::size_t number() const { return at_; }
  /// "Puzzle 2 of 3"
  [[nodiscard]] std::string name() const;
  /// What is asked; tells nothing of the answer.
  [[nodiscard]] std::string task() const;
  /// What to say about a legal move. A good one solves the puzzle, and the next one follows.
  [[nodiscard]] std::string judge(chess::Move move, Opponent& opponent);
  /// The answer, with what was wrong in the game; the next puzzle follows.
  [[nodiscard]] std::string reveal();
  void skip() { go_on(); }
  /// "2 of 3 solved at the first try."
  [[nodiscard]] std::string summary() const;

 private:
  struct Puzzle {
    chess::Position position;
    review::MoveReview mistake;
  };

  /// Whether a move keeps the chances, and if not how it is refuted.
  [[nodiscard]] std::optional<std::string> refutation(const Puzzle& puzzle, chess::Move move, Opponent& opponent) const;
  [[nodiscard]] static std::string about_the_game(const Puzzle& puzzle);
  void go_on();

  std::vector<Puzzle> puzzles_;
  std::size_t at_ = 0;
  int tries_ = 0;
  std::size_t solved_at_once_ = 0;
};

}  // namespace zugwerk::terminal
