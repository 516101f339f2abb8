// base/files/line_journal.h
//
// Checkpoints of long work, so that it can be interrupted at any moment and resumed later: an append-only file with a
// line of JSON for each finished piece. The first line says which work it belongs to. Every line ends in its own
// checksum. What the lines mean is up to the work.

#pragma once

#include <cstddef>
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

/// The entry of such a line, given without its newline. An error is a clause that says what is wrong, without the name
/// of the file.
/// `may_be_unchecked` accepts lines without a checksum, as other programs write them.
[[nodiscard]] Expected<Json> parse_checked_line(std::string_view line, bool may_be_unchecked = false);

/// The length of a text up to the end of its last whole line; the writer was killed while it wrote the rest.
[[nodiscard]] std::size_t whole_lines_of(std::string_view text);

class LineJournal {
 public:
  /// In bytes.
  static constexpr std::size_t kLargest = std::size_t{4} << 30;

  /// What must agree between the runs of a work, and how to handle what earlier runs left.
  struct Work {        // NOLINT(bugprone-exception-escape): of the JSON library's move, which does not throw
    std::string kind;  // "match"; other kinds of journals are refused
    Json about;        // what the first line of a new journal says
    /// Whether the first line of an existing journal describes this work; by default, if it equals `about`. Errors name
    /// neither file nor line.
    std::function<Expected<void>(const Json& about)> check_about = {};
    /// Receives the earlier entries in order. An error says why one is invalid, without file and line.
    std::function<Expected<void>(const Json& entry)> on_entry = {};
    /// Receives a warning if a torn last line was cut off because the previous run was killed while writing it.
    std::function<void(const std::string& message)> on_cut = {};
  };

  /// The line that begins the journal of a work.
  [[nodiscard]] static std::string first_line(const Work& work);

  /// Reads the bytes of a journal and hands its entries to the work. Returns how many of the bytes to keep: the whole
  /// lines, 0 if the journal has to be started afresh. An error begins with `name` and the number of the line.
  [[nodiscard]] static Expected<std::size_t> read(std::string_view bytes, const std::string& name, const Work& work);

  /// A new journal; one that exists is an error.
  [[nodiscard]] static Expected<LineJournal> create(const std::string& path, const Work& work);

  /// Continues a journal, or starts one if there is none. The torn last line of a killed run is cut off; a journal torn
  /// inside its first line is started afresh. Any other fault is an error that names file and line, and nothing is
  /// changed. No other process can write to the journal meanwhile.
  [[nodiscard]] static Expected<LineJournal> resume(const std::string& path, const Work& work);

  /// Adds an entry; it is on the disk when this returns. On an error the file is as it was before.
  [[nodiscard]] Expected<void> add(const Json& entry);

  /// Removes the file when the work is done and it is no longer needed.
  void remove();
  /// Removes the file if this object made it.
  void discard_if_new() { file_.discard_if_new(); }

 private:
  explicit LineJournal(OutputFile file) : file_(std::move(file)) {}
  [[nodiscard]] Expected<void> begin(const Work& work);

  OutputFile file_;
};

}  // namespace zugwerk::base
