// fuzz/journal_fuzz.cpp
//
// Any bytes as a journal. Only whole lines with the right checksum are accepted, a torn end is cut off, work continues
// after what is kept, and a flipped bit is detected. Checksums cannot be guessed, so the lines of the input are also
// read as entries without their closing brace, which the target completes.

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

#include "base/checksum.h"
#include "base/files/line_journal.h"
#include "base/text.h"
#include "fuzz/property.h"

namespace {

using namespace zugwerk;
using base::Json;
using base::LineJournal;
using fuzz::require;

const std::string kName = "journal";

/// The result of reading a journal.
struct Reading {
  base::Expected<std::size_t> kept;
  std::vector<Json> entries;  // that were accepted
};

/// The work that all journals here belong to. It accepts every entry without the field "refused".
[[nodiscard]] LineJournal::Work work_into(std::vector<Json>& entries) {
  LineJournal::Work work;
  work.kind = "fuzz";
  work.about = Json{{"speed", 5}};
  work.on_entry = [&entries](const Json& entry) -> base::Expected<void> {
    if (entry.contains("refused")) return base::failure("refused");
    entries.push_back(entry);
    return {};
  };
  return work;
}

[[nodiscard]] Reading read(std::string_view bytes) {
  Reading reading;
  reading.kept = LineJournal::read(bytes, kName, work_into(reading.entries));
  return reading;
}

[[nodiscard]] std::string first_line() {
  std::vector<Json> none;
  return LineJournal::first_line(work_into(none));
}

[[nodiscard]] std::string check_field(std::string_view fields) {
  std::array<char, 17> digits{};
  std::snprintf(digits.data(), digits.size(), "%016llx", static_cast<unsigned long long>(base::checksum(fields)));
  return std::string(",\"check\":\"") + digits.data() + "\"}";
}

void check_line(std::string_view line) {
  const std::size_t size = check_field({}).size();
  require(line.size() > size, "an accepted line has a checksum", line);
  const std::string_view fields = line.substr(0, line.size() - size);
  fuzz::require_equal(line.substr(fields.size()), check_field(fields), "the checksum of an accepted line is right");
}

void check_refusal(const Reading& reading, std::string_view bytes) {
  const std::string& message = reading.kept.error().message;
  require(base::is_valid_utf8(message), "a message is UTF-8", message);
  require(message.find('\n') == std::string::npos, "a message is one line", message);
  require(message.starts_with(kName + ":"), "a message names the file", message);
  const std::size_t end = message.find(": ");
  require(end != std::string::npos, "a message names the line", message);
  const auto line =
      base::parse_integer<std::size_t>(std::string_view(message).substr(kName.size() + 1, end - kName.size() - 1));
  require(line.has_value(), "a message names the line", message);
  const auto lines = static_cast<std::size_t>(std::count(bytes.begin(), bytes.end(), '\n'));
  require(*line >= 1 && *line <= std::max<std::size_t>(lines, 1), "the line exists", message);
  require(reading.entries.size() == std::max<std::size_t>(*line, 2) - 2, "the lines before it were taken", message);
}

/// A journal that was accepted as a whole, with its entries: appends to it, cuts it and damages it.
void check_journal(const std::string& journal, const std::vector<Json>& entries) {
  const Json next{{"number", 7}, {"text", "any \xFF bytes\nand lines"}};
  const std::string longer = journal + base::to_checked_line(next);
  const Reading went_on = read(longer);
  require(went_on.kept.has_value(), "a journal can be continued", journal,
          went_on.kept ? "" : went_on.kept.error().message);
  require(*went_on.kept == longer.size(), "nothing of it is cut", journal);
  require(went_on.entries.size() == entries.size() + 1, "one entry was added", journal);
  require(std::equal(entries.begin(), entries.end(), went_on.entries.begin()), "earlier entries stay", journal);
  require(went_on.entries.back()["number"] == 7, "the new entry is the last", journal);

  const std::size_t at = base::checksum(journal) % journal.size();
  const Reading cut = read(std::string_view(journal).substr(0, at));
  require(cut.kept.has_value(), "a journal may be cut anywhere", journal, cut.kept ? "" : cut.kept.error().message);
  require(*cut.kept == base::whole_lines_of(std::string_view(journal).substr(0, at)), "whole lines stay", journal);
  require(cut.entries.size() <= entries.size() && std::equal(cut.entries.begin(), cut.entries.end(), entries.begin()),
          "a cut loses only what follows it", journal);

  std::string flipped = journal;
  flipped[at] = static_cast<char>(flipped[at] ^ (1 << (base::checksum(journal, 1) % 8)));
  require(!read(flipped).kept || at == journal.size() - 1, "a flipped bit is noticed", journal, flipped);
}

void check_rewritten(const std::vector<Json>& entries) {
  for (const Json& entry : entries) {
    if (entry.empty()) continue;
    std::string line = base::to_checked_line(entry);
    require(line.find('\n') == line.size() - 1, "an entry is one line", line);
    line.pop_back();
    const auto again = base::parse_checked_line(line);
    require(again.has_value(), "a written line can be read", line, again ? "" : again.error().message);
    require(*again == entry, "a written line reads back the same", line, again->dump());
  }
}

void check_file(std::string_view bytes) {
  const Reading reading = read(bytes);
  if (!reading.kept) return check_refusal(reading, bytes);
  require(*reading.kept == base::whole_lines_of(bytes), "whole lines are kept and the torn end is cut", bytes);
  std::size_t lines = 0;
  for (std::string_view rest = bytes.substr(0, *reading.kept); !rest.empty(); ++lines) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(line.size() + 1);
    check_line(line);
  }
  require(lines == (lines == 0 ? 0 : 1) + reading.entries.size(), "every line is the first or an entry", bytes);
  check_rewritten(reading.entries);
  check_journal(lines == 0 ? first_line() : std::string(bytes.substr(0, *reading.kept)), reading.entries);
}

/// The lines of the input with their checksums; its last line stays torn.
[[nodiscard]] std::string completed(std::string_view bytes) {
  std::string journal;
  while (true) {
    const std::size_t end = bytes.find('\n');
    if (end == std::string_view::npos) return journal.append(bytes);
    const std::string_view fields = bytes.substr(0, end);
    journal.append(fields).append(check_field(fields)).append("\n");
    bytes.remove_prefix(end + 1);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  check_file(bytes);
  const std::string lines = completed(bytes);
  check_file(lines);
  check_file(first_line() + lines);
  return 0;
}
