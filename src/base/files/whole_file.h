// base/files/whole_file.h
//
// Files in one piece: read whole, within a limit, and written whole or not at all. Every file that a command writes
// when it finishes goes through here; for files that grow while it runs see output_file.h.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/error.h"

namespace zugwerk::base {

/// The default limit for what may be decompressed into memory.
inline constexpr std::size_t kLargestWholeFile = std::size_t{64} << 20;

/// All bytes, decompressed if necessary. An error names the file; more than `limit` bytes are an error.
[[nodiscard]] Expected<std::string> read_whole_file(const std::string& path, std::size_t limit = kLargestWholeFile);

/// A file that is being written and appears, or replaces an older one, when it is whole. Until then the bytes are in an
/// unnamed file in the same folder (or, where the file system cannot do that, in one with an unguessable name), which
/// disappears with this object. If a process is killed just after it has named its draft to replace an old file, the
/// next process that writes this file removes the draft. A device or a pipe is written to directly, never replaced. A
/// link is followed, and its target is replaced.
class WholeFile {
 public:
  enum class Existing {
    Replace,
    Refuse,  // an existing file is an error, both now and when the new one is put in place
  };

  /// Checks whether a file can be written there, so that long work finds out before it begins.
  [[nodiscard]] static Expected<WholeFile> open(const std::string& path, Existing existing = Existing::Replace);

  WholeFile(WholeFile&& other) noexcept;
  WholeFile& operator=(WholeFile&& other) noexcept;
  ~WholeFile();

  [[nodiscard]] Expected<void> append(std::string_view bytes);

  /// Puts the file in its place, once. It then also survives a power failure. On an error what was there before is
  /// still there.
  [[nodiscard]] Expected<void> commit();

  /// As the caller named it.
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  WholeFile(std::string path, std::string target, Existing existing);
  [[nodiscard]] Expected<void> make_draft();
  [[nodiscard]] Expected<void> name_draft();
  [[nodiscard]] Expected<void> put_in_place();
  void discard();

  int descriptor_ = -1;
  std::string path_;
  std::string target_;  // the target of the links
  std::string draft_;   // the name of the draft; empty while it has none
  Existing existing_ = Existing::Replace;
  bool direct_ = false;  // no draft: a device or a pipe
};

/// Whether the name stands for a device, a pipe or an open descriptor: written to, never replaced, and with no room for
/// other files beside it.
[[nodiscard]] bool is_device(const std::string& path);

/// Creates or replaces the file, atomically: others see the old bytes or the new ones, even if the program or the
/// machine stops in between. An error names the file; what was there before is then still there.
[[nodiscard]] Expected<void> write_whole_file(const std::string& path, std::string_view bytes);

/// Whether write_whole_file could put a file there: for files that are written repeatedly, checked before the work
/// begins.
[[nodiscard]] Expected<void> check_can_be_written(const std::string& path);

}  // namespace zugwerk::base
