// chess/state_stack.h
//
// What a move changes and undo cannot work out from the board: keys, clocks, rights, checkers, pins. One State per ply
// since the position was set up, in one growing array, so that repetitions are found by walking back.

#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>

#include "chess/bitboard.h"
#include "chess/castling.h"
#include "chess/move.h"
#include "chess/zobrist.h"

namespace zugwerk::chess {

/// The parts of a position's piece keys; every key that callers ask for is a combination of these.
enum class KeyPart : std::uint8_t { Pawns, WhiteMinors, BlackMinors, WhiteMajors, BlackMajors, WhiteKing, BlackKing };

inline constexpr std::size_t kKeyPartCount = 7;

struct State {
  std::array<Key, kKeyPartCount> parts{};
  Key key = 0;
  Bitboard checkers = 0;  // enemy pieces that attack the king of the side to move
  Bitboard pinned = 0;    // pieces of the side to move that alone stand between their king and an enemy slider
  std::int32_t halfmove_clock = 0;
  std::int32_t plies_since_null = 0;  // or since the position was set up
  CastlingRights castling;
  Square en_passant = Square::None;  // set only if a legal capture exists
  Piece captured = Piece::None;      // by `move`
  Move move;                         // the move that led here
};

/// A stack of states that is never empty. Copies are deep.
class StateStack {
 public:
  StateStack() : block_(std::make_unique<State[]>(kFirstCapacity)), top_(block_.get()), end_(top_ + kFirstCapacity) {}
  StateStack(const StateStack& other)
      : block_(std::make_unique<State[]>(other.capacity())),
        top_(block_.get() + other.depth()),
        end_(block_.get() + other.capacity()) {
    std::copy(other.block_.get(), other.top_ + 1, block_.get());
  }
  /// A stack that was moved from can only be assigned to or destroyed.
  StateStack(StateStack&& other) noexcept
      : block_(std::move(other.block_)),
        top_(std::exchange(other.top_, nullptr)),
        end_(std::exchange(other.end_, nullptr)) {}
  StateStack& operator=(StateStack other) noexcept {
    swap(other);
    return *this;
  }
  ~StateStack() = default;

  [[nodiscard]] const State& top() const { return *top_; }
  [[nodiscard]] State& top() { return *top_; }

  /// The state `plies` before the top one; at most depth().
  [[nodiscard]] const State& back(std::size_t plies) const { return *(top_ - plies); }

  /// How many states lie below the top one.
  [[nodiscard]] std::size_t depth() const { return static_cast<std::size_t>(top_ - block_.get()); }

  /// Adds a state with unspecified contents. References to older states become invalid.
  State& push() {
    if (top_ + 1 == end_) [[unlikely]]
      grow();
    return *++top_;
  }
  void pop() { --top_; }

  /// Forgets every state but the top one.
  void forget_history() {
    block_[0] = *top_;
    top_ = block_.get();
    top_->plies_since_null = 0;
  }

 private:
  static constexpr std::size_t kFirstCapacity = 64;

  [[nodiscard]] std::size_t capacity() const { return static_cast<std::size_t>(end_ - block_.get()); }

  void grow() {
    const std::size_t used = depth();
    const std::size_t larger = 2 * capacity();
    auto block = std::make_unique<State[]>(larger);
    std::copy(block_.get(), top_ + 1, block.get());
    block_ = std::move(block);
    top_ = block_.get() + used;
    end_ = block_.get() + larger;
  }

  void swap(StateStack& other) noexcept {
    std::swap(block_, other.block_);
    std::swap(top_, other.top_);
    std::swap(end_, other.end_);
  }

  std::unique_ptr<State[]> block_;
  State* top_;
  State* end_;
};

}  // namespace zugwerk::chess
