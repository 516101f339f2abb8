// fuzz/protocol_fuzz.cpp
//
// Any text as what clients send: `go`, `setoption`, values of options, XBoard's clocks. No `go` is refused, and
// misunderstood input never leads to an endless search.

#include <string>
#include <string_view>

#include "base/text.h"
#include "chess/position.h"
#include "engine/options.h"
#include "fuzz/property.h"
#include "protocol/numbers.h"
#include "protocol/uci_go.h"
#include "protocol/uci_text.h"
#include "protocol/xboard_clock.h"
#include "protocol/xboard_text.h"

namespace {

using namespace zugwerk;
using namespace zugwerk::protocol;
using fuzz::require;

void check_message(const std::string& message) {
  require(!message.empty(), "a message says something");
  require(base::is_valid_utf8(message), "a message is UTF-8", message);
  require(message.find('\n') == std::string::npos, "a message is one line", message);
}

void check_go(std::string_view text) {
  const chess::Position position;
  const GoRequest request = parse_go(text, position);
  const search::Limits& limits = request.limits;
  for (const std::string& warning : request.warnings) check_message(warning);
  require(request.warnings.size() <= GoRequest::kMostWarnings + 1, "warnings are few", text);
  const auto& own = limits.clocks[chess::index(position.side_to_move())];
  const bool bounded = limits.depth || limits.nodes || limits.move_time || own.remaining;
  require(request.warnings.empty() || bounded || limits.infinite, "a misunderstood search ends", text);
  require(!limits.depth || *limits.depth >= 1, "a depth is positive", text);
  require(!limits.nodes || *limits.nodes >= 1, "nodes are positive", text);
  require(!limits.mate || *limits.mate >= 1, "a mate is positive", text);
  for (const search::PlayerClock& clock : limits.clocks) {
    require(!clock.remaining || (*clock.remaining <= kLongestTime && *clock.remaining >= -kLongestTime),
            "times are bounded", text);
    require(clock.increment.count() >= 0 && clock.increment <= kLongestTime, "increments are bounded", text);
  }
  for (const chess::Move move : limits.search_moves) require(position.is_legal(move), "moves are legal", text);
}

void check_options(std::string_view text) {
  if (const auto named = parse_option(text)) require(!named->first.empty(), "an option has a name", text);
  static_cast<void>(parse_xboard_option(text));
  if (const auto opponent = parse_opponent(text); !opponent) check_message(opponent.error().message);
  for (const engine::Option& option : engine::engine_options()) {
    const auto value = engine::parse_value(option, text);
    if (!value) {
      check_message(value.error().message);
    } else if (option.type == engine::OptionType::Spin) {
      require(value->number >= option.least && value->number <= option.most, "numbers are in their range", text);
    }
  }
}

void check_clocks(std::string_view text) {
  const auto level = parse_level(text);
  if (!level) return check_message(level.error().message);
  ClockSettings settings = *level;
  for (const std::uint64_t speed : {std::uint64_t{0}, std::uint64_t{1000}, UINT64_MAX / 2}) {
    settings.nodes_per_second = speed;
    const auto limits = limits_of(settings, chess::Color::White, settings.base, settings.base, 7);
    require(limits.nodes.has_value() == (speed > 0), "time counts as nodes if requested", text);
    require(!limits.nodes || *limits.nodes >= 1, "nodes are positive", text);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check_go(text);
  check_options(text);
  check_clocks(text);
  return 0;
}
