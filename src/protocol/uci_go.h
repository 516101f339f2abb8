// protocol/uci_go.h
//
// What a client asks of a search with `go`. A client that hears no best move waits for ever, so nothing that follows
// `go` is refused: what makes no sense is left out, and the rest is searched.

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
  /// How long is thought where nothing that was understood sets a limit.
  static constexpr search::Milliseconds kTimeWithoutLimit{100};
  static constexpr std::size_t kMostWarnings = 8;

  search::Limits limits;
  bool is_perft = false;           // a count is wanted, no search…
  std::optional<int> perft_depth;  // …to this depth; none if that could not be read
  /// What was ignored and why, a sentence each. Of very many only the first, and how many more there were.
  std::vector<std::string> warnings;
};

/// What follows `go`, in any order. Negative and zero clocks are kept as they are; numbers beyond the largest are cut
/// to it. The limits end the search unless `infinite` was asked for, or nothing at all (`go`, `go ponder`, `go mate
/// 3`).
[[nodiscard]] GoRequest parse_go(std::string_view text, const chess::Position& position);

}  // namespace zugwerk::protocol
