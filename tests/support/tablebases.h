// tests/support/tablebases.h
//
// Tablebases for tests: those with three and four pieces, which the build generates (tools/make_tablebases).

#pragma once

#include <string>

namespace zugwerk::test {

/// The folder of the tables. Test programs that use it are declared with TABLEBASES, so that it exists before they run.
[[nodiscard]] inline std::string tablebases() { return ZUGWERK_TABLEBASES; }

}  // namespace zugwerk::test
