// tests/support/tablebases.h
//
// Endgame tables for tests: those with three and four pieces, which the build makes (tools/make_tablebases).

#pragma once

#include <string>

namespace zugwerk::test {

/// The folder of the tables. Test programs that use it are declared with TABLEBASES, so that it is there before them.
[[nodiscard]] inline std::string tablebases() { return ZUGWERK_TABLEBASES; }

}  // namespace zugwerk::test
