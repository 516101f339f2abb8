#include "arena/suite/suite_journal.h"

#include <filesystem>

#include "arena/suite/suite_report.h"
#include "base/checksum.h"

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

}  // namespace

base::Expected<SuiteJournal> SuiteJournal::open(const std::string& path, const Suite& suite, base::Json about,
                                                bool resume, const std::function<void(const std::string&)>& on_cut) {
  std::error_code ignored;
  if (!resume && std::filesystem::exists(path, ignored))
    return base::failure(path + ": the journal of an earlier run; --resume goes on with it, or remove it");
  SuiteKnown known;
  base::LineJournal::Work work;
  work.kind = "suite";
  about["positions"] = suite.positions.size();
  about["fingerprint"] = fingerprint_of(suite);
  work.about = std::move(about);
  work.on_cut = on_cut;
  work.on_entry = [&](const base::Json& entry) -> base::Expected<void> {
    const auto is = [&](const char* name, bool (base::Json::*fits)() const) {
      return entry.is_object() && entry.contains(name) && (entry[name].*fits)();
    };
    if (!is("position", &base::Json::is_number_unsigned) || !is("engine", &base::Json::is_string) ||
        !entry.contains("result"))
      return base::failure("a field is missing");
    const auto index = entry["position"].get<std::size_t>();
    auto result = suite_result_from_json(entry["result"]);
    if (!result) return tl::unexpected(result.error());
    if (index >= suite.positions.size() || suite.positions[index].id != result->id)
      return base::failure("the suite has no such position");
    known.engine = entry["engine"].get<std::string>();
    known.results[index] = *std::move(result);
    return {};
  };
  auto lines = base::LineJournal::resume(path, work);
  if (!lines) return tl::unexpected(lines.error());
  return SuiteJournal(*std::move(lines), std::move(known));
}

base::Expected<void> SuiteJournal::add(std::size_t index, const std::string& engine, const SuiteResult& result) {
  return lines_.add(base::Json{{"position", index}, {"engine", engine}, {"result", to_json(result)}});
}

}  // namespace zugwerk::arena
