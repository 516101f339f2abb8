// base/json.h
//
// JSON as a value, kept in the order it was written. The door to the JSON library: its whole interface comes in through
// here; reading outside text goes through parse_json, which returns an error instead of throwing.

#pragma once

#include <string>
#include <string_view>

#include <nlohmann/json.hpp>

#include "base/error.h"

namespace zugwerk::base {

using Json = nlohmann::ordered_json;

/// The deepest nesting of arrays and objects. The library copies and writes them by recursion, so text without a limit
/// could exhaust the stack.
constexpr int kDeepestJson = 200;

/// The value of a text. An error is a clause without the name of the file: "not JSON: ...".
[[nodiscard]] Expected<Json> parse_json(std::string_view text);
/// The same; errors begin with `name`: a path, for example.
[[nodiscard]] Expected<Json> parse_json(std::string_view text, const std::string& name);

/// Indented by two, with a final newline. Bytes that are not UTF-8 are replaced, so it never fails.
[[nodiscard]] std::string to_text(const Json& value);

}  // namespace zugwerk::base
