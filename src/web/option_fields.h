// web/option_fields.h
//
// Fields of requests that are options of the engine: their ranges come from the engine's own list, and clients can
// query them.

#pragma once

#include <optional>
#include <string>

#include "base/error.h"
#include "base/json.h"
#include "engine/options.h"

namespace zugwerk::web {

/// The option that a field stands for, limited to what a shared server allows.
[[nodiscard]] engine::Option option_of_field(const std::string& field);

/// Range, choices and default of every such field, by the name of the field.
[[nodiscard]] base::Json option_fields_json();

/// A value that the option of the field allows; nothing where the field is missing or null.
[[nodiscard]] base::Expected<std::optional<engine::OptionValue>> option_field(const base::Json& body,
                                                                              const std::string& field);

}  // namespace zugwerk::web
