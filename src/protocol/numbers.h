// protocol/numbers.h
//
// Numbers as clients send them: fractional where a whole one would do, negative, or larger than anything can be. Knows
// no protocol.

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "search/limits.h"

namespace zugwerk::protocol {

/// Longer times, some 35 years, are cut to this, so that sums of them fit.
inline constexpr search::Milliseconds kLongestTime{std::int64_t{1} << 40};

/// The whole of `text` as a number without its fraction; what takes more than 63 bits becomes the nearest that does
/// not.
[[nodiscard]] std::optional<std::int64_t> parse_count(std::string_view text);

/// The whole of `text` as a time in this unit, up to kLongestTime either way.
[[nodiscard]] std::optional<search::Milliseconds> parse_time(std::string_view text, search::Milliseconds unit);

}  // namespace zugwerk::protocol
