#include "review/review_journal.h"

#include <filesystem>

namespace zugwerk::review {

using base::Json;

namespace {

[[nodiscard]] Json to_json(std::size_t number, const JournalEntry& entry) {
  return Json{{"game", number},     {"key", entry.key},      {"summary", entry.summary},     {"pgn", entry.pgn},
              {"json", entry.json}, {"row", entry.html.row}, {"section", entry.html.section}};
}

/// Throws what the JSON library throws if a field is missing.
void take_review(const Json& json, std::map<std::size_t, JournalEntry>& entries) {
  JournalEntry entry;
  entry.key = json.at("key").get<std::uint64_t>();
  entry.summary = json.at("summary").get<std::string>();
  entry.pgn = json.at("pgn").get<std::string>();
  entry.json = json.at("json");
  entry.html = {json.at("row").get<std::string>(), json.at("section").get<std::string>()};
  entries.insert_or_assign(json.at("game").get<std::size_t>(), std::move(entry));
}

[[nodiscard]] base::LineJournal::Work work_of(const std::string& settings) {
  return {.kind = "review", .about = Json{{"settings", settings}}};
}

}  // namespace

base::Expected<Journal> Journal::create(const std::string& path, const std::string& settings) {
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored))
    return base::failure(path + ": the journal of an earlier run; --resume goes on with it, or remove it");
  auto lines = base::LineJournal::create(path, work_of(settings));
  if (!lines) return tl::unexpected(lines.error());
  return Journal(*std::move(lines));
}

base::Expected<Journal> Journal::resume(const std::string& path, const std::string& settings,
                                        const std::function<void(const std::string&)>& on_cut) {
  std::map<std::size_t, JournalEntry> entries;
  base::LineJournal::Work work = work_of(settings);
  work.check_about = [&](const Json& about) -> base::Expected<void> {
    if (about == work.about) return {};
    const Json old = about.is_object() ? about.value("settings", Json()) : Json();
    return base::failure("made with other settings (" + (old.is_string() ? old.get<std::string>() : "?") +
                         " instead of " + settings + "); use those, or remove it");
  };
  work.on_entry = [&](const Json& json) -> base::Expected<void> {
    try {
      take_review(json, entries);
      return {};
    } catch (const Json::exception& error) {
      return base::failure(std::string("not a review: ") + error.what());
    }
  };
  work.on_cut = on_cut;
  auto lines = base::LineJournal::resume(path, work);
  if (!lines) return tl::unexpected(lines.error());
  Journal journal(*std::move(lines));
  journal.entries_ = std::move(entries);
  return journal;
}

base::Expected<void> Journal::add(std::size_t number, JournalEntry entry) {
  if (lines_)
    if (auto written = lines_->add(to_json(number, entry)); !written) return written;
  entries_.insert_or_assign(number, std::move(entry));
  return {};
}

void Journal::remove() {
  if (lines_) lines_->remove();
}

}  // namespace zugwerk::review
