// fuzz/property.h
//
// How a fuzz target states a property. Unlike assert it is active in every build, and it shows the values.

#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

#include "chess/position.h"

namespace zugwerk::fuzz {

/// Ends the program with a message unless `holds`; libFuzzer then keeps the input.
inline void require(bool holds, std::string_view property, std::string_view shown = {}, std::string_view other = {}) {
  if (holds) return;
  std::fprintf(stderr, "property broken: %.*s\n  %.*s\n  %.*s\n", static_cast<int>(property.size()), property.data(),
               static_cast<int>(shown.size()), shown.data(), static_cast<int>(other.size()), other.data());
  std::abort();
}

inline void require_equal(std::string_view left, std::string_view right, std::string_view property) {
  require(left == right, property, left, right);
}

/// Whether two positions differ in nothing but their histories.
[[nodiscard]] inline bool same_position(const chess::Position& a, const chess::Position& b) {
  const chess::PositionSetup left = a.setup();
  const chess::PositionSetup right = b.setup();
  return left.board == right.board && left.side_to_move == right.side_to_move &&
         left.castling_rooks == right.castling_rooks && left.en_passant == right.en_passant &&
         left.halfmove_clock == right.halfmove_clock && left.fullmove_number == right.fullmove_number &&
         a.key() == b.key() && a.pawn_key() == b.pawn_key() && a.checkers() == b.checkers() && a.pinned() == b.pinned();
}

}  // namespace zugwerk::fuzz
