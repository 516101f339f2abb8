#include "web/fields.h"

#include <algorithm>

#include "base/format.h"
#include "base/text.h"

namespace zugwerk::web {

using base::Expected;
using base::failure;
using base::Json;

namespace {

[[nodiscard]] tl::unexpected<base::Error> wrong(const std::string& name, std::string_view expected, const Json& found) {
  return failure("field '" + name + "': expected " + std::string(expected) + ", found " +
                 base::in_quotes(found.dump(-1, ' ', false, Json::error_handler_t::replace)));
}

/// The value of a field that is present and not null.
[[nodiscard]] const Json* find(const Json& body, const std::string& name) {
  const auto found = body.find(name);
  return found == body.end() || found->is_null() ? nullptr : &*found;
}

}  // namespace

Expected<Json> parse_body(std::string_view text) {
  constexpr int kDeepest = 16;
  // A game with all its variations has about ten values per move; as a tree in memory, each takes up to a hundred
  // bytes.
  constexpr std::size_t kMostValues = 300'000;
  int depth = 0;
  std::size_t values = 1;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string && c == '\\') {
      ++i;
    } else if (c == '"') {
      in_string = !in_string;
    } else if (!in_string && (c == ',' || c == ':')) {
      if (++values > kMostValues) return failure("body: more than " + base::with_thousands(kMostValues) + " values");
    } else if (!in_string && (c == '[' || c == '{')) {
      if (++depth > kDeepest) return failure(base::format("body: brackets nested deeper than {}", kDeepest));
    } else if (!in_string && (c == ']' || c == '}')) {
      --depth;
    }
  }
  return base::parse_json(text, "body");
}

Expected<void> check_fields(const Json& body, std::initializer_list<std::string_view> allowed) {
  if (!body.is_object()) return failure("body: expected an object");
  for (const auto& [name, value] : body.items())
    if (std::find(allowed.begin(), allowed.end(), name) == allowed.end())
      return failure("unknown field " + base::in_quotes(name));
  return {};
}

Expected<std::optional<std::string>> text_field(const Json& body, const std::string& name) {
  const Json* const value = find(body, name);
  if (value == nullptr) return std::optional<std::string>();
  if (!value->is_string()) return wrong(name, "a text", *value);
  return std::optional<std::string>(value->get<std::string>());
}

Expected<std::optional<std::int64_t>> integer_field(const Json& body, const std::string& name, std::int64_t least,
                                                    std::int64_t most) {
  const Json* const value = find(body, name);
  if (value == nullptr) return std::optional<std::int64_t>();
  const std::string range = base::format("an integer from {} to {}", least, most);
  if (!value->is_number_integer()) return wrong(name, range, *value);
  // Values beyond 64 signed bits would wrap around.
  if (value->is_number_unsigned() && value->get<std::uint64_t>() > static_cast<std::uint64_t>(INT64_MAX))
    return wrong(name, range, *value);
  const auto number = value->get<std::int64_t>();
  if (number < least || number > most) return wrong(name, range, *value);
  return std::optional<std::int64_t>(number);
}

Expected<bool> flag_field(const Json& body, const std::string& name) {
  const Json* const value = find(body, name);
  if (value == nullptr) return false;
  if (!value->is_boolean()) return wrong(name, "true or false", *value);
  return value->get<bool>();
}

Expected<std::vector<std::string>> text_list_field(const Json& body, const std::string& name) {
  std::vector<std::string> list;
  const Json* const value = find(body, name);
  if (value == nullptr) return list;
  if (!value->is_array()) return wrong(name, "a list of texts", *value);
  list.reserve(value->size());
  for (const Json& item : *value) {
    if (!item.is_string()) return wrong(name, "a list of texts", item);
    list.push_back(item.get<std::string>());
  }
  return list;
}

}  // namespace zugwerk::web
