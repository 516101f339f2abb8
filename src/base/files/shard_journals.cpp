#include "base/files/shard_journals.h"

#include <algorithm>
#include <optional>
#include <set>

#include "base/files/line_journal.h"
#include "base/files/whole_file.h"
#include "base/format.h"
#include "base/text.h"

namespace zugwerk::base {

namespace {

constexpr std::string_view kEnding = ".journal";
constexpr const char* kNumberKey = "is";

[[nodiscard]] std::string journal_of(const std::string& path) {
  return path.ends_with(kEnding) ? path : path + std::string(kEnding);
}

/// The kind of a journal, from its first line; nothing if it is none.
[[nodiscard]] std::optional<std::string> kind_of(std::string_view bytes) {
  constexpr std::string_view kProgram = "zugwerk ";
  const auto heading = parse_checked_line(bytes.substr(0, bytes.find('\n')));
  if (!heading || !heading->is_object()) return std::nullopt;
  const Json name = heading->value("journal", Json());
  if (!name.is_string() || !name.get<std::string>().starts_with(kProgram)) return std::nullopt;
  return name.get<std::string>().substr(kProgram.size());
}

[[nodiscard]] Expected<Shard> shard_from(const Json& about) {
  const Json place = about.is_object() ? about.value(kShardKey, Json()) : Json();
  const Json number = place.is_object() ? place.value(kNumberKey, Json()) : Json();
  if (!number.is_string()) return failure("this is a whole run, not a shard");
  return Shard::parse(number.get<std::string>());
}

/// Reads one journal; `kind` and `about` receive what its first line says.
[[nodiscard]] Expected<ShardJournal> read_one(const std::string& path, std::string& kind, Json& about) {
  auto bytes = read_whole_file(path, LineJournal::kLargest);
  if (!bytes) return tl::unexpected(bytes.error());
  const auto found = kind_of(*bytes);
  if (!found) return failure(path + ": not a journal");
  kind = *found;
  ShardJournal journal;
  journal.path = path;
  LineJournal::Work work{.kind = kind, .about = {}};
  work.check_about = [&](const Json& first_line) -> Expected<void> {
    auto shard = shard_from(first_line);
    if (!shard) return tl::unexpected(shard.error());
    journal.shard = *shard;
    journal.about = first_line.at(kShardKey);
    about = first_line;
    about.erase(kShardKey);
    return {};
  };
  work.on_entry = [&](const Json& entry) -> Expected<void> {
    journal.entries.push_back(entry);
    return {};
  };
  if (const auto read = LineJournal::read(*bytes, path, work); !read) return tl::unexpected(read.error());
  return journal;
}

/// "3", "3 and 5", "3, 5 and 6"; of many only the first.
[[nodiscard]] std::string list_text(const std::vector<std::uint64_t>& numbers) {
  constexpr std::size_t kMost = 20;
  const std::size_t told = std::min(numbers.size(), kMost);
  std::string text;
  for (std::size_t i = 0; i < told; ++i) {
    const bool last = i + 1 == numbers.size();
    append_format(text, "{}{}", i == 0 ? "" : last ? " and " : ", ", numbers[i]);
  }
  if (told < numbers.size()) append_format(text, " and {} more", numbers.size() - told);
  return text;
}

}  // namespace

Json shard_to_json(const Shard& shard) { return {{kNumberKey, to_string(shard)}}; }

std::string ShardJournal::file() const { return path.substr(0, path.size() - kEnding.size()); }

Expected<ShardJournals> read_shard_journals(const std::vector<std::string>& paths) {
  std::set<std::string> names;
  for (const std::string& path : paths) names.insert(journal_of(path));
  ShardJournals journals;
  for (const std::string& path : names) {
    std::string kind;
    Json about;
    auto journal = read_one(path, kind, about);
    if (!journal) return tl::unexpected(journal.error());
    if (journals.shards.empty()) {
      journals.kind = kind;
      journals.about = about;
    }
    const ShardJournal& first = journals.shards.empty() ? *journal : journals.shards.front();
    if (kind != journals.kind)
      return failure(format("{} is of a {}, but {} of a {}", path, kind, first.path, journals.kind));
    if (journal->shard.count() != first.shard.count())
      return failure(format("{} is shard {}, but {} is shard {}: another number of shards", path,
                            to_string(journal->shard), first.path, to_string(first.shard)));
    if (const auto different = differences(journals.about, about, "there", "here"); !different.empty()) {
      std::string text = format("{}: this is another run than that of {}:", path, first.path);
      for (const std::string& one : different) text += "\n  " + one;
      return failure(text);
    }
    journals.shards.push_back(*std::move(journal));
  }
  if (journals.shards.empty()) return failure("there is no shard to merge");
  std::stable_sort(journals.shards.begin(), journals.shards.end(),
                   [](const ShardJournal& a, const ShardJournal& b) { return a.shard.number() < b.shard.number(); });
  for (std::size_t i = 1; i < journals.shards.size(); ++i)
    if (journals.shards[i].shard == journals.shards[i - 1].shard)
      return failure(format("shard {} is there twice: {} and {}", to_string(journals.shards[i].shard),
                            journals.shards[i - 1].path, journals.shards[i].path));
  const std::uint64_t count = journals.shards.front().shard.count();
  std::vector<std::uint64_t> missing;
  auto next = journals.shards.begin();
  for (std::uint64_t number = 1; number <= count; ++number) {
    if (next != journals.shards.end() && next->shard.number() == number)
      ++next;
    else
      missing.push_back(number);
  }
  if (!missing.empty())
    return failure(format("of {} shards, {} {} missing: {}", count, missing.size(), missing.size() == 1 ? "is" : "are",
                          list_text(missing)));
  return journals;
}

Expected<void> check_shards_finished(const ShardJournals& journals, const std::vector<ShardCount>& counts,
                                     std::string_view unit) {
  std::string text;
  for (std::size_t i = 0; i < counts.size(); ++i)
    if (counts[i].done < counts[i].of)
      append_format(text, "{}{}: shard {} has {} of its {} {}; resume it", text.empty() ? "" : "\n",
                    journals.shards[i].path, to_string(journals.shards[i].shard), counts[i].done, counts[i].of, unit);
  if (!text.empty()) return failure(text);
  return {};
}

}  // namespace zugwerk::base
