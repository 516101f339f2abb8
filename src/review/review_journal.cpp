#include "review/review_journal.h"

#include <filesystem>
#include <optional>
#include <utility>

#include "base/format.h"

namespace zugwerk::review {

using base::Json;

namespace {

[[nodiscard]] Json to_json(std::size_t number, const JournalEntry& entry) {
  return Json{{"game", number},     {"key", entry.key},      {"summary", entry.summary},     {"pgn", entry.pgn},
              {"json", entry.json}, {"row", entry.html.row}, {"section", entry.html.section}};
}

constexpr const char* kAllGamesKey = "all_games";

/// What lines of a journal say. Later lines replace earlier ones about the same game.
struct JournalLines {
  std::map<std::size_t, JournalEntry> entries;
  std::optional<AllGames> all;  // of a finished shard
};

/// Throws what the JSON library throws if a field is missing.
void take_line(const Json& json, JournalLines& lines) {
  if (json.contains(kAllGamesKey)) {
    lines.all = {json.at(kAllGamesKey).get<std::size_t>(), json.at("fingerprint").get<std::uint64_t>()};
    return;
  }
  JournalEntry entry;
  entry.key = json.at("key").get<std::uint64_t>();
  entry.summary = json.at("summary").get<std::string>();
  entry.pgn = json.at("pgn").get<std::string>();
  entry.json = json.at("json");
  entry.html = {json.at("row").get<std::string>(), json.at("section").get<std::string>()};
  lines.entries.insert_or_assign(json.at("game").get<std::size_t>(), std::move(entry));
}

[[nodiscard]] base::Expected<void> read_line(const Json& json, JournalLines& lines) {
  try {
    take_line(json, lines);
    return {};
  } catch (const Json::exception& error) {
    return base::failure(std::string("not a review: ") + error.what());
  }
}

[[nodiscard]] base::LineJournal::Work work_of(const std::string& settings, const base::Shard& shard) {
  Json about{{"settings", settings}};
  if (shard.is_part()) about[base::kShardKey] = base::shard_to_json(shard);
  return {.kind = "review", .about = std::move(about)};
}

}  // namespace

base::Expected<Journal> Journal::create(const std::string& path, const std::string& settings,
                                        const base::Shard& shard) {
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored))
    return base::failure(path + ": the journal of an earlier run; --resume goes on with it, or remove it");
  auto lines = base::LineJournal::create(path, work_of(settings, shard));
  if (!lines) return tl::unexpected(lines.error());
  return Journal(*std::move(lines));
}

base::Expected<Journal> Journal::resume(const std::string& path, const std::string& settings,
                                        const std::function<void(const std::string&)>& on_cut,
                                        const base::Shard& shard) {
  JournalLines earlier;
  base::LineJournal::Work work = work_of(settings, shard);
  work.check_about = [&](const Json& about) -> base::Expected<void> {
    if (about == work.about) return {};
    if (about.is_object() && work.about["settings"] == about.value("settings", Json()))
      return base::failure(shard.is_part() ? "this is not the journal of shard " + to_string(shard)
                                           : "this is the journal of a shard");
    const Json old = about.is_object() ? about.value("settings", Json()) : Json();
    return base::failure("made with other settings (" + (old.is_string() ? old.get<std::string>() : "?") +
                         " instead of " + settings + "); use those, or remove it");
  };
  work.on_entry = [&](const Json& json) { return read_line(json, earlier); };
  work.on_cut = on_cut;
  auto lines = base::LineJournal::resume(path, work);
  if (!lines) return tl::unexpected(lines.error());
  Journal journal(*std::move(lines));
  journal.entries_ = std::move(earlier.entries);
  return journal;
}

base::Expected<void> Journal::finish(const AllGames& all) {
  if (!lines_) return {};
  return lines_->add(Json{{kAllGamesKey, all.count}, {"fingerprint", all.fingerprint}});
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

base::Expected<std::map<std::size_t, JournalEntry>> merge_entries(const base::ShardJournals& journals) {
  std::map<std::size_t, JournalEntry> entries;
  std::optional<AllGames> all;
  for (const base::ShardJournal& shard : journals.shards) {
    const auto wrong = [&](const std::string& message) { return base::failure(shard.path + ": " + message); };
    JournalLines lines;
    for (const Json& json : shard.entries)
      if (auto read = read_line(json, lines); !read) return wrong(read.error().message);
    if (!lines.all) return wrong(base::format("shard {} is not finished; resume it", to_string(shard.shard)));
    if (!all) all = lines.all;
    if (*all != *lines.all)
      return wrong("made of other games than " + journals.shards.front().path + "; review these shards again");
    // A journal may hold more if there are fewer games than there were.
    lines.entries.erase(lines.entries.upper_bound(all->count), lines.entries.end());
    for (const auto& [number, entry] : lines.entries)
      if (number == 0 || !shard.shard.has(number - 1))
        return wrong(base::format("game {} is not of this shard", number));
    if (lines.entries.size() != shard.shard.share_of(all->count))
      return wrong(base::format("it has {} of its {} games; resume shard {}", lines.entries.size(),
                                shard.shard.share_of(all->count), to_string(shard.shard)));
    entries.merge(lines.entries);
  }
  return entries;
}

}  // namespace zugwerk::review
