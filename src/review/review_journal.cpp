#include "review/review_journal.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string_view>

#include "base/text.h"

namespace zugwerk::review {

using base::Json;

namespace {

constexpr std::string_view kHeading = "zugwerk review journal";

[[nodiscard]] std::string line_of(const Json& json) {
  return json.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

[[nodiscard]] std::string heading_line(const std::string& settings) {
  return line_of(Json{{"file", kHeading}, {"settings", settings}});
}

[[nodiscard]] Json to_json(std::size_t number, const JournalEntry& entry) {
  return Json{{"game", number},     {"key", entry.key},      {"summary", entry.summary},     {"pgn", entry.pgn},
              {"json", entry.json}, {"row", entry.html.row}, {"section", entry.html.section}};
}

/// Throws what the JSON library throws if a field is missing.
void take_entry(const Json& json, std::map<std::size_t, JournalEntry>& entries) {
  JournalEntry entry;
  entry.key = json.at("key").get<std::uint64_t>();
  entry.summary = json.at("summary").get<std::string>();
  entry.pgn = json.at("pgn").get<std::string>();
  entry.json = json.at("json");
  entry.html = {json.at("row").get<std::string>(), json.at("section").get<std::string>()};
  entries.insert_or_assign(json.at("game").get<std::size_t>(), std::move(entry));
}

}  // namespace

base::Expected<Journal> Journal::create(const std::string& path, const std::string& settings) {
  std::error_code ignored;
  if (std::filesystem::exists(path, ignored))
    return base::failure(path + ": the journal of an earlier run; --resume goes on with it, or remove it");
  auto file = base::OutputFile::open(path, base::OutputFile::Mode::CreateNew);
  if (!file) return tl::unexpected(file.error());
  Journal journal(std::move(*file));
  if (auto written = journal.file_.append(heading_line(settings)); !written) return tl::unexpected(written.error());
  return journal;
}

base::Expected<Journal> Journal::resume(const std::string& path, const std::string& settings) {
  std::error_code ignored;
  if (!std::filesystem::exists(path, ignored)) return create(path, settings);
  auto file = base::OutputFile::open(path, base::OutputFile::Mode::Append);
  if (!file) return tl::unexpected(file.error());
  Journal journal(std::move(*file));

  std::ifstream stream(path, std::ios::binary);
  std::string line;
  std::uint64_t good = 0;  // bytes of whole lines
  bool first = true;
  while (std::getline(stream, line) && !stream.eof()) {
    const auto json = base::parse_json(line, path);
    // A line that is whole but no entry was not written by us; what was good before it is kept.
    try {
      if (!json) break;
      if (first) {
        if (json->at("file").get<std::string>() != kHeading) return base::failure(path + ": not a journal of reviews");
        if (const auto old = json->at("settings").get<std::string>(); old != settings)
          return base::failure(std::string(path)
                                   .append(": made with other settings (")
                                   .append(old)
                                   .append(" instead of ")
                                   .append(settings)
                                   .append("); use those, or remove it"));
      } else {
        take_entry(*json, journal.entries_);
      }
    } catch (const Json::exception&) {
      if (first) return base::failure(path + ": not a journal of reviews");
      break;
    }
    first = false;
    good += line.size() + 1;
  }
  if (stream.bad()) return base::failure(path + ": cannot be read");
  // Nothing but a heading that was cut off is as good as a new journal; any other file is not ours to change.
  const bool torn_heading = first && heading_line(settings).starts_with(line);
  if (first && !torn_heading) return base::failure(path + ": not a journal of reviews");
  if (auto cut = journal.file_.cut_to(good); !cut) return tl::unexpected(cut.error());
  if (first)
    if (auto written = journal.file_.append(heading_line(settings)); !written) return tl::unexpected(written.error());
  return journal;
}

base::Expected<void> Journal::add(std::size_t number, JournalEntry entry) {
  if (auto written = file_.append(line_of(to_json(number, entry))); !written) return written;
  entries_.insert_or_assign(number, std::move(entry));
  return {};
}

void Journal::remove() { static_cast<void>(std::remove(file_.path().c_str())); }

}  // namespace zugwerk::review
