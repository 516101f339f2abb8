// review/review_journal.h
//
// Finished reviews on disk, one line of JSON each, so that a run that was ended can go on. A line that was only half
// written is cut off.

#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>

#include "base/error.h"
#include "base/json.h"
#include "base/output_file.h"
#include "review/review_html.h"

namespace zugwerk::review {

/// What is kept of one game: all that the files need.
struct JournalEntry {     // NOLINT(bugprone-exception-escape): of the JSON library's move, which does not throw
  std::uint64_t key = 0;  // of the text of the game, so that another game is not taken for it
  std::string summary;
  std::string pgn;
  base::Json json;
  HtmlPart html;
};

class Journal {
 public:
  /// A new journal; one that is already there is an error. `settings` says under which the reviews were made.
  [[nodiscard]] static base::Expected<Journal> create(const std::string& path, const std::string& settings);
  /// The journal of an earlier run with the same settings, or a new one if there is none.
  [[nodiscard]] static base::Expected<Journal> resume(const std::string& path, const std::string& settings);

  /// By the number of the game.
  [[nodiscard]] const std::map<std::size_t, JournalEntry>& entries() const { return entries_; }

  /// Keeps an entry. On an error the file is as it was before.
  [[nodiscard]] base::Expected<void> add(std::size_t number, JournalEntry entry);

  /// The file is no longer needed.
  void remove();

 private:
  explicit Journal(base::OutputFile file) : file_(std::move(file)) {}

  base::OutputFile file_;
  std::map<std::size_t, JournalEntry> entries_;
};

}  // namespace zugwerk::review
