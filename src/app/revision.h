// app/revision.h
//
// Which commit of the sources this is. cmake/revision.cmake writes the definitions whenever something is built; the
// version is in version.h.

#pragma once

#include <string_view>

namespace zugwerk::app {

/// "4f1c2d3e5a", or "4f1c2d3e5a-modified" if files were changed since; empty if the sources do not say.
[[nodiscard]] std::string_view revision();

/// The day of that commit, "2024-03-31"; empty if the sources do not say.
[[nodiscard]] std::string_view revision_date();

}  // namespace zugwerk::app
