// web/fields.h
//
// Reading the fields of a JSON body: every error names the field and the value found.

#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/json.h"

namespace zugwerk::web {

/// The body of a request. Nesting deeper than any request needs is refused, since it would cost stack space later.
[[nodiscard]] base::Expected<base::Json> parse_body(std::string_view text);

/// An object, with no other fields than these.
[[nodiscard]] base::Expected<void> check_fields(const base::Json& body,
                                                std::initializer_list<std::string_view> allowed);

// Nothing where the field is missing or null.
[[nodiscard]] base::Expected<std::optional<std::string>> text_field(const base::Json& body, const std::string& name);
[[nodiscard]] base::Expected<std::optional<std::int64_t>> integer_field(const base::Json& body, const std::string& name,
                                                                        std::int64_t least, std::int64_t most);
/// False where the field is missing or null.
[[nodiscard]] base::Expected<bool> flag_field(const base::Json& body, const std::string& name);
/// Empty where the field is missing or null.
[[nodiscard]] base::Expected<std::vector<std::string>> text_list_field(const base::Json& body, const std::string& name);

}  // namespace zugwerk::web
