#include "base/text.h"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <cstddef>
#include <cstdlib>

#include "base/format.h"

namespace zugwerk::base {

namespace {

/// Length of the valid UTF-8 sequence that starts at `text`, or 0. Overlong forms, surrogates and values beyond
/// U+10FFFF are not valid.
std::size_t utf8_sequence_length(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const auto continues = [&](std::size_t i, unsigned low, unsigned high) {
    return i < text.size() && byte(i) >= low && byte(i) <= high;
  };
  const unsigned first = byte(0);
  if (first < 0x80) return 1;
  if (first >= 0xC2 && first <= 0xDF) return continues(1, 0x80, 0xBF) ? 2 : 0;
  if (first >= 0xE0 && first <= 0xEF) {
    const unsigned low = first == 0xE0 ? 0xA0 : 0x80;
    const unsigned high = first == 0xED ? 0x9F : 0xBF;
    return continues(1, low, high) && continues(2, 0x80, 0xBF) ? 3 : 0;
  }
  if (first >= 0xF0 && first <= 0xF4) {
    const unsigned low = first == 0xF0 ? 0x90 : 0x80;
    const unsigned high = first == 0xF4 ? 0x8F : 0xBF;
    return continues(1, low, high) && continues(2, 0x80, 0xBF) && continues(3, 0x80, 0xBF) ? 4 : 0;
  }
  return 0;
}

}  // namespace

std::string lower_case(std::string_view text) {
  std::string result(text);
  for (char& c : result) c = to_lower(c);
  return result;
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

std::string_view take_word(std::string_view& text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  std::size_t length = 0;
  while (length < text.size() && !is_space(text[length])) ++length;
  const std::string_view word = text.substr(0, length);
  text.remove_prefix(length);
  return word;
}

std::vector<std::string_view> split_words(std::string_view text) {
  std::vector<std::string_view> words;
  for (auto word = take_word(text); !word.empty(); word = take_word(text)) words.push_back(word);
  return words;
}

std::optional<double> parse_real_by_strtod(std::string_view text) {
  // strtod also reads white space, hexadecimal numbers and words for infinity, and stops at a NUL.
  std::string_view rest = text;
  const auto digits = [&rest] {
    std::size_t count = 0;
    for (; !rest.empty() && is_digit(rest.front()); ++count) rest.remove_prefix(1);
    return count;
  };
  if (rest.starts_with('-')) rest.remove_prefix(1);
  std::size_t count = digits();
  if (rest.starts_with('.')) {
    rest.remove_prefix(1);
    count += digits();
  }
  if (count == 0) return std::nullopt;
  if (rest.starts_with('e') || rest.starts_with('E')) {
    rest.remove_prefix(1);
    if (rest.starts_with('-') || rest.starts_with('+')) rest.remove_prefix(1);
    if (digits() == 0) return std::nullopt;
  }
  if (!rest.empty()) return std::nullopt;
  // The program never leaves the "C" locale, in which the decimal point is a point.
  errno = 0;
  const double value = std::strtod(std::string(text).c_str(), nullptr);
  if (!std::isfinite(value) || (value == 0 && errno == ERANGE)) return std::nullopt;
  return value;
}

std::optional<double> parse_real(std::string_view text) {
#if defined(__cpp_lib_to_chars)
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size() || !std::isfinite(value)) return std::nullopt;
  return value;
#else
  return parse_real_by_strtod(text);
#endif
}

std::string printable(std::string_view text) {
  constexpr std::size_t kLongest = 96;
  constexpr std::size_t kKeptAtEachEnd = 40;
  std::string result;
  const auto append = [&](std::string_view part) {
    for (const char c : part) result += (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) ? '?' : c;
  };
  if (text.size() <= kLongest) {
    append(text);
  } else {
    // A cut must not fall inside a UTF-8 character.
    std::size_t head = kKeptAtEachEnd;
    std::size_t tail = text.size() - kKeptAtEachEnd;
    while (head > 0 && continues_character(text[head])) --head;
    while (tail < text.size() && continues_character(text[tail])) ++tail;
    append(text.substr(0, head));
    result += "...";
    append(text.substr(tail));
  }
  return to_utf8(result);
}

std::string in_quotes(std::string_view text) { return '\'' + printable(text) + '\''; }

std::string with_thousands(std::uint64_t value) {
  std::string digits = std::to_string(value);
  for (std::size_t i = digits.size(); i > 3; i -= 3) digits.insert(i - 3, 1, ',');
  return digits;
}

std::string fixed(double value, int digits) { return format("{:.{}f}", value, digits); }

std::string duration_text(double seconds) {
  constexpr std::uint64_t kMinute = 60;
  constexpr std::uint64_t kHour = 60 * kMinute;
  const double positive = std::max(seconds, 0.0);
  const auto whole = static_cast<std::uint64_t>(std::llround(positive));
  if (whole < kMinute) return format("{:.1f} s", positive);
  if (whole < kHour) return format("{} min {} s", whole / kMinute, whole % kMinute);
  return format("{} h {} min", whole / kHour, whole % kHour / kMinute);
}

std::size_t text_width(std::string_view text) {
  return text.size() - static_cast<std::size_t>(std::count_if(text.begin(), text.end(), continues_character));
}

std::string_view cut_to_width(std::string_view text, std::size_t columns) {
  std::size_t column = 0;
  for (std::size_t i = 0; i < text.size(); ++i)
    if (!continues_character(text[i]) && ++column > columns) return text.substr(0, i);
  return text;
}

std::string padded(std::string_view text, std::size_t columns) {
  std::string result(text);
  if (const std::size_t width = text_width(text); width < columns) result.append(columns - width, ' ');
  return result;
}

bool is_valid_utf8(std::string_view text) {
  while (!text.empty()) {
    const std::size_t length = utf8_sequence_length(text);
    if (length == 0) return false;
    text.remove_prefix(length);
  }
  return true;
}

std::string to_utf8(std::string_view text) {
  if (is_valid_utf8(text)) return std::string(text);
  std::string result;
  for (const char c : text) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      result += c;
    } else {
      result += static_cast<char>(0xC0 | (byte >> 6));
      result += static_cast<char>(0x80 | (byte & 0x3F));
    }
  }
  return result;
}

}  // namespace zugwerk::base
