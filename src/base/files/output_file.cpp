#include "base/files/output_file.h"

#include <cerrno>
#include <utility>

#include "base/files/file_system.h"
#include "base/format.h"
#include "base/os/file_calls.h"

namespace zugwerk::base {

Expected<OutputFile> OutputFile::open(const std::string& path, Mode mode) {
  // In two steps, so that it is known whether the file is new.
  Descriptor descriptor(os::open_file(path, os::OpenMode::CreateNew));
  const bool is_new = descriptor.is_open();
  if (!is_new && errno == EEXIST) {
    if (mode == Mode::CreateNew) return failure(path + ": already exists; nothing was written");
    // Links may lead to files that do not exist yet.
    descriptor = Descriptor(os::open_file(path, os::OpenMode::Create));
  }
  if (!descriptor.is_open()) return system_write_failure(path, "cannot be opened for writing", errno);
  OutputFile file(std::move(descriptor), path, is_new);
  const int number = file.descriptor_.number();
  const auto status = os::status_of(number);
  if (!status) return system_write_failure(path, "cannot be examined", errno);
  file.size_ = status->size;
  file.is_regular_ = status->kind == os::FileKind::Regular;
  // Many may write to one device, /dev/null above all.
  if (file.is_regular_ && os::lock_file(number, os::LockKind::Exclusive) == os::LockResult::HeldByAnother)
    return write_failure(path + ": another process is writing to it");
  if (file.is_regular_ && !os::seek_to(number, file.size_))
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
  if (!os::truncate_file(descriptor_.number(), size) || !os::seek_to(descriptor_.number(), size))
    return system_write_failure(path_, format("cannot be cut to {} bytes", size), errno);
  size_ = size;
  return {};
}

void OutputFile::discard_if_new() {
  if (is_new_ && is_regular_) os::remove_file(path_);
}

}  // namespace zugwerk::base
