// protocol/numbers.h
//
// Numbers as clients send them: fractional where an integer is expected, negative, or absurdly large. Independent of
// any protocol.

#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "search/limits.h"

namespace zugwerk::protocol {

/// Longer times are clamped to this, some 35 years, so that sums of them fit.
inline constexpr search::Milliseconds kLongestTime{std::int64_t{1} << 40};

/// The whole of `text` as a number without its fraction, clamped to 63 bits.
[[nodiscard]] std::optional<std::int64_t> parse_count(std::string_view text);

/// The whole of `text` as a time in this unit, clamped to kLongestTime in either direction.
[[nodiscard]] std::optional<search::Milliseconds> parse_time(std::string_view text, search::Milliseconds unit);

}  // namespace zugwerk::protocol
