// tests/review/review_lines.h
//
// Positions and lines in human notation.

#pragma once

#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "base/text.h"
#include "chess/notation/fen.h"
#include "chess/notation/san.h"

namespace zugwerk::test {

[[nodiscard]] inline chess::Position position_of(std::string_view fen) { return *chess::parse_fen(fen); }

/// Moves in SAN, separated by spaces; each legal after those before it.
[[nodiscard]] inline std::vector<chess::Move> line_of(const chess::Position& start, std::string_view text) {
  chess::Position position = start;
  std::vector<chess::Move> line;
  for (const std::string_view word : base::split_words(text)) {
    const auto move = chess::parse_san(position, word);
    if (!move) throw std::runtime_error(move.error().message);
    position.make(*move);
    line.push_back(*move);
  }
  return line;
}

}  // namespace zugwerk::test
