// engine/opening.h
//
// The engine's opening book: which one, whether and how far it is played from. What a book is lives in the room of the
// book.

#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/rng.h"
#include "book/book.h"
#include "book/embedded.h"
#include "chess/position.h"
#include "search/limits.h"

namespace zugwerk::engine {

/// What the book says to a position.
struct OpeningMove {
  chess::Move move;                // none: think
  std::vector<std::string> notes;  // where the move comes from, and what is wrong with the book
};

class Opening {
 public:
  static constexpr int kMostMoves = 1000;
  static constexpr int kDefaultMoves = 255;

  /// Takes over the book of a file, or the program's own for an empty path. A file that is no sound book leaves none.
  [[nodiscard]] base::Expected<void> load(const std::string& path);
  void set_enabled(bool enabled) { enabled_ = enabled; }
  /// The heaviest move, or one by chance as the weights say.
  void set_choice(book::Choice choice) { choice_ = choice; }
  /// Moves of the game for which the book is asked.
  void set_move_limit(int moves) { move_limit_ = moves; }
  /// Makes the choices repeatable.
  void set_seed(std::uint64_t seed) { rng_ = base::Rng(seed); }

  [[nodiscard]] bool enabled() const { return enabled_; }
  [[nodiscard]] const book::Book* book() const { return book_.get(); }

  /// The move to play without a search. None for searches that are asked for their lines: without an end, for the
  /// opponent's time, for a mate, or among chosen moves.
  [[nodiscard]] OpeningMove choose(const chess::Position& position, const search::Limits& limits);

 private:
  std::shared_ptr<const book::Book> book_ = book::embedded_book();
  bool enabled_ = false;
  book::Choice choice_ = book::Choice::ByWeight;
  int move_limit_ = kDefaultMoves;
  base::Rng rng_{base::entropy()};
};

}  // namespace zugwerk::engine
