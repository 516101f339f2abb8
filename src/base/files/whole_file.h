// base/files/whole_file.h
//
// Files in one piece: read whole, within a limit, and written whole or not at all. Every file that a command writes at
// its end goes through here; files that grow while it runs are output_file.h's.

#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "base/error.h"

namespace zugwerk::base {

/// What may be unpacked into memory where a reader says nothing else.
inline constexpr std::size_t kLargestWholeFile = std::size_t{64} << 20;

/// All bytes, unpacked if they are packed. An error names the file; more bytes than `limit` are one.
[[nodiscard]] Expected<std::string> read_whole_file(const std::string& path, std::size_t limit = kLargestWholeFile);

/// A file that is being written and appears, or replaces an older one, when it is whole. Until then the bytes lie in a
/// file without a name in the same folder (where the file system cannot do that: one with a name that nobody can
/// guess), which is gone when this object is. If a process is killed just when it has named its draft to put it in
/// place of an old file, the next one that writes this file removes the draft. A device or a pipe is written to
/// directly, never replaced. A link is followed, and what it points at is replaced.
class WholeFile {
 public:
  enum class Existing {
    Replace,
    Refuse,  // a file that is already there is an error, at once and when the new one would be put there
  };

  /// Says whether a file can be written there, so that long work need not end to find out.
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
  std::string target_;  // where the links lead
  std::string draft_;   // the name of the draft; empty while it has none
  Existing existing_ = Existing::Replace;
  bool direct_ = false;  // no draft: a device or a pipe
};

/// Whether the name stands for a device, a pipe or something that is open already: written to, never replaced, and no
/// place to put other files beside.
[[nodiscard]] bool is_device(const std::string& path);

/// Puts the file there or replaces it, whole or not at all: others see the old bytes or the new ones, also if the
/// program or the machine ends in between. An error names the file; what was there before is then still there.
[[nodiscard]] Expected<void> write_whole_file(const std::string& path, std::string_view bytes);

/// Whether write_whole_file could put a file there: for files that are written again and again, before the work begins.
[[nodiscard]] Expected<void> check_can_be_written(const std::string& path);

}  // namespace zugwerk::base
