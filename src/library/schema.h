// library/schema.h
//
// The tables of a library file, their version, and the steps from each older version.

#pragma once

#include <cstdint>
#include <string_view>

#include "base/error.h"
#include "library/database.h"

namespace zugwerk::library {

inline constexpr std::string_view kLibrarySuffix = ".zwlib";

/// The version that this program writes.
[[nodiscard]] int schema_version();

/// Makes the tables of an empty database, or brings those of an older version up to `version`. Fails if the database
/// is something else, or newer than this program.
[[nodiscard]] base::Expected<void> migrate(Database& database, int version = schema_version());

/// Fails unless the tables are there in the current version.
[[nodiscard]] base::Expected<void> check_schema(Database& database);

}  // namespace zugwerk::library
