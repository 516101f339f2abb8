#include "arena/suite/suite_report.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>

#include "base/format.h"
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
  return base::format("{:.3f} s", static_cast<double>(time.count()) / 1000.0);
}

[[nodiscard]] std::string percent_text(std::size_t part, std::size_t whole) {
  return base::format("{:.1f} %", whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole));
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
  return base::format("{}  {}  {}{:>{}}{:>{}}{:>{}}{:>{}}{:>{}}\n", base::padded(kIdHeading, columns.id),
                      base::padded(kExpectedHeading, columns.expected), base::padded(kFoundHeading, columns.found),
                      "score", kScoreWidth, "solved", kSolvedWidth, "depth", kDepthWidth, "nodes", kNodesWidth, "time",
                      kTimeWidth);
}

std::string row_text(const SuiteResult& result, const SuiteColumns& columns) {
  std::string text = base::format(
      "{}  {}  {}{:>{}}{:>{}}", base::padded(result.id, columns.id), base::padded(result.expected, columns.expected),
      base::padded(result.found.empty() ? "-" : result.found, columns.found), result.score.empty() ? "-" : result.score,
      kScoreWidth, result.solved ? "yes" : "no", kSolvedWidth);
  if (const auto& solution = result.solution)
    base::append_format(text, "{:>{}}{:>{}}{:>{}}", solution->depth, kDepthWidth, base::with_thousands(solution->nodes),
                        kNodesWidth, solving_time_text(solution->time), kTimeWidth);
  text += '\n';
  if (!result.fault.empty()) base::append_format(text, "  {}: {}\n", result.id, result.fault);
  return text;
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
  std::string text = base::format("{}, {} per position\nsolved {} of {} ({})", run.engine, run.limit, totals.solved,
                                  totals.positions, percent_text(totals.solved, totals.positions));
  if (totals.positions < run.positions)
    base::append_format(text, "; {} of {} were not searched", run.positions - totals.positions, run.positions);
  text += '\n';
  if (totals.solved > 0) {
    const auto count = static_cast<std::int64_t>(totals.solved);
    base::append_format(text, "to the solution, on average: depth {:.1f}, {} nodes, {}\n",
                        static_cast<double>(totals.solutions.depth) / static_cast<double>(count),
                        base::with_thousands(totals.solutions.nodes / totals.solved),
                        solving_time_text(totals.solutions.time / count));
  }
  base::append_format(text, "in all: {} nodes, {}\n", base::with_thousands(totals.searches.nodes),
                      solving_time_text(totals.searches.time));
  if (totals.faults > 0) base::append_format(text, "faults: {}\n", totals.faults);
  return text;
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
        base::format("  {}: {} -> {} ({})\n", result.id, old.found, result.found, result.expected);
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

  std::string text = base::format("compared with {}, {} ({}): {} positions in both", before.engine, before.limit,
                                  before.suite, shared);
  if (const std::size_t alone = before.results.size() + now.results.size() - 2 * shared; alone > 0)
    base::append_format(text, ", {} in one only", alone);
  text += '\n';
  const auto list = [&](std::string_view what, const std::vector<std::string>& lines) {
    base::append_format(text, "{} {}\n", what, lines.size());
    for (const std::string& line : lines) text += line;
  };
  list("gained", gained);
  list("lost", lost);
  base::append_format(text, "solved by both {}\n", both);
  if (both > 0) {
    base::append_format(text, "  nodes to the solutions {} -> {}, per position x{:.2f} (geometric mean)\n",
                        base::with_thousands(sum_before.nodes), base::with_thousands(sum_now.nodes),
                        std::exp(log_nodes / static_cast<double>(both)));
    base::append_format(text, "  time to the solutions {} -> {}\n", solving_time_text(sum_before.time),
                        solving_time_text(sum_now.time));
  }
  return text;
}

}  // namespace zugwerk::arena
