#include "base/output_file.h"

#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace zugwerk::base {

namespace {

constexpr mode_t kPermissions = 0666;  // less what the user's mask takes away

[[nodiscard]] tl::unexpected<Error> system_failure(const std::string& path, const std::string& what, int number) {
  return failure(path + ": " + what + ": " + system_error_text(number));
}

}  // namespace

Expected<OutputFile> OutputFile::open(const std::string& path, Mode mode) {
  const int flags = O_WRONLY | O_CREAT | O_CLOEXEC | (mode == Mode::CreateNew ? O_EXCL : 0);
  const int descriptor = ::open(path.c_str(), flags, kPermissions);
  if (descriptor < 0) {
    if (errno == EEXIST) return failure(path + ": already exists; nothing was written");
    return system_failure(path, "cannot be opened for writing", errno);
  }
  OutputFile file(descriptor, path, 0);
  if (::flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK)
    return failure(path + ": another process is writing to it");
  struct stat status {};
  if (::fstat(descriptor, &status) != 0) return system_failure(path, "cannot be examined", errno);
  file.size_ = static_cast<std::uint64_t>(status.st_size);
  if (S_ISREG(status.st_mode) && ::lseek(descriptor, 0, SEEK_END) < 0)
    return system_failure(path, "cannot be appended to", errno);
  return file;
}

OutputFile::OutputFile(int descriptor, std::string path, std::uint64_t size)
    : descriptor_(descriptor), path_(std::move(path)), size_(size) {}

OutputFile::OutputFile(OutputFile&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)), path_(std::move(other.path_)), size_(other.size_) {}

OutputFile& OutputFile::operator=(OutputFile&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(path_, other.path_);
  std::swap(size_, other.size_);
  return *this;
}

OutputFile::~OutputFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

Expected<void> OutputFile::append(std::string_view bytes) {
  const std::uint64_t before = size_;
  while (!bytes.empty()) {
    const ssize_t count = ::write(descriptor_, bytes.data(), bytes.size());
    if (count < 0) {
      if (errno == EINTR) continue;
      const int reason = errno;
      // Where even this fails (a device), the reason that is reported is still the first one.
      if (size_ != before) static_cast<void>(cut_to(before));
      return system_failure(path_, "cannot be written", reason);
    }
    size_ += static_cast<std::uint64_t>(count);
    bytes.remove_prefix(static_cast<std::size_t>(count));
  }
  return {};
}

Expected<void> OutputFile::cut_to(std::uint64_t size) {
  const auto end = static_cast<off_t>(size);
  if (::ftruncate(descriptor_, end) != 0 || ::lseek(descriptor_, end, SEEK_SET) < 0)
    return system_failure(path_, "cannot be cut to " + std::to_string(size) + " bytes", errno);
  size_ = size;
  return {};
}

}  // namespace zugwerk::base
