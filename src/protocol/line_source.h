// protocol/line_source.h
//
// Where a conversation gets its lines from.

#pragma once

#include <functional>
#include <optional>
#include <string>

#include "base/error.h"

namespace zugwerk::protocol {

/// The next line, an error in place of a line that cannot be read, or nothing at the end.
using LineSource = std::function<std::optional<base::Expected<std::string>>()>;

}  // namespace zugwerk::protocol
