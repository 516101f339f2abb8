// arena/suite/suite_report.h
//
// Runs of test suites on paper: the table for people, JSON for later, and what changed between two runs.

#pragma once

#include <string>
#include <vector>

#include "arena/suite/suite.h"
#include "base/error.h"
#include "base/json.h"

namespace zugwerk::arena {

/// How wide the columns of ids, moves and expectations are.
struct SuiteColumns {
  std::size_t id = 0;
  std::size_t found = 0;
  std::size_t expected = 0;
};

/// Wide enough for every position of the suite, within reason.
[[nodiscard]] SuiteColumns columns_of(const Suite& suite);
[[nodiscard]] SuiteColumns columns_of(const SuiteRun& run);

/// The heading and the rows of the table, each with its end of line. A fault gets its own line.
[[nodiscard]] std::string heading_text(const SuiteColumns& columns);
[[nodiscard]] std::string row_text(const SuiteResult& result, const SuiteColumns& columns);

struct SuiteTotals {
  std::size_t positions = 0;  // that were searched
  std::size_t solved = 0;
  std::size_t faults = 0;
  SuiteMoment solutions;  // sums over the solved ones, up to their solutions
  SuiteMoment searches;   // sums over all, to the end
};

[[nodiscard]] SuiteTotals totals_of(const std::vector<SuiteResult>& results);

/// A few lines below the table.
[[nodiscard]] std::string totals_text(const SuiteRun& run);

[[nodiscard]] base::Json to_json(const SuiteResult& result);
/// Reads back what to_json wrote. An error names the field.
[[nodiscard]] base::Expected<SuiteResult> suite_result_from_json(const base::Json& json);

[[nodiscard]] base::Json to_json(const SuiteRun& run);
/// Reads back what to_json wrote. Errors name the file and the field.
[[nodiscard]] base::Expected<SuiteRun> suite_run_from_json(const base::Json& json, const std::string& file);

/// What is different in `now` against `before`. Positions are matched by id and FEN; those that are in one run only
/// are counted and left out.
[[nodiscard]] std::string comparison_text(const SuiteRun& before, const SuiteRun& now);

}  // namespace zugwerk::arena
