// base/files/output_file.h
//
// A file that grows piece by piece: a piece that cannot be written completely leaves the file as it was before. What
// the pieces mean is up to the writer. For files written all at once see whole_file.h.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/error.h"
#include "base/files/descriptor.h"

namespace zugwerk::base {

class OutputFile {
 public:
  enum class Mode {
    CreateNew,  // a file that is already there is an error
    Append,     // after what is there, or to a new file
  };

  /// Also locks the file; fails if another process has it open for writing. Devices and pipes are not locked.
  [[nodiscard]] static Expected<OutputFile> open(const std::string& path, Mode mode);

  /// Adds all of `bytes` at the end. An error names the file and the reason, a full disk for example; the file then
  /// ends where it ended before.
  [[nodiscard]] Expected<void> append(std::string_view bytes);

  /// The same, but returns only when the bytes would survive a power failure. Bytes that cannot be synced are cut off
  /// again.
  [[nodiscard]] Expected<void> append_and_sync(std::string_view bytes);

  /// Returns when everything that was appended, and the name of a new file, would survive a power failure.
  [[nodiscard]] Expected<void> sync();

  /// Truncates the file to its first `size` bytes.
  [[nodiscard]] Expected<void> cut_to(std::uint64_t size);

  /// Removes the file if this object made it: for work that fails before anything of value was written.
  void discard_if_new();

  [[nodiscard]] std::uint64_t size() const { return size_; }
  [[nodiscard]] const std::string& path() const { return path_; }
  /// Whether there was no such file before.
  [[nodiscard]] bool is_new() const { return is_new_; }

 private:
  OutputFile(Descriptor descriptor, std::string path, bool is_new);

  Descriptor descriptor_;
  std::string path_;
  std::uint64_t size_ = 0;
  bool is_new_ = false;
  bool is_regular_ = true;
  bool folder_synced_ = false;
};

}  // namespace zugwerk::base
