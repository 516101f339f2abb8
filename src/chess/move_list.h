// chess/move_list.h
//
// Moves in a block of fixed size on the stack.

#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>

#include "chess/move.h"

namespace zugwerk::chess {

/// No legal position has more than 218 moves.
inline constexpr std::size_t kMostMoves = 256;

class MoveList {
 public:
  // Filled by push() only; clearing 512 bytes at every node would cost more than generating.
  MoveList() {}  // NOLINT(modernize-use-equals-default): a defaulted constructor would clear them

  void push(Move move) {
    assert(size_ < kMostMoves);
    moves_[size_++] = move;
  }
  void clear() { size_ = 0; }

  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] bool empty() const { return size_ == 0; }
  [[nodiscard]] Move operator[](std::size_t i) const { return moves_[i]; }
  [[nodiscard]] Move& operator[](std::size_t i) { return moves_[i]; }
  [[nodiscard]] const Move* begin() const { return moves_; }
  [[nodiscard]] const Move* end() const { return moves_ + size_; }
  [[nodiscard]] Move* begin() { return moves_; }
  [[nodiscard]] Move* end() { return moves_ + size_; }
  [[nodiscard]] bool contains(Move move) const { return std::find(begin(), end(), move) != end(); }

 private:
  union {
    // In a union so that it starts out uninitialised; private, although the linter treats members of unions as public.
    Move moves_[kMostMoves];  // NOLINT(readability-identifier-naming)
  };
  std::size_t size_ = 0;
};

}  // namespace zugwerk::chess
