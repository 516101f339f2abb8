#include "base/files/random_access_file.h"

#include <cerrno>
#include <utility>

#include "base/os/file_calls.h"

namespace zugwerk::base {

namespace {

[[nodiscard]] FileIdentity identity_from(const os::FileStatus& status) {
  return {status.device, status.number, status.size, status.modified};
}

}  // namespace

std::optional<FileIdentity> identity_of(const std::string& path) {
  const auto status = os::status_of(path);
  if (!status || status->kind != os::FileKind::Regular) return std::nullopt;
  return identity_from(*status);
}

Expected<RandomAccessFile> RandomAccessFile::open(const std::string& path) {
  RandomAccessFile file;
  file.descriptor_ = Descriptor(os::open_file(path, os::OpenMode::Read));
  const auto status = file.descriptor_.is_open() ? os::status_of(file.descriptor_.number()) : std::nullopt;
  if (!status) return failure(system_error_text(errno));
  if (status->kind != os::FileKind::Regular) return failure("is not a regular file");
  file.identity_ = identity_from(*status);
  return file;
}

bool RandomAccessFile::read(std::uint64_t offset, std::span<char> target) const {
  while (!target.empty()) {
    const std::ptrdiff_t count = os::read_some_at(descriptor_.number(), offset, target);
    if (count <= 0) return false;
    offset += static_cast<std::uint64_t>(count);
    target = target.subspan(static_cast<std::size_t>(count));
  }
  return true;
}

Expected<FileMapping> RandomAccessFile::map() const {
  const auto size = static_cast<std::size_t>(identity_.size);
  void* const start = os::map_file(descriptor_.number(), size);
  if (start == nullptr) return failure(system_error_text(errno));
  return FileMapping(start, size);
}

FileMapping::FileMapping(FileMapping&& other) noexcept
    : start_(std::exchange(other.start_, nullptr)), size_(std::exchange(other.size_, 0)) {}

FileMapping& FileMapping::operator=(FileMapping&& other) noexcept {
  std::swap(start_, other.start_);
  std::swap(size_, other.size_);
  return *this;
}

FileMapping::~FileMapping() {
  if (start_ != nullptr) os::unmap_file(start_, size_);
}

}  // namespace zugwerk::base
