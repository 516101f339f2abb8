#include "base/files/file_system.h"

#include <cerrno>
#include <filesystem>

#include "base/os/file_calls.h"

namespace zugwerk::base {

tl::unexpected<Error> system_write_failure(const std::string& path, const std::string& what, int number) {
  return write_failure(path + ": " + what + ": " + system_error_text(number));
}

Expected<void> write_all(int descriptor, std::string_view bytes, const std::string& path, std::size_t& written) {
  written = 0;
  while (written < bytes.size()) {
    const std::ptrdiff_t count = os::write_some(descriptor, bytes.substr(written));
    if (count < 0) return system_write_failure(path, "cannot be written", errno);
    written += static_cast<std::size_t>(count);
  }
  return {};
}

Expected<void> sync_file(int descriptor, const std::string& path) {
  if (!os::sync_file(descriptor)) return system_write_failure(path, "cannot be written", errno);
  return {};
}

Expected<void> sync_folder_of(const std::string& path) {
  const std::string folder = folder_of(path);
  if (!os::sync_folder(folder)) return system_write_failure(folder, "cannot be written", errno);
  return {};
}

std::string folder_of(const std::string& path) {
  std::string folder = std::filesystem::path(path).parent_path().string();
  return folder.empty() ? "." : folder;
}

}  // namespace zugwerk::base
