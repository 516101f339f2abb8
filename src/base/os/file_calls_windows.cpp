#include <algorithm>
#include <array>
#include <cerrno>
#include <limits>

#include <fcntl.h>
#include <io.h>
#include <windows.h>

#include "base/format.h"
#include "base/os/file_calls.h"
#include "base/os/windows_text.h"
#include "base/rng.h"

namespace zugwerk::base::os {

namespace {

/// Others may read, write, rename and remove a file while it is open, as on other systems.
constexpr DWORD kShareAll = FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE;
/// Windows enforces locks. This byte, beyond every file, stands for the whole file, so that nobody is kept from
/// reading.
constexpr DWORD kLockedByte = 0x7FFF'FFFF;

[[nodiscard]] HANDLE handle_of(int descriptor) { return reinterpret_cast<HANDLE>(_get_osfhandle(descriptor)); }

[[nodiscard]] bool failed_by_last_error() {
  errno = errno_of_last_error();
  return false;
}

[[nodiscard]] int descriptor_of(HANDLE handle, int flags) {
  if (handle == INVALID_HANDLE_VALUE) {
    static_cast<void>(failed_by_last_error());
    return -1;
  }
  return _open_osfhandle(reinterpret_cast<std::intptr_t>(handle), flags | _O_BINARY | _O_NOINHERIT);
}

/// Reads and writes are limited to what a DWORD counts.
[[nodiscard]] DWORD count_of(std::size_t size) {
  return static_cast<DWORD>(std::min(size, std::size_t{std::numeric_limits<int>::max()}));
}

[[nodiscard]] std::int64_t nanoseconds_since_1970(const FILETIME& time) {
  constexpr std::int64_t kTicksBefore1970 = 116'444'736'000'000'000;  // of 100 ns, from 1601
  constexpr std::int64_t kNanosecondsPerTick = 100;
  const std::int64_t ticks = (static_cast<std::int64_t>(time.dwHighDateTime) << 32) | time.dwLowDateTime;
  return (ticks - kTicksBefore1970) * kNanosecondsPerTick;
}

[[nodiscard]] std::optional<FileStatus> status_of_handle(HANDLE handle) {
  if (GetFileType(handle) != FILE_TYPE_DISK) {
    if (GetFileType(handle) == FILE_TYPE_UNKNOWN && GetLastError() != NO_ERROR) {
      static_cast<void>(failed_by_last_error());
      return std::nullopt;
    }
    return FileStatus{};
  }
  BY_HANDLE_FILE_INFORMATION information{};
  if (!GetFileInformationByHandle(handle, &information)) {
    static_cast<void>(failed_by_last_error());
    return std::nullopt;
  }
  const auto joined = [](DWORD high, DWORD low) { return (std::uint64_t{high} << 32) | low; };
  return FileStatus{
      .kind = (information.dwFileAttributes & FILE_ATTRIBUTE_DIRECTORY) != 0 ? FileKind::Folder : FileKind::Regular,
      .device = information.dwVolumeSerialNumber,
      .number = joined(information.nFileIndexHigh, information.nFileIndexLow),
      .size = joined(information.nFileSizeHigh, information.nFileSizeLow),
      .modified = nanoseconds_since_1970(information.ftLastWriteTime),
      .permissions = 0};
}

[[nodiscard]] std::string unguessable_name(const std::string& parent) {
  return format("{}/zugwerk-{}", parent, entropy());
}

}  // namespace

int open_file(const std::string& path, OpenMode mode) {
  const bool reads = mode == OpenMode::Read;
  const DWORD access = reads ? GENERIC_READ : mode == OpenMode::Append ? FILE_APPEND_DATA | SYNCHRONIZE : GENERIC_WRITE;
  const DWORD disposition = mode == OpenMode::CreateNew        ? CREATE_NEW
                            : reads || mode == OpenMode::Write ? OPEN_EXISTING
                                                               : OPEN_ALWAYS;
  return descriptor_of(
      CreateFileW(wide(path).c_str(), access, kShareAll, nullptr, disposition, FILE_ATTRIBUTE_NORMAL, nullptr),
      reads ? _O_RDONLY : _O_WRONLY);
}

bool close_file(int descriptor) { return _close(descriptor) == 0; }

std::ptrdiff_t read_some(int descriptor, std::span<char> room) {
  DWORD count = 0;
  if (ReadFile(handle_of(descriptor), room.data(), count_of(room.size()), &count, nullptr)) return count;
  // The end of a pipe.
  if (GetLastError() == ERROR_BROKEN_PIPE || GetLastError() == ERROR_HANDLE_EOF) return 0;
  static_cast<void>(failed_by_last_error());
  return -1;
}

std::ptrdiff_t write_some(int descriptor, std::string_view bytes) {
  DWORD count = 0;
  if (WriteFile(handle_of(descriptor), bytes.data(), count_of(bytes.size()), &count, nullptr)) return count;
  static_cast<void>(failed_by_last_error());
  return -1;
}

std::ptrdiff_t read_some_at(int descriptor, std::uint64_t offset, std::span<char> room) {
  OVERLAPPED place{};
  place.Offset = static_cast<DWORD>(offset);
  place.OffsetHigh = static_cast<DWORD>(offset >> 32);
  DWORD count = 0;
  if (ReadFile(handle_of(descriptor), room.data(), count_of(room.size()), &count, &place)) return count;
  if (GetLastError() == ERROR_HANDLE_EOF) return 0;
  static_cast<void>(failed_by_last_error());
  return -1;
}

bool seek_to(int descriptor, std::uint64_t offset) {
  LARGE_INTEGER place{};
  place.QuadPart = static_cast<LONGLONG>(offset);
  return SetFilePointerEx(handle_of(descriptor), place, nullptr, FILE_BEGIN) || failed_by_last_error();
}

bool truncate_file(int descriptor, std::uint64_t size) {
  return seek_to(descriptor, size) && (SetEndOfFile(handle_of(descriptor)) || failed_by_last_error());
}

bool sync_file(int descriptor) { return FlushFileBuffers(handle_of(descriptor)) || failed_by_last_error(); }

// Windows writes names by its own journal.
bool sync_folder(const std::string& /*folder*/) { return true; }

std::optional<FileStatus> status_of(const std::string& path) {
  if (is_device_name(path)) return FileStatus{};
  // Folders can be opened only with this flag; with no access beyond their attributes.
  const HANDLE handle =
      CreateFileW(wide(path).c_str(), 0, kShareAll, nullptr, OPEN_EXISTING, FILE_FLAG_BACKUP_SEMANTICS, nullptr);
  if (handle == INVALID_HANDLE_VALUE) {
    static_cast<void>(failed_by_last_error());
    return std::nullopt;
  }
  auto status = status_of_handle(handle);
  CloseHandle(handle);
  return status;
}

std::optional<FileStatus> status_of(int descriptor) { return status_of_handle(handle_of(descriptor)); }

bool is_link(const std::string& path) {
  const DWORD attributes = GetFileAttributesW(wide(path).c_str());
  return attributes != INVALID_FILE_ATTRIBUTES && (attributes & FILE_ATTRIBUTE_REPARSE_POINT) != 0;
}

bool exists(const std::string& path) { return GetFileAttributesW(wide(path).c_str()) != INVALID_FILE_ATTRIBUTES; }

bool may_write(const std::string& path) {
  const DWORD attributes = GetFileAttributesW(wide(path).c_str());
  if (attributes == INVALID_FILE_ATTRIBUTES) return failed_by_last_error();
  errno = EACCES;
  return (attributes & FILE_ATTRIBUTE_READONLY) == 0;
}

bool is_device_name(const std::string& path) {
  constexpr std::array<std::string_view, 3> kNames{"nul", "con", "conout$"};
  std::string name = path;
  for (char& c : name)
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  return std::find(kNames.begin(), kNames.end(), name) != kNames.end() || path.starts_with(R"(\\.\)");
}

LockResult lock_file(int descriptor, LockKind kind) {
  OVERLAPPED place{};
  place.OffsetHigh = kLockedByte;
  const DWORD flags = LOCKFILE_FAIL_IMMEDIATELY | (kind == LockKind::Exclusive ? LOCKFILE_EXCLUSIVE_LOCK : 0);
  if (LockFileEx(handle_of(descriptor), flags, 0, 1, 0, &place)) return LockResult::Locked;
  const DWORD reason = GetLastError();
  static_cast<void>(failed_by_last_error());
  return reason == ERROR_LOCK_VIOLATION || reason == ERROR_IO_PENDING ? LockResult::HeldByAnother : LockResult::Failed;
}

int open_unnamed(const std::string& /*folder*/) {
  errno = ENOSYS;
  return -1;
}

bool can_be_named_instead(int reason) { return reason == ENOSYS; }

bool give_name(int /*descriptor*/, const std::string& /*path*/) {
  errno = ENOSYS;
  return false;
}

// A new file has the permissions that its folder gives it.
bool set_permissions(int /*descriptor*/, unsigned /*permissions*/) { return true; }

bool rename_file(const std::string& from, const std::string& to) {
  return MoveFileExW(wide(from).c_str(), wide(to).c_str(), MOVEFILE_REPLACE_EXISTING | MOVEFILE_WRITE_THROUGH) ||
         failed_by_last_error();
}

bool remove_file(const std::string& path) { return DeleteFileW(wide(path).c_str()) || failed_by_last_error(); }

void remove_if_abandoned(const std::string& path) {
  if (is_link(path)) return;
  const int descriptor = open_file(path, OpenMode::Read);
  if (descriptor < 0) return;
  const bool is_free = lock_file(descriptor, LockKind::Exclusive) == LockResult::Locked;
  close_file(descriptor);
  if (is_free) remove_file(path);
}

std::FILE* open_scratch(const std::string& folder) {
  const int descriptor =
      descriptor_of(CreateFileW(wide(unguessable_name(folder)).c_str(), GENERIC_READ | GENERIC_WRITE, FILE_SHARE_DELETE,
                                nullptr, CREATE_NEW, FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE, nullptr),
                    _O_RDWR);
  return descriptor < 0 ? nullptr : _fdopen(descriptor, "w+b");
}

std::optional<std::string> make_private_folder(const std::string& parent) {
  std::string name = unguessable_name(parent);
  if (!CreateDirectoryW(wide(name).c_str(), nullptr)) {
    static_cast<void>(failed_by_last_error());
    return std::nullopt;
  }
  return name;
}

// Callers then hold the bytes in memory.
std::FILE* open_again(std::FILE* /*file*/) { return nullptr; }

void* map_file(int descriptor, std::size_t /*size*/) {
  const HANDLE mapping = CreateFileMappingW(handle_of(descriptor), nullptr, PAGE_READONLY, 0, 0, nullptr);
  void* const start = mapping != nullptr ? MapViewOfFile(mapping, FILE_MAP_READ, 0, 0, 0) : nullptr;
  if (start == nullptr) static_cast<void>(failed_by_last_error());
  if (mapping != nullptr) CloseHandle(mapping);
  return start;
}

void unmap_file(void* start, std::size_t /*size*/) { UnmapViewOfFile(start); }

}  // namespace zugwerk::base::os
