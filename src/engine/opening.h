// engine/opening.h
//
// The engine's opening book: which one, whether it is used, and for how many moves. The book itself is in
// src/book.

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

/// What the book says about a position.
struct OpeningMove {
  chess::Move move;                // none: search
  std::vector<std::string> notes;  // where the move comes from, and what is wrong with the book
};

class Opening {
 public:
  static constexpr int kMostMoves = 1000;
  static constexpr int kDefaultMoves = 255;

  /// Loads a book from a file, or the embedded one for an empty path. On an error there is no book.
  [[nodiscard]] base::Expected<void> load(const std::string& path);
  void set_enabled(bool enabled) { enabled_ = enabled; }
  /// The move with the highest weight, or a random one with probability by weight.
  void set_choice(book::Choice choice) { choice_ = choice; }
  /// The book is used up to this move of the game.
  void set_move_limit(int moves) { move_limit_ = moves; }
  /// Makes the choices repeatable.
  void set_seed(std::uint64_t seed) { rng_ = base::Rng(seed); }

  [[nodiscard]] bool enabled() const { return enabled_; }
  [[nodiscard]] const book::Book* book() const { return book_.get(); }

  /// The move to play without a search. None for searches that are made for their lines: infinite, pondering, for a
  /// mate, or restricted to some moves.
  [[nodiscard]] OpeningMove choose(const chess::Position& position, const search::Limits& limits);

 private:
  std::shared_ptr<const book::Book> book_ = book::embedded_book();
  bool enabled_ = false;
  book::Choice choice_ = book::Choice::ByWeight;
  int move_limit_ = kDefaultMoves;
  base::Rng rng_{base::entropy()};
};

}  // namespace zugwerk::engine
