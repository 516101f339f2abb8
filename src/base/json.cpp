#include "base/json.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "base/format.h"
#include "base/text.h"

namespace zugwerk::base {

namespace {

/// How deep the brackets of JSON are nested; an arbitrary number for other text.
[[nodiscard]] std::ptrdiff_t depth_of(std::string_view text) {
  std::ptrdiff_t depth = 0;
  std::ptrdiff_t deepest = 0;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') in_string = !in_string;
    if (in_string) {
      if (c == '\\') ++i;
    } else if (c == '[' || c == '{') {
      deepest = std::max(deepest, ++depth);
    } else if (c == ']' || c == '}') {
      --depth;
    }
  }
  return deepest;
}

/// Collects the differences of two values at a place of their descriptions.
class Comparison {
 public:
  Comparison(std::string_view before, std::string_view now) : before_(before), now_(now) {}

  void compare(const std::string& place, const Json& before, const Json& now) {
    if (before == now) return;
    const std::string dot = place.empty() ? "" : ".";
    if (before.is_object() && now.is_object()) {
      for (const auto& item : before.items())
        compare(place + dot + item.key(), item.value(), now.contains(item.key()) ? now[item.key()] : Json());
      for (const auto& item : now.items())
        if (!before.contains(item.key())) compare(place + dot + item.key(), Json(), item.value());
      return;
    }
    if (before.is_array() && now.is_array() && before.size() == now.size()) {
      for (std::size_t i = 0; i < before.size(); ++i) compare(format("{}[{}]", place, i), before[i], now[i]);
      return;
    }
    const auto text = [](const Json& value) {
      if (value.is_null()) return std::string("nothing");
      return value.is_string() ? in_quotes(value.get<std::string>()) : value.dump();
    };
    found_.push_back(format("{}: {} {}, {} {}", place, text(before), before_, text(now), now_));
  }

  [[nodiscard]] std::vector<std::string> found() && { return std::move(found_); }

 private:
  std::string_view before_;
  std::string_view now_;
  std::vector<std::string> found_;
};

}  // namespace

Expected<Json> parse_json(std::string_view text) {
  if (depth_of(text) > kDeepestJson)
    return failure(format("not JSON that can be read: nested more than {} deep", kDeepestJson));
  // The library treats a zero byte as the end of the text.
  if (text.find('\0') != std::string_view::npos) return failure("not JSON: there is a zero byte in it");
  try {
    return Json::parse(text);
  } catch (const Json::exception& error) {
    return failure("not JSON: " + to_utf8(error.what()));
  }
}

Expected<Json> parse_json(std::string_view text, const std::string& name) {
  auto value = parse_json(text);
  if (!value) return failure(name + ": " + value.error().message);
  return value;
}

std::string to_text(const Json& value) {
  constexpr int kIndent = 2;
  return value.dump(kIndent, ' ', false, Json::error_handler_t::replace) + '\n';
}

std::vector<std::string> differences(const Json& before, const Json& now, std::string_view word_before,
                                     std::string_view word_now) {
  Comparison comparison(word_before, word_now);
  comparison.compare("", before, now);
  return std::move(comparison).found();
}

}  // namespace zugwerk::base
