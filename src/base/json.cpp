#include "base/json.h"

#include <algorithm>
#include <cstddef>

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

}  // namespace zugwerk::base
