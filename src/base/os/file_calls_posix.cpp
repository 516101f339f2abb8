#include <cerrno>
#include <cstdlib>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/format.h"
#include "base/os/file_calls.h"

namespace zugwerk::base::os {

namespace {

/// The permissions of new files, before the user's umask.
constexpr mode_t kNewFilePermissions = 0666;
constexpr mode_t kAccess = 0777;

[[nodiscard]] int flags_of(OpenMode mode) {
  switch (mode) {
    case OpenMode::Read:
      return O_RDONLY | O_NONBLOCK;
    case OpenMode::Write:
      return O_WRONLY;
    case OpenMode::Create:
      return O_WRONLY | O_CREAT;
    case OpenMode::CreateNew:
      return O_WRONLY | O_CREAT | O_EXCL;
    case OpenMode::Append:
      return O_WRONLY | O_CREAT | O_APPEND;
  }
  return O_RDONLY;
}

/// A file is reached again through this link.
[[nodiscard]] std::string link_of(int descriptor) { return format("/proc/self/fd/{}", descriptor); }

[[nodiscard]] FileStatus status_from(const struct stat& status) {
  constexpr std::int64_t kNanoseconds = 1'000'000'000;
  return {.kind = S_ISREG(status.st_mode)   ? FileKind::Regular
                  : S_ISDIR(status.st_mode) ? FileKind::Folder
                                            : FileKind::Other,
          .device = static_cast<std::uint64_t>(status.st_dev),
          .number = static_cast<std::uint64_t>(status.st_ino),
          .size = static_cast<std::uint64_t>(status.st_size),
          .modified = status.st_mtim.tv_sec * kNanoseconds + status.st_mtim.tv_nsec,
          .permissions = status.st_mode & kAccess};
}

/// Calls again what a signal has interrupted.
template <class Call>
[[nodiscard]] auto without_interruption(Call call) {
  auto result = call();
  while (result < 0 && errno == EINTR) result = call();
  return result;
}

}  // namespace

int open_file(const std::string& path, OpenMode mode) {
  return ::open(path.c_str(), flags_of(mode) | O_CLOEXEC, kNewFilePermissions);
}

bool close_file(int descriptor) { return ::close(descriptor) == 0 || errno == EINTR; }

std::ptrdiff_t read_some(int descriptor, std::span<char> room) {
  return without_interruption([&] { return ::read(descriptor, room.data(), room.size()); });
}

std::ptrdiff_t write_some(int descriptor, std::string_view bytes) {
  return without_interruption([&] { return ::write(descriptor, bytes.data(), bytes.size()); });
}

std::ptrdiff_t read_some_at(int descriptor, std::uint64_t offset, std::span<char> room) {
  return without_interruption(
      [&] { return ::pread(descriptor, room.data(), room.size(), static_cast<off_t>(offset)); });
}

bool seek_to(int descriptor, std::uint64_t offset) {
  return ::lseek(descriptor, static_cast<off_t>(offset), SEEK_SET) >= 0;
}

bool truncate_file(int descriptor, std::uint64_t size) {
  return ::ftruncate(descriptor, static_cast<off_t>(size)) == 0;
}

bool sync_file(int descriptor) {
  // Some file systems cannot sync (EINVAL, ENOTSUP); that is no error.
  return without_interruption([&] { return ::fsync(descriptor); }) == 0 || errno == EINVAL || errno == ENOTSUP;
}

bool sync_folder(const std::string& folder) {
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  // A folder with write but without read permission cannot be opened.
  if (descriptor < 0) return errno == EACCES;
  const bool synced = sync_file(descriptor);
  const int reason = errno;
  ::close(descriptor);
  errno = reason;
  return synced;
}

std::optional<FileStatus> status_of(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0) return std::nullopt;
  return status_from(status);
}

std::optional<FileStatus> status_of(int descriptor) {
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) return std::nullopt;
  return status_from(status);
}

bool is_link(const std::string& path) {
  struct stat status {};
  return ::lstat(path.c_str(), &status) == 0 && S_ISLNK(status.st_mode);
}

bool exists(const std::string& path) { return ::access(path.c_str(), F_OK) == 0; }
bool may_write(const std::string& path) { return ::access(path.c_str(), W_OK) == 0; }

bool is_device_name(const std::string& path) {
  return path.starts_with("/dev/fd/") || path.starts_with("/dev/std") || path.starts_with("/proc/");
}

LockResult lock_file(int descriptor, LockKind kind) {
  if (::flock(descriptor, (kind == LockKind::Exclusive ? LOCK_EX : LOCK_SH) | LOCK_NB) == 0) return LockResult::Locked;
  return errno == EWOULDBLOCK ? LockResult::HeldByAnother : LockResult::Failed;
}

int open_unnamed(const std::string& folder) {
#if defined(O_TMPFILE)
  // The link that gives it a name is there only with /proc.
  if (::access("/proc/self/fd", X_OK) == 0)
    return ::open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, kNewFilePermissions);
#else
  static_cast<void>(folder);
#endif
  errno = EOPNOTSUPP;
  return -1;
}

bool can_be_named_instead(int reason) { return reason == EOPNOTSUPP || reason == EISDIR || reason == EINVAL; }

bool give_name(int descriptor, const std::string& path) {
  return ::linkat(AT_FDCWD, link_of(descriptor).c_str(), AT_FDCWD, path.c_str(), AT_SYMLINK_FOLLOW) == 0;
}

bool set_permissions(int descriptor, unsigned permissions) {
  return ::fchmod(descriptor, static_cast<mode_t>(permissions)) == 0;
}

bool rename_file(const std::string& from, const std::string& to) { return ::rename(from.c_str(), to.c_str()) == 0; }
bool remove_file(const std::string& path) { return ::unlink(path.c_str()) == 0; }

void remove_if_abandoned(const std::string& path) {
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  if (descriptor < 0) return;
  if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) ::unlink(path.c_str());
  ::close(descriptor);
}

std::FILE* open_scratch(const std::string& folder) {
  std::string name = folder + "/zugwerk-scratch-XXXXXX";
  const int descriptor = ::mkstemp(name.data());
  if (descriptor < 0) return nullptr;
  ::unlink(name.c_str());  // so that nothing remains, whatever happens
  std::FILE* const file = ::fdopen(descriptor, "w+b");
  if (file != nullptr) return file;
  const int reason = errno;
  ::close(descriptor);
  errno = reason;
  return nullptr;
}

std::optional<std::string> make_private_folder(const std::string& parent) {
  std::string name = parent + "/zugwerk-XXXXXX";
  if (::mkdtemp(name.data()) == nullptr) return std::nullopt;
  return name;
}

std::FILE* open_again(std::FILE* file) {
  const auto status = status_of(::fileno(file));
  if (!status || status->kind != FileKind::Regular) return nullptr;
  // Not a duplicate of the descriptor: that would share its place in the file.
  return std::fopen(link_of(::fileno(file)).c_str(), "rbe");
}

void* map_file(int descriptor, std::size_t size) {
  void* const start = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, descriptor, 0);
  return start == MAP_FAILED ? nullptr : start;
}

void unmap_file(void* start, std::size_t size) { ::munmap(start, size); }

}  // namespace zugwerk::base::os
