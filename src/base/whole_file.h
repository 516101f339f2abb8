// base/whole_file.h
//
// Small files in one piece.

#pragma once

#include <string>
#include <string_view>

#include "base/error.h"

namespace zugwerk::base {

/// All bytes, unpacked if they are packed. An error names the file.
[[nodiscard]] Expected<std::string> read_whole_file(const std::string& path);

/// Puts the file there or replaces it, whole or not at all: others see the old bytes or the new ones, also if the
/// program ends in between. An error names the file; what was there before is then still there.
[[nodiscard]] Expected<void> write_whole_file(const std::string& path, std::string_view bytes);

}  // namespace zugwerk::base
