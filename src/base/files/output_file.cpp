#include "base/files/output_file.h"

#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files/file_system.h"
#include "base/format.h"

namespace zugwerk::base {

Expected<OutputFile> OutputFile::open(const std::string& path, Mode mode) {
  const int flags = O_WRONLY | O_CLOEXEC;
  // In two steps, so that it is known whether the file is new.
  Descriptor descriptor(::open(path.c_str(), flags | O_CREAT | O_EXCL, kNewFilePermissions));
  const bool is_new = descriptor.is_open();
  if (!is_new && errno == EEXIST) {
    if (mode == Mode::CreateNew) return failure(path + ": already exists; nothing was written");
    // O_CREAT again, for links to files that do not exist yet.
    descriptor = Descriptor(::open(path.c_str(), flags | O_CREAT, kNewFilePermissions));
  }
  if (!descriptor.is_open()) return system_write_failure(path, "cannot be opened for writing", errno);
  OutputFile file(std::move(descriptor), path, is_new);
  const int number = file.descriptor_.number();
  struct stat status {};
  if (::fstat(number, &status) != 0) return system_write_failure(path, "cannot be examined", errno);
  file.size_ = static_cast<std::uint64_t>(status.st_size);
  file.is_regular_ = S_ISREG(status.st_mode);
  // Many may write to one device, /dev/null above all.
  if (file.is_regular_ && ::flock(number, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    return write_failure(path + ": another process is writing to it");
  if (file.is_regular_ && ::lseek(number, 0, SEEK_END) < 0)
    return system_write_failure(path, "cannot be appended to", errno);
  return file;
}

OutputFile::OutputFile(Descriptor descriptor, std::string path, bool is_new)
    : descriptor_(std::move(descriptor)), path_(std::move(path)), is_new_(is_new) {}

Expected<void> OutputFile::append(std::string_view bytes) {
  const std::uint64_t before = size_;
  std::size_t written = 0;
  auto result = write_all(descriptor_.number(), bytes, path_, written);
  size_ += written;
  // If even this fails (a device), the first reason is still the one reported.
  if (!result && written > 0) static_cast<void>(cut_to(before));
  return result;
}

Expected<void> OutputFile::append_and_sync(std::string_view bytes) {
  const std::uint64_t before = size_;
  auto result = append(bytes);
  if (!result) return result;
  result = sync();
  if (!result) static_cast<void>(cut_to(before));
  return result;
}

Expected<void> OutputFile::sync() {
  if (!is_regular_) return {};
  if (auto synced = sync_file(descriptor_.number(), path_); !synced) return synced;
  if (is_new_ && !folder_synced_)
    if (auto synced = sync_folder_of(path_); !synced) return synced;
  folder_synced_ = true;
  return {};
}

Expected<void> OutputFile::cut_to(std::uint64_t size) {
  const auto end = static_cast<off_t>(size);
  if (::ftruncate(descriptor_.number(), end) != 0 || ::lseek(descriptor_.number(), end, SEEK_SET) < 0)
    return system_write_failure(path_, format("cannot be cut to {} bytes", size), errno);
  size_ = size;
  return {};
}

void OutputFile::discard_if_new() {
  if (is_new_ && is_regular_) ::unlink(path_.c_str());
}

}  // namespace zugwerk::base
