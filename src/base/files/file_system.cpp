#include "base/files/file_system.h"

#include <cerrno>
#include <filesystem>

#include <fcntl.h>
#include <unistd.h>

namespace zugwerk::base {

namespace {

/// Some file systems cannot sync (EINVAL, ENOTSUP); that is no error.
[[nodiscard]] bool sync_descriptor(int descriptor) {
  while (::fsync(descriptor) != 0) {
    if (errno == EINTR) continue;
    return errno == EINVAL || errno == ENOTSUP;
  }
  return true;
}

}  // namespace

tl::unexpected<Error> system_write_failure(const std::string& path, const std::string& what, int number) {
  return write_failure(path + ": " + what + ": " + system_error_text(number));
}

Expected<void> write_all(int descriptor, std::string_view bytes, const std::string& path, std::size_t& written) {
  written = 0;
  while (written < bytes.size()) {
    const ssize_t count = ::write(descriptor, bytes.data() + written, bytes.size() - written);
    if (count >= 0)
      written += static_cast<std::size_t>(count);
    else if (errno != EINTR)
      return system_write_failure(path, "cannot be written", errno);
  }
  return {};
}

Expected<void> sync_file(int descriptor, const std::string& path) {
  if (!sync_descriptor(descriptor)) return system_write_failure(path, "cannot be written", errno);
  return {};
}

Expected<void> sync_folder_of(const std::string& path) {
  const std::string folder = folder_of(path);
  const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  // A folder with write but without read permission cannot be opened.
  if (descriptor < 0 && errno == EACCES) return {};
  if (descriptor < 0) return system_write_failure(folder, "cannot be opened", errno);
  const bool synced = sync_descriptor(descriptor);
  const int reason = errno;
  ::close(descriptor);
  if (!synced) return system_write_failure(folder, "cannot be written", reason);
  return {};
}

std::string folder_of(const std::string& path) {
  std::string folder = std::filesystem::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

}  // namespace zugwerk::base
