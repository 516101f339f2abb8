// tests/support/positions.h
//
// Positions for tests, as FENs.

#pragma once

#include <string_view>
#include <utility>

#include <gtest/gtest.h>

#include "chess/notation/fen.h"
#include "chess/position.h"

namespace zugwerk::test {

/// Of any variant. A FEN that cannot be read is a failure of the test.
[[nodiscard]] inline chess::Position position_of(std::string_view fen) {
  auto position = chess::parse_fen_of_any_variant(fen);
  EXPECT_TRUE(position) << fen << ": " << (position ? "" : position.error().message);
  return position ? *std::move(position) : chess::Position();
}

}  // namespace zugwerk::test
