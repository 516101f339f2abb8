// protocol/uci_go.h
//
// Parses what a client asks for with `go`. A client that gets no best move waits for ever, so a `go` is never refused:
// whatever makes no sense is ignored, and the rest is searched.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "chess/position.h"
#include "search/limits.h"

namespace zugwerk::protocol {

struct GoRequest {
  /// The time to search if nothing that was understood sets a limit.
  static constexpr search::Milliseconds kTimeWithoutLimit{100};
  static constexpr std::size_t kMostWarnings = 8;

  search::Limits limits;
  bool is_perft = false;           // perft instead of a search…
  std::optional<int> perft_depth;  // …to this depth; none if it could not be read
  /// What was ignored and why, one sentence each; if there are very many, only the first ones and the number of the
  /// others.
  std::vector<std::string> warnings;
};

/// What follows `go`, in any order. Negative and zero clocks are kept as they are; numbers that are too large are
/// clamped. The limits end the search unless `infinite` was asked for, or nothing at all (`go`, `go ponder`, `go mate
/// 3`).
[[nodiscard]] GoRequest parse_go(std::string_view text, const chess::Position& position);

}  // namespace zugwerk::protocol
