#include "base/files/random_access_file.h"

#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace zugwerk::base {

namespace {

[[nodiscard]] FileIdentity identity_from(const struct stat& status) {
  constexpr std::int64_t kNanoseconds = 1'000'000'000;
  return {static_cast<std::uint64_t>(status.st_dev), static_cast<std::uint64_t>(status.st_ino),
          static_cast<std::uint64_t>(status.st_size), status.st_mtim.tv_sec * kNanoseconds + status.st_mtim.tv_nsec};
}

}  // namespace

std::optional<FileIdentity> identity_of(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  return identity_from(status);
}

Expected<RandomAccessFile> RandomAccessFile::open(const std::string& path) {
  RandomAccessFile file;
  // A pipe must not keep us waiting for its other end.
  file.descriptor_ = Descriptor(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat status {};
  if (!file.descriptor_.is_open() || ::fstat(file.descriptor_.number(), &status) != 0)
    return failure(system_error_text(errno));
  if (!S_ISREG(status.st_mode)) return failure("is not a regular file");
  file.identity_ = identity_from(status);
  return file;
}

bool RandomAccessFile::read(std::uint64_t offset, std::span<char> target) const {
  while (!target.empty()) {
    const ssize_t count = ::pread(descriptor_.number(), target.data(), target.size(), static_cast<off_t>(offset));
    if (count < 0 && errno == EINTR) continue;
    if (count <= 0) return false;
    offset += static_cast<std::uint64_t>(count);
    target = target.subspan(static_cast<std::size_t>(count));
  }
  return true;
}

Expected<FileMapping> RandomAccessFile::map() const {
  const auto size = static_cast<std::size_t>(identity_.size);
  void* const start = ::mmap(nullptr, size, PROT_READ, MAP_SHARED, descriptor_.number(), 0);
  if (start == MAP_FAILED) return failure(system_error_text(errno));
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
  if (start_ != nullptr) ::munmap(start_, size_);
}

}  // namespace zugwerk::base
