// chess/reversible_moves.h
//
// All moves of pieces other than pawns on an empty board, found by the difference that they make to a position's key: a
// cuckoo hash table for both directions. One look-up tells whether a single move leads back to an earlier position.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "chess/square.h"
#include "chess/zobrist.h"

namespace zugwerk::chess {

struct ReversibleMove {
  Key difference = 0;  // of the piece on both squares and of the side to move; 0 for an empty slot
  Square a = Square::None;
  Square b = Square::None;
};

inline constexpr std::size_t kReversibleSlots = 8192;

// Computed at compile time in reversible_moves.cpp.
extern const std::array<ReversibleMove, kReversibleSlots> kReversibleMoves;

[[nodiscard]] constexpr std::size_t first_reversible_slot(Key difference) { return difference % kReversibleSlots; }
[[nodiscard]] constexpr std::size_t second_reversible_slot(Key difference) {
  return (difference >> 16) % kReversibleSlots;
}

/// The move that makes this difference, or nullptr.
[[nodiscard]] inline const ReversibleMove* find_reversible_move(Key difference) {
  const ReversibleMove& first = kReversibleMoves[first_reversible_slot(difference)];
  if (first.difference == difference) return &first;
  const ReversibleMove& second = kReversibleMoves[second_reversible_slot(difference)];
  return second.difference == difference ? &second : nullptr;
}

}  // namespace zugwerk::chess
