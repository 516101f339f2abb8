// base/files/line_journal.h
//
// What long work has finished so far, so that it can be interrupted at any moment and go on later: a file that only
// grows, a line of JSON for each finished piece. The first line says which work it belongs to. Every line ends in a
// checksum of itself. What the lines mean is the work's business.

#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/files/output_file.h"
#include "base/json.h"

namespace zugwerk::base {

/// `entry`, an object with at least one field, as a line with its checksum as the last field, "check". Bytes that are
/// not UTF-8 are replaced.
[[nodiscard]] std::string to_checked_line(const Json& entry);

/// The entry of such a line, given without its newline. An error is a clause that says what is wrong; it has no name.
/// `may_be_unchecked` accepts lines without a checksum, as other programs write them.
[[nodiscard]] Expected<Json> parse_checked_line(std::string_view line, bool may_be_unchecked = false);

/// How much of a text is whole lines: the rest was being written when something ended the writer.
[[nodiscard]] std::size_t whole_lines_of(std::string_view text);

class LineJournal {
 public:
  /// What must agree between the runs of a work, and what to do with what earlier runs left.
  struct Work {        // NOLINT(bugprone-exception-escape): of the JSON library's move, which does not throw
    std::string kind;  // "match"; other kinds of journals are refused
    Json about;        // what the first line of a new journal says
    /// Whether the first line of an existing journal describes this work; by default, if it says the same as `about`.
    /// Errors name neither file nor line.
    std::function<Expected<void>(const Json& about)> check_about = {};
    /// Gets the earlier entries in their order. An error says why one is none, without file and line.
    std::function<Expected<void>(const Json& entry)> on_entry = {};
    /// Hears what was cut off because the last run was killed while it wrote it.
    std::function<void(const std::string& message)> on_cut = {};
  };

  /// The line that begins the journal of a work.
  [[nodiscard]] static std::string first_line(const Work& work);

  /// Reads the bytes of a journal and hands its entries to the work. Returns how many of the bytes to keep: the whole
  /// lines, 0 if the journal has to be begun anew. An error begins with `name` and the number of the line.
  [[nodiscard]] static Expected<std::size_t> read(std::string_view bytes, const std::string& name, const Work& work);

  /// A new journal; one that exists is an error.
  [[nodiscard]] static Expected<LineJournal> create(const std::string& path, const Work& work);

  /// Goes on with a journal, or begins one where there is none. The torn end of a killed run is cut off; a journal that
  /// is torn inside its first line is begun anew. Anything else that is wrong is an error that names file and line, and
  /// nothing is changed. No other process can write to the journal meanwhile.
  [[nodiscard]] static Expected<LineJournal> resume(const std::string& path, const Work& work);

  /// Adds an entry; it is on the disk when this returns. On an error the file is as it was before.
  [[nodiscard]] Expected<void> add(const Json& entry);

  /// The work is done, and the file no longer needed.
  void remove();
  /// Removes the file if this object made it.
  void discard_if_new() { file_.discard_if_new(); }

 private:
  explicit LineJournal(OutputFile file) : file_(std::move(file)) {}
  [[nodiscard]] Expected<void> begin(const Work& work);

  OutputFile file_;
};

}  // namespace zugwerk::base
