// arena/uci/uci_text.h
//
// What engines say in UCI, taken apart, and what they are asked, put together: the other end of protocol/uci_text.h.
// Talking with a running engine is uci_client.h's.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/error.h"

namespace zugwerk::arena {

using base::Clock;
using base::Milliseconds;
using base::TimePoint;

/// From the point of view of the side that searched.
struct UciScore {
  enum class Bound { Exact, AtLeast, AtMost };

  bool is_mate = false;
  int value = 0;  // centipawns, or moves to the mate: negative when being mated, and 0 when mated already
  Bound bound = Bound::Exact;

  /// Centipawns, with mates far beyond every evaluation, nearer ones further.
  [[nodiscard]] int centipawns() const;

  bool operator==(const UciScore&) const = default;
};

/// One line of info; what it does not say is absent.
struct UciInfo {
  std::optional<int> depth;
  std::optional<int> selective_depth;
  std::optional<int> line;  // of several, from 1
  std::optional<UciScore> score;
  std::optional<std::uint64_t> nodes;
  std::optional<std::uint64_t> nodes_per_second;
  std::optional<std::uint64_t> tablebase_hits;
  std::optional<int> table_fill;  // per mille
  std::optional<Milliseconds> time;
  std::vector<std::string> moves;  // as the engine spelled them
  Milliseconds arrived{0};         // since the search was asked for, by our clock
};

/// What follows the word info. Unknown words are skipped; numbers that are none are left out.
[[nodiscard]] UciInfo parse_info(std::string_view text);

/// An option as the engine announced it.
struct UciOption {
  enum class Type { Check, Spin, Combo, Button, String, Unknown };

  std::string name;
  Type type = Type::Unknown;
  std::string default_value;
  std::optional<std::int64_t> least;
  std::optional<std::int64_t> most;
  std::vector<std::string> choices;
};

/// What follows the word option; nothing if there is no name.
[[nodiscard]] std::optional<UciOption> parse_announced_option(std::string_view text);

/// Why `value` does not suit the option, if it does not.
[[nodiscard]] base::Expected<void> check_option_value(const UciOption& option, std::string_view value);

/// What an engine is asked to search for. Without any limit it is asked to search without end.
struct GoRequest {
  std::optional<Milliseconds> white_time;
  std::optional<Milliseconds> black_time;
  std::optional<Milliseconds> white_increment;
  std::optional<Milliseconds> black_increment;
  std::optional<int> moves_to_go;
  std::optional<Milliseconds> move_time;
  std::optional<std::uint64_t> nodes;
  std::optional<int> depth;
  std::optional<int> mate;
  bool ponder = false;
  std::vector<std::string> search_moves;
};

/// The whole command, from the word go.
[[nodiscard]] std::string to_command(const GoRequest& request);

}  // namespace zugwerk::arena
