#include "protocol/numbers.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "base/text.h"

namespace zugwerk::protocol {

namespace {

/// "12", "-0.5", ".25", "+7."; infinite if the value exceeds a double.
[[nodiscard]] std::optional<double> parse_decimal(std::string_view text) {
  const bool negative = text.starts_with('-');
  if (negative || text.starts_with('+')) text.remove_prefix(1);
  constexpr double kBase = 10;
  double value = 0;
  double place = 1;
  bool has_digits = false;
  bool has_point = false;
  for (const char c : text) {
    if (base::is_digit(c)) {
      has_digits = true;
      const int digit = c - '0';
      if (has_point) place /= kBase;
      value = has_point ? value + place * digit : kBase * value + digit;
    } else if (c == '.' && !has_point) {
      has_point = true;
    } else {
      return std::nullopt;
    }
  }
  if (!has_digits) return std::nullopt;
  return negative ? -value : value;
}

}  // namespace

std::optional<std::int64_t> parse_count(std::string_view text) {
  using Limits = std::numeric_limits<std::int64_t>;
  if (const auto whole = base::parse_integer<std::int64_t>(text)) return whole;
  const auto value = parse_decimal(text);
  if (!value) return std::nullopt;
  constexpr double kBeyond = 0x1p63;
  if (*value >= kBeyond) return Limits::max();
  if (*value <= -kBeyond) return Limits::min();
  return static_cast<std::int64_t>(*value);
}

std::optional<search::Milliseconds> parse_time(std::string_view text, search::Milliseconds unit) {
  const auto value = parse_decimal(text);
  if (!value) return std::nullopt;
  const auto longest = static_cast<double>(kLongestTime.count());
  return search::Milliseconds(std::llround(std::clamp(*value * static_cast<double>(unit.count()), -longest, longest)));
}

}  // namespace zugwerk::protocol
