#include "base/files/line_journal.h"

#include <algorithm>
#include <cstdio>
#include <utility>

#include "base/checksum.h"
#include "base/files/whole_file.h"
#include "base/format.h"
#include "base/text.h"

namespace zugwerk::base {

namespace {

/// The end of a line: "check":"0123456789abcdef"} after the comma that follows the other fields.
constexpr std::string_view kCheckKey = R"(,"check":")";
constexpr std::string_view kCheckEnd = "\"}";
constexpr std::size_t kChecksumDigits = 16;
constexpr std::size_t kCheckSize = kCheckKey.size() + kChecksumDigits + kCheckEnd.size();

constexpr int kVersion = 2;

/// The start of the first line of every journal of a kind.
[[nodiscard]] std::string heading_start(const std::string& kind) {
  return R"({"journal":"zugwerk )" + kind + R"(","version":)";
}

[[nodiscard]] Json heading_of(const LineJournal::Work& work) {
  return {{"journal", "zugwerk " + work.kind}, {"version", kVersion}, {"about", work.about}};
}

[[nodiscard]] Expected<void> check_heading(const Json& heading, const LineJournal::Work& work) {
  if (!heading.is_object() || heading.value("journal", Json()) != "zugwerk " + work.kind || !heading.contains("about"))
    return failure("not the journal of a " + work.kind);
  if (heading.value("version", Json()) != kVersion)
    return failure("the journal of another version of this program; remove it, or finish with that version");
  const Json& about = heading["about"];
  if (work.check_about) return work.check_about(about);
  if (about != work.about) return failure("the journal of another " + work.kind + ": " + about.dump());
  return {};
}

}  // namespace

std::string to_checked_line(const Json& entry) {
  std::string line = entry.dump(-1, ' ', false, Json::error_handler_t::replace);
  line.pop_back();  // the brace
  const std::string check = checksum_text(line);
  return line.append(kCheckKey).append(check).append(kCheckEnd).append("\n");
}

Expected<Json> parse_checked_line(std::string_view line, bool may_be_unchecked) {
  const std::string_view end = line.substr(line.size() - std::min(line.size(), kCheckSize));
  const bool checked = end.size() == kCheckSize && end.starts_with(kCheckKey) && end.ends_with(kCheckEnd);
  if (!checked && !may_be_unchecked) return failure("damaged: there is no checksum at its end");
  if (checked) {
    const std::string_view fields = line.substr(0, line.size() - kCheckSize);
    if (const std::string found = checksum_text(fields); end.substr(kCheckKey.size(), kChecksumDigits) != found)
      return failure("damaged: its checksum is " + found + ", not the one at its end");
  }
  auto entry = parse_json(line);
  // With a checksum at its end a line of JSON is an object.
  if (entry && checked) entry->erase("check");
  return entry;
}

std::size_t whole_lines_of(std::string_view text) {
  const std::size_t last = text.rfind('\n');
  return last == std::string_view::npos ? 0 : last + 1;
}

std::string LineJournal::first_line(const Work& work) { return to_checked_line(heading_of(work)); }

Expected<std::size_t> LineJournal::read(std::string_view bytes, const std::string& name, const Work& work) {
  std::size_t number = 0;
  const auto wrong = [&](const std::string& message) { return failure(format("{}:{}: {}", name, number, message)); };
  const std::string start = heading_start(work.kind);
  const std::size_t whole = whole_lines_of(bytes);
  for (std::string_view rest = bytes.substr(0, whole); !rest.empty();) {
    const std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(line.size() + 1);
    ++number;
    const auto entry = parse_checked_line(line);
    if (!entry && number == 1 && !line.starts_with(start)) return wrong("not the journal of a " + work.kind);
    if (!entry)
      return wrong(entry.error().message +
                   (number == 1 ? "" : "; remove this line and all after it to go on from there"));
    const auto taken = number == 1 ? check_heading(*entry, work) : work.on_entry(*entry);
    if (!taken) return wrong(taken.error().message);
  }
  // Only the beginning of a journal of this kind may be overwritten.
  if (whole == 0 && !start.starts_with(bytes.substr(0, start.size()))) {
    number = 1;
    return wrong("not the journal of a " + work.kind);
  }
  return whole;
}

Expected<void> LineJournal::begin(const Work& work) {
  auto written = file_.append_and_sync(first_line(work));
  if (!written) file_.discard_if_new();
  return written;
}

Expected<LineJournal> LineJournal::create(const std::string& path, const Work& work) {
  auto file = OutputFile::open(path, OutputFile::Mode::CreateNew);
  if (!file) return tl::unexpected(file.error());
  LineJournal journal(*std::move(file));
  if (auto begun = journal.begin(work); !begun) return tl::unexpected(begun.error());
  return journal;
}

Expected<LineJournal> LineJournal::resume(const std::string& path, const Work& work) {
  auto file = OutputFile::open(path, OutputFile::Mode::Append);
  if (!file) return tl::unexpected(file.error());
  LineJournal journal(*std::move(file));
  const auto bytes = journal.file_.is_new() ? std::string() : read_whole_file(path, kLargest);
  if (!bytes) return tl::unexpected(bytes.error());
  const auto kept = read(*bytes, path, work);
  if (!kept) return tl::unexpected(kept.error());
  if (*kept < bytes->size()) {
    if (auto cut = journal.file_.cut_to(*kept); !cut) return tl::unexpected(cut.error());
    const auto lines = std::count(bytes->begin(), bytes->begin() + static_cast<std::ptrdiff_t>(*kept), '\n');
    if (work.on_cut)
      work.on_cut(
          format("{}:{}: the line was cut off in the middle when an earlier run ended; its {} bytes are dropped", path,
                 lines + 1, with_thousands(bytes->size() - *kept)));
  }
  if (*kept == 0)
    if (auto begun = journal.begin(work); !begun) return tl::unexpected(begun.error());
  return journal;
}

Expected<void> LineJournal::add(const Json& entry) { return file_.append_and_sync(to_checked_line(entry)); }

void LineJournal::remove() { static_cast<void>(std::remove(file_.path().c_str())); }

}  // namespace zugwerk::base
