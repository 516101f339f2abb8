// base/os/file_calls.h
//
// Files by descriptor, as the operating system knows them: each call reports failure by its result and leaves the
// reason in errno, on every system. What files mean to the program is in base/files.

#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace zugwerk::base::os {

inline constexpr int kStandardInput = 0;

enum class OpenMode : std::uint8_t {
  Read,       // without waiting for the other end of a pipe
  Write,      // must exist
  Create,     // for writing; made if it does not exist
  CreateNew,  // for writing; an existing one is an error (EEXIST)
  Append,     // for writing at its end; made if it does not exist
};

/// The descriptor, or -1. Child processes do not inherit it.
[[nodiscard]] int open_file(const std::string& path, OpenMode mode);
/// False if the system reports only now that something could not be written.
bool close_file(int descriptor);

/// How many bytes were read, 0 at the end, or -1. Waits for at least one.
[[nodiscard]] std::ptrdiff_t read_some(int descriptor, std::span<char> room);
/// How many bytes were written, or -1.
[[nodiscard]] std::ptrdiff_t write_some(int descriptor, std::string_view bytes);
/// The same at an offset.
[[nodiscard]] std::ptrdiff_t read_some_at(int descriptor, std::uint64_t offset, std::span<char> room);

/// The next write goes to this offset.
[[nodiscard]] bool seek_to(int descriptor, std::uint64_t offset);
[[nodiscard]] bool truncate_file(int descriptor, std::uint64_t size);
/// Waits until the bytes of a file, or the names in a folder, are on the disk. True where that cannot be asked for.
[[nodiscard]] bool sync_file(int descriptor);
[[nodiscard]] bool sync_folder(const std::string& folder);

enum class FileKind : std::uint8_t { Regular, Folder, Other };

struct FileStatus {
  FileKind kind = FileKind::Other;
  std::uint64_t device = 0;
  std::uint64_t number = 0;
  std::uint64_t size = 0;
  std::int64_t modified = 0;  // nanoseconds since 1970
  unsigned permissions = 0;
};

/// Links are followed.
[[nodiscard]] std::optional<FileStatus> status_of(const std::string& path);
[[nodiscard]] std::optional<FileStatus> status_of(int descriptor);
[[nodiscard]] bool is_link(const std::string& path);
[[nodiscard]] bool exists(const std::string& path);
[[nodiscard]] bool may_write(const std::string& path);
/// Whether a name stands for a device or an open descriptor whatever is there.
[[nodiscard]] bool is_device_name(const std::string& path);

enum class LockKind : std::uint8_t { Exclusive, Shared };
enum class LockResult : std::uint8_t { Locked, HeldByAnother, Failed };
/// Until the descriptor is closed, by whatever way. Locks are between those who ask for them.
[[nodiscard]] LockResult lock_file(int descriptor, LockKind kind);

/// A file without a name in this folder, for writing, or -1: not supported there if can_be_named_instead().
[[nodiscard]] int open_unnamed(const std::string& folder);
/// Whether the failure of open_unnamed, by its errno, means only that such files are not supported.
[[nodiscard]] bool can_be_named_instead(int reason);
/// Gives an unnamed file a name, which must be free (EEXIST).
[[nodiscard]] bool give_name(int descriptor, const std::string& path);
/// Gives a file the permissions of another.
[[nodiscard]] bool set_permissions(int descriptor, unsigned permissions);
/// Replaces the target if there is one.
[[nodiscard]] bool rename_file(const std::string& from, const std::string& to);
bool remove_file(const std::string& path);
/// Whether the file may be removed: only if it is no link and nobody has it locked.
void remove_if_abandoned(const std::string& path);

/// A file for writing and reading in this folder that disappears when it is closed; nullptr if there is none.
[[nodiscard]] std::FILE* open_scratch(const std::string& folder);
/// A new folder in `parent` that only this user may enter; nothing if it cannot be made.
[[nodiscard]] std::optional<std::string> make_private_folder(const std::string& parent);
/// A second handle to the same regular file, with a position of its own; nullptr if there is none.
[[nodiscard]] std::FILE* open_again(std::FILE* file);

/// A whole file in memory, for reading; nullptr if that fails.
[[nodiscard]] void* map_file(int descriptor, std::size_t size);
void unmap_file(void* start, std::size_t size);

}  // namespace zugwerk::base::os
