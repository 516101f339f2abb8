// review/review_journal.h
//
// Finished reviews on disk, one journal line each, so that an interrupted run can be resumed.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>

#include "base/error.h"
#include "base/files/line_journal.h"
#include "base/files/shard_journals.h"
#include "base/json.h"
#include "base/shard.h"
#include "review/review_html.h"

namespace zugwerk::review {

/// What is stored for a game: everything the output files need.
struct JournalEntry {     // NOLINT(bugprone-exception-escape): of the JSON library's move, which does not throw
  std::uint64_t key = 0;  // of the text of the game, to detect that it is another game
  std::string summary;
  std::string pgn;
  base::Json json;
  HtmlPart html;
};

/// All games of a run, reviewed or not: what the shards of one run must agree on, and what each says at its end.
struct AllGames {
  std::size_t count = 0;
  std::uint64_t fingerprint = 0;  // of their texts
  bool operator==(const AllGames&) const = default;
};

class Journal {
 public:
  /// A new journal; fails if there is one already. `settings` describes how the reviews were made.
  [[nodiscard]] static base::Expected<Journal> create(const std::string& path, const std::string& settings,
                                                      const base::Shard& shard = {});
  /// The journal of an earlier run with the same settings, or a new one if there is none. A torn last line is cut off
  /// and reported to `on_cut`.
  [[nodiscard]] static base::Expected<Journal> resume(const std::string& path, const std::string& settings,
                                                      const std::function<void(const std::string&)>& on_cut = {},
                                                      const base::Shard& shard = {});

  /// A journal without a file, for runs that cannot be resumed.
  [[nodiscard]] static Journal in_memory() { return Journal(std::nullopt); }

  /// By the number of the game.
  [[nodiscard]] const std::map<std::size_t, JournalEntry>& entries() const { return entries_; }

  /// Notes that a shard is finished, and of which games.
  [[nodiscard]] base::Expected<void> finish(const AllGames& all);

  /// Stores an entry. On an error the file is as it was before.
  [[nodiscard]] base::Expected<void> add(std::size_t number, JournalEntry entry);

  /// Removes the file when it is no longer needed.
  void remove();

 private:
  explicit Journal(std::optional<base::LineJournal> lines) : lines_(std::move(lines)) {}

  std::optional<base::LineJournal> lines_;
  std::map<std::size_t, JournalEntry> entries_;
};

/// The entries of all shards by the number of the game. Fails unless all shards are finished, with the same games.
[[nodiscard]] base::Expected<std::map<std::size_t, JournalEntry>> merge_entries(const base::ShardJournals& journals);

}  // namespace zugwerk::review
