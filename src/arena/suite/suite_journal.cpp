#include "arena/suite/suite_journal.h"

#include <filesystem>
#include <map>
#include <vector>

#include "arena/suite/suite_report.h"
#include "base/checksum.h"
#include "base/format.h"
#include "base/text.h"

namespace zugwerk::arena {

namespace {

/// Of all positions and what is asked of them.
[[nodiscard]] std::uint64_t fingerprint_of(const Suite& suite) {
  std::uint64_t sum = 0;
  for (const SuitePosition& position : suite.positions) {
    const SuiteResult asked = judge(position, SuiteSearch{});
    for (const std::string* text : {&asked.id, &asked.fen, &asked.expected}) sum = base::checksum(*text, sum);
  }
  return sum;
}

constexpr const char* kPositionsKey = "positions";
constexpr const char* kSuiteKey = "suite";  // only of shards

struct SuiteEntry {
  std::size_t position = 0;  // its index
  std::string engine;
  SuiteResult result;
};

[[nodiscard]] base::Expected<SuiteEntry> suite_entry_from_json(const base::Json& entry) {
  const auto is = [&](const char* name, bool (base::Json::*fits)() const) {
    return entry.is_object() && entry.contains(name) && (entry[name].*fits)();
  };
  if (!is("position", &base::Json::is_number_unsigned) || !is("engine", &base::Json::is_string) ||
      !entry.contains("result"))
    return base::failure("a field is missing");
  auto result = suite_result_from_json(entry["result"]);
  if (!result) return tl::unexpected(result.error());
  return SuiteEntry{entry["position"].get<std::size_t>(), entry["engine"].get<std::string>(), *std::move(result)};
}

}  // namespace

base::Expected<SuiteJournal> SuiteJournal::open(const std::string& path, const Suite& suite, base::Json about,
                                                bool resume, const std::function<void(const std::string&)>& on_cut,
                                                const base::Shard& shard) {
  std::error_code ignored;
  if (!resume && std::filesystem::exists(path, ignored))
    return base::failure(path + ": the journal of an earlier run; --resume goes on with it, or remove it");
  SuiteKnown known;
  base::LineJournal::Work work;
  work.kind = "suite";
  about[kPositionsKey] = suite.positions.size();
  about["fingerprint"] = fingerprint_of(suite);
  if (shard.is_part()) {
    about[kSuiteKey] = base::to_utf8(suite.name);
    about[base::kShardKey] = base::shard_to_json(shard);
  }
  work.about = std::move(about);
  work.on_cut = on_cut;
  work.on_entry = [&](const base::Json& entry) -> base::Expected<void> {
    auto line = suite_entry_from_json(entry);
    if (!line) return tl::unexpected(line.error());
    if (line->position >= suite.positions.size() || suite.positions[line->position].id != line->result.id)
      return base::failure("the suite has no such position");
    known.engine = std::move(line->engine);
    known.results[line->position] = std::move(line->result);
    return {};
  };
  auto lines = base::LineJournal::resume(path, work);
  if (!lines) return tl::unexpected(lines.error());
  return SuiteJournal(*std::move(lines), std::move(known));
}

base::Expected<void> SuiteJournal::add(std::size_t index, const std::string& engine, const SuiteResult& result) {
  return lines_.add(base::Json{{"position", index}, {"engine", engine}, {"result", to_json(result)}});
}

base::Expected<SuiteRun> merge_suite_shards(const base::ShardJournals& journals) {
  SuiteRun run;
  try {
    run.suite = journals.about.at(kSuiteKey).get<std::string>();
    run.limit = journals.about.at("limit").get<std::string>();
    run.positions = journals.about.at(kPositionsKey).get<std::size_t>();
  } catch (const base::Json::exception& error) {
    return base::failure(journals.shards.front().path + ":1: not the description of a suite: " + error.what());
  }
  std::map<std::size_t, SuiteResult> results;
  std::vector<base::ShardCount> counts;
  for (const base::ShardJournal& shard : journals.shards) {
    for (const base::Json& entry : shard.entries) {
      auto line = suite_entry_from_json(entry);
      if (!line) return base::failure(shard.path + ": " + line.error().message);
      if (line->position >= run.positions || !shard.shard.has(line->position))
        return base::failure(base::format("{}: position {} is not of this shard", shard.path, line->position + 1));
      run.engine = std::move(line->engine);
      results[line->position] = std::move(line->result);
    }
    counts.push_back({shard.entries.size(), shard.shard.share_of(run.positions)});
  }
  if (auto finished = check_shards_finished(journals, counts, "positions"); !finished)
    return tl::unexpected(finished.error());
  for (auto& [position, result] : results) run.results.push_back(std::move(result));
  return run;
}

}  // namespace zugwerk::arena
