// base/decimal.h
//
// Plain decimal numbers, as people write times: nothing that std::from_chars takes beyond them.

#pragma once

#include <optional>
#include <string_view>

#include "base/text.h"

namespace zugwerk::base {

/// Digits with at most one point: no sign, no exponent. Infinite where there are more digits than a double can count.
[[nodiscard]] inline std::optional<double> parse_decimal(std::string_view text) {
  constexpr double kBase = 10;
  double value = 0;
  double place = 1;
  bool has_digits = false;
  bool has_point = false;
  for (const char c : text) {
    if (c == '.' && !has_point) {
      has_point = true;
    } else if (is_digit(c)) {
      has_digits = true;
      const int digit = c - '0';
      if (has_point) place /= kBase;
      value = has_point ? value + place * digit : kBase * value + digit;
    } else {
      return std::nullopt;
    }
  }
  return has_digits ? std::optional(value) : std::nullopt;
}

}  // namespace zugwerk::base
