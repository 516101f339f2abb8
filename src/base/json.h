// base/json.h
//
// JSON as a value, kept in the order it was written. The door to the JSON library: its whole interface comes in through
// here; reading outside text goes through parse_json, which returns an error instead of throwing.

#pragma once

#include <string>
#include <string_view>
#include <vector>

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

/// Where two descriptions differ, in words: "engines[1].tc: '10+0.1' before, '5+0.05' now". Empty if they agree. The
/// last two words are the caller's.
[[nodiscard]] std::vector<std::string> differences(const Json& before, const Json& now,
                                                   std::string_view word_before = "before",
                                                   std::string_view word_now = "now");

}  // namespace zugwerk::base
