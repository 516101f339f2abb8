// base/text.h
//
// Taking text apart and putting it together: words, numbers, columns, quoting for messages, UTF-8 repair.

#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace zugwerk::base {

[[nodiscard]] constexpr bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\v' || c == '\f';
}
[[nodiscard]] constexpr bool is_digit(char c) { return c >= '0' && c <= '9'; }
[[nodiscard]] constexpr bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
[[nodiscard]] constexpr bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
[[nodiscard]] constexpr char to_lower(char c) { return is_upper(c) ? static_cast<char>(c - 'A' + 'a') : c; }
[[nodiscard]] constexpr char to_upper(char c) { return is_lower(c) ? static_cast<char>(c - 'a' + 'A') : c; }

/// `text` with its ASCII letters in lower case.
[[nodiscard]] std::string lower_case(std::string_view text);

/// `text` without white space at either end.
[[nodiscard]] std::string_view trim(std::string_view text);

/// The words of `text`, split at white space.
[[nodiscard]] std::vector<std::string_view> split_words(std::string_view text);

/// Cuts the first word off `text` and returns it; empty when there is none.
[[nodiscard]] std::string_view take_word(std::string_view& text);

/// The whole of `text` as an integer, or nothing if it is not one or does not fit.
template <class Integer>
[[nodiscard]] std::optional<Integer> parse_integer(std::string_view text) {
  Integer value{};
  if (text.size() > 1 && text[0] == '+' && is_digit(text[1])) text.remove_prefix(1);
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || text.empty()) return std::nullopt;
  return value;
}

/// The whole of `text` as a finite number, or nothing if it is not one.
[[nodiscard]] std::optional<double> parse_real(std::string_view text);

/// The same by the C library's strtod, for standard libraries whose std::from_chars reads no floating point numbers.
/// Always compiled, so that a test can compare the two.
[[nodiscard]] std::optional<double> parse_real_by_strtod(std::string_view text);

/// `text` for a message: control characters become '?', and a long text is cut in the middle.
[[nodiscard]] std::string printable(std::string_view text);

/// The same between single quotes.
[[nodiscard]] std::string in_quotes(std::string_view text);

/// 1234567 as "1,234,567".
[[nodiscard]] std::string with_thousands(std::uint64_t value);

/// With this many decimal places.
[[nodiscard]] std::string fixed(double value, int digits);

/// "8.5 s", "12 min 5 s" or "3 h 7 min": as precise as a reader wants it.
[[nodiscard]] std::string duration_text(double seconds);

/// Whether a byte of UTF-8 continues a character that began before it.
[[nodiscard]] constexpr bool continues_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

/// How many columns UTF-8 text takes on a terminal, at one per character.
[[nodiscard]] std::size_t text_width(std::string_view text);

/// The longest prefix of `text` that fits into so many columns.
[[nodiscard]] std::string_view cut_to_width(std::string_view text, std::size_t columns);

/// `text` padded with spaces to so many columns. Wider text is returned as it is.
[[nodiscard]] std::string padded(std::string_view text, std::size_t columns);

[[nodiscard]] bool is_valid_utf8(std::string_view text);

/// `text` as UTF-8: returned as it is when valid, and read as Latin-1 (the encoding of old PGN files) when not.
[[nodiscard]] std::string to_utf8(std::string_view text);

}  // namespace zugwerk::base
