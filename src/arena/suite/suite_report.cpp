#include "arena/suite/suite_report.h"

#include <algorithm>
#include <cmath>
#include <iomanip>
#include <map>
#include <sstream>
#include <string_view>

#include "base/text.h"

namespace zugwerk::arena {

namespace {

constexpr std::string_view kIdHeading = "id";
constexpr std::string_view kFoundHeading = "found";
constexpr std::string_view kExpectedHeading = "expected";
constexpr std::size_t kWidestId = 40;
constexpr std::size_t kWidestExpectation = 40;
constexpr std::size_t kUsualMove = 7;  // "Qa1xb2+" is rare; "exd8=Q#" is as long

constexpr int kScoreWidth = 12;
constexpr int kSolvedWidth = 8;
constexpr int kDepthWidth = 7;
constexpr int kNodesWidth = 15;
constexpr int kTimeWidth = 11;

[[nodiscard]] std::string solving_time_text(search::Milliseconds time) {
  std::ostringstream text;
  text << std::fixed << std::setprecision(3) << static_cast<double>(time.count()) / 1000.0 << " s";
  return text.str();
}

[[nodiscard]] std::string percent_text(std::size_t part, std::size_t whole) {
  std::ostringstream text;
  text << std::fixed << std::setprecision(1)
       << (whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole)) << " %";
  return text.str();
}

void widen(SuiteColumns& columns, std::string_view id, std::string_view found, std::string_view expected) {
  columns.id = std::clamp(base::text_width(id), columns.id, std::max(columns.id, kWidestId));
  columns.found = std::max(columns.found, base::text_width(found));
  columns.expected =
      std::clamp(base::text_width(expected), columns.expected, std::max(columns.expected, kWidestExpectation));
}

[[nodiscard]] SuiteColumns narrowest_columns() { return {kIdHeading.size(), kUsualMove, kExpectedHeading.size()}; }

void add(SuiteMoment& sum, const SuiteMoment& moment) {
  sum.depth += moment.depth;
  sum.nodes += moment.nodes;
  sum.time += moment.time;
}

}  // namespace

// --- The table -------------------------------------------------------------------------------------------------------

SuiteColumns columns_of(const Suite& suite) {
  SuiteColumns columns = narrowest_columns();
  // An expectation is worded by judge; a search that said nothing is enough to hear it.
  for (const SuitePosition& position : suite.positions)
    widen(columns, position.id, {}, judge(position, SuiteSearch{}).expected);
  return columns;
}

SuiteColumns columns_of(const SuiteRun& run) {
  SuiteColumns columns = narrowest_columns();
  for (const SuiteResult& result : run.results) widen(columns, result.id, result.found, result.expected);
  return columns;
}

std::string heading_text(const SuiteColumns& columns) {
  std::ostringstream text;
  text << base::padded(kIdHeading, columns.id) << "  " << base::padded(kExpectedHeading, columns.expected) << "  "
       << base::padded(kFoundHeading, columns.found) << std::right << std::setw(kScoreWidth) << "score"
       << std::setw(kSolvedWidth) << "solved" << std::setw(kDepthWidth) << "depth" << std::setw(kNodesWidth) << "nodes"
       << std::setw(kTimeWidth) << "time" << '\n';
  return text.str();
}

std::string row_text(const SuiteResult& result, const SuiteColumns& columns) {
  std::ostringstream text;
  text << base::padded(result.id, columns.id) << "  " << base::padded(result.expected, columns.expected) << "  "
       << base::padded(result.found.empty() ? "-" : result.found, columns.found) << std::right << std::setw(kScoreWidth)
       << (result.score.empty() ? "-" : result.score) << std::setw(kSolvedWidth) << (result.solved ? "yes" : "no");
  if (result.solution)
    text << std::setw(kDepthWidth) << result.solution->depth << std::setw(kNodesWidth)
         << base::with_thousands(result.solution->nodes) << std::setw(kTimeWidth)
         << solving_time_text(result.solution->time);
  text << '\n';
  if (!result.fault.empty()) text << "  " << result.id << ": " << result.fault << '\n';
  return text.str();
}

SuiteTotals totals_of(const std::vector<SuiteResult>& results) {
  SuiteTotals totals;
  totals.positions = results.size();
  for (const SuiteResult& result : results) {
    totals.solved += result.solved ? 1 : 0;
    totals.faults += result.fault.empty() ? 0 : 1;
    if (result.solution) add(totals.solutions, *result.solution);
    add(totals.searches, result.end);
  }
  return totals;
}

std::string totals_text(const SuiteRun& run) {
  const SuiteTotals totals = totals_of(run.results);
  std::ostringstream text;
  text << run.engine << ", " << run.limit << " per position\n";
  text << "solved " << totals.solved << " of " << totals.positions << " ("
       << percent_text(totals.solved, totals.positions) << ")";
  if (totals.positions < run.positions)
    text << "; " << run.positions - totals.positions << " of " << run.positions << " were not searched";
  text << '\n';
  if (totals.solved > 0) {
    const auto count = static_cast<std::int64_t>(totals.solved);
    text << "to the solution, on average: depth " << std::fixed << std::setprecision(1)
         << static_cast<double>(totals.solutions.depth) / static_cast<double>(count) << ", "
         << base::with_thousands(totals.solutions.nodes / totals.solved) << " nodes, "
         << solving_time_text(totals.solutions.time / count) << '\n';
  }
  text << "in all: " << base::with_thousands(totals.searches.nodes) << " nodes, "
       << solving_time_text(totals.searches.time) << '\n';
  if (totals.faults > 0) text << "faults: " << totals.faults << '\n';
  return text.str();
}

// --- JSON ------------------------------------------------------------------------------------------------------------

namespace {

[[nodiscard]] base::Json moment_json(const SuiteMoment& moment) {
  return {{"depth", moment.depth}, {"nodes", moment.nodes}, {"time_ms", moment.time.count()}};
}

[[nodiscard]] SuiteMoment moment_from(const base::Json& json) {
  return {json.at("depth").get<int>(), json.at("nodes").get<std::uint64_t>(),
          search::Milliseconds(json.at("time_ms").get<std::int64_t>())};
}

[[nodiscard]] SuiteResult result_from(const base::Json& row) {
  SuiteResult result;
  result.id = row.at("id").get<std::string>();
  result.fen = row.at("fen").get<std::string>();
  result.expected = row.at("expected").get<std::string>();
  result.found = row.at("found").get<std::string>();
  result.score = row.at("score").get<std::string>();
  result.solved = row.at("solved").get<bool>();
  if (row.contains("solution")) result.solution = moment_from(row.at("solution"));
  result.end = moment_from(row.at("end"));
  if (row.contains("fault")) result.fault = row.at("fault").get<std::string>();
  return result;
}

}  // namespace

base::Expected<SuiteResult> suite_result_from_json(const base::Json& json) {
  try {
    return result_from(json);
  } catch (const base::Json::exception& error) {
    return base::failure(std::string("not the result of a position: ") + error.what());
  }
}

base::Json to_json(const SuiteResult& result) {
  base::Json row{{"id", result.id},       {"fen", result.fen},     {"expected", result.expected},
                 {"found", result.found}, {"score", result.score}, {"solved", result.solved}};
  if (result.solution) row["solution"] = moment_json(*result.solution);
  row["end"] = moment_json(result.end);
  if (!result.fault.empty()) row["fault"] = result.fault;
  return row;
}

base::Json to_json(const SuiteRun& run) {
  const SuiteTotals totals = totals_of(run.results);
  base::Json json{{"suite", run.suite},
                  {"engine", run.engine},
                  {"limit", run.limit},
                  {"positions", run.positions},
                  {"searched", totals.positions},
                  {"solved", totals.solved},
                  {"results", base::Json::array()}};
  for (const SuiteResult& result : run.results) json["results"].push_back(to_json(result));
  return json;
}

base::Expected<SuiteRun> suite_run_from_json(const base::Json& json, const std::string& file) {
  try {
    SuiteRun run;
    run.suite = json.at("suite").get<std::string>();
    run.engine = json.at("engine").get<std::string>();
    run.limit = json.at("limit").get<std::string>();
    run.positions = json.at("positions").get<std::size_t>();
    for (const base::Json& row : json.at("results")) run.results.push_back(result_from(row));
    return run;
  } catch (const base::Json::exception& error) {
    return base::failure(file + ": not the run of a suite: " + error.what());
  }
}

// --- Two runs --------------------------------------------------------------------------------------------------------

std::string comparison_text(const SuiteRun& before, const SuiteRun& now) {
  std::map<std::pair<std::string, std::string>, const SuiteResult*> old_results;
  for (const SuiteResult& result : before.results) old_results[{result.id, result.fen}] = &result;

  std::size_t shared = 0;
  std::size_t both = 0;
  SuiteMoment sum_before;
  SuiteMoment sum_now;
  double log_nodes = 0;
  std::vector<std::string> gained;
  std::vector<std::string> lost;
  for (const SuiteResult& result : now.results) {
    const auto found = old_results.find({result.id, result.fen});
    if (found == old_results.end()) continue;
    ++shared;
    const SuiteResult& old = *found->second;
    const std::string change =
        "  " + result.id + ": " + old.found + " -> " + result.found + " (" + result.expected + ")\n";
    if (result.solved && !old.solved) gained.push_back(change);
    if (!result.solved && old.solved) lost.push_back(change);
    if (!result.solution || !old.solution) continue;
    ++both;
    add(sum_before, *old.solution);
    add(sum_now, *result.solution);
    // A solution at the first word may have cost nothing; one node keeps the ratio finite.
    log_nodes += std::log(static_cast<double>(std::max<std::uint64_t>(result.solution->nodes, 1)) /
                          static_cast<double>(std::max<std::uint64_t>(old.solution->nodes, 1)));
  }

  std::ostringstream text;
  text << "compared with " << before.engine << ", " << before.limit << " (" << before.suite << "): " << shared
       << " positions in both";
  if (const std::size_t alone = before.results.size() + now.results.size() - 2 * shared; alone > 0)
    text << ", " << alone << " in one only";
  text << '\n';
  const auto list = [&](std::string_view what, const std::vector<std::string>& lines) {
    text << what << ' ' << lines.size() << '\n';
    for (const std::string& line : lines) text << line;
  };
  list("gained", gained);
  list("lost", lost);
  text << "solved by both " << both << '\n';
  if (both > 0) {
    text << "  nodes to the solutions " << base::with_thousands(sum_before.nodes) << " -> "
         << base::with_thousands(sum_now.nodes) << ", per position x" << std::fixed << std::setprecision(2)
         << std::exp(log_nodes / static_cast<double>(both)) << " (geometric mean)\n"
         << "  time to the solutions " << solving_time_text(sum_before.time) << " -> "
         << solving_time_text(sum_now.time) << '\n';
  }
  return text.str();
}

}  // namespace zugwerk::arena
