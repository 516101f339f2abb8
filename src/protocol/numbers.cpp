#include "protocol/numbers.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/decimal.h"
#include "base/text.h"

namespace zugwerk::protocol {

namespace {

/// "12", "-0.5", ".25", "+7."; infinite where there are more digits than a double can count.
[[nodiscard]] std::optional<double> parse_signed(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  const auto value = base::parse_decimal(text);
  return value && negative ? -*value : value;
}

}  // namespace

std::optional<std::int64_t> parse_count(std::string_view text) {
  using Limits = std::numeric_limits<std::int64_t>;
  if (const auto whole = base::parse_integer<std::int64_t>(text)) return whole;
  const auto value = parse_signed(text);
  if (!value) return std::nullopt;
  constexpr double kBeyond = 0x1p63;
  if (*value >= kBeyond) return Limits::max();
  if (*value <= -kBeyond) return Limits::min();
  return static_cast<std::int64_t>(*value);
}

std::optional<search::Milliseconds> parse_time(std::string_view text, search::Milliseconds unit) {
  const auto value = parse_signed(text);
  if (!value) return std::nullopt;
  const auto longest = static_cast<double>(kLongestTime.count());
  return search::Milliseconds(std::llround(std::clamp(*value * static_cast<double>(unit.count()), -longest, longest)));
}

}  // namespace zugwerk::protocol
