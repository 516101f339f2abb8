#include "base/files/scratch_file.h"

#include <cerrno>

#include "base/files/file_system.h"
#include "base/os/file_calls.h"

namespace zugwerk::base {

namespace {

[[nodiscard]] tl::unexpected<Error> scratch_failure(const std::string& folder, const std::string& what, int number) {
  return write_failure(folder + ": a scratch file " + what + ": " + system_error_text(number));
}

}  // namespace

Expected<ScratchFile> ScratchFile::create_beside(const std::string& neighbour) {
  std::string folder = folder_of(neighbour);
  std::FILE* const file = os::open_scratch(folder);
  if (file == nullptr) return scratch_failure(folder, "cannot be made", errno);
  return ScratchFile(file, std::move(folder));
}

Expected<void> ScratchFile::append(std::string_view bytes) {
  if (std::fwrite(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size())
    return scratch_failure(folder_, "cannot be written", errno);
  size_ += bytes.size();
  return {};
}

Expected<std::string> ScratchFile::read_all() {
  if (std::fflush(file_.get()) != 0) return scratch_failure(folder_, "cannot be written", errno);
  std::rewind(file_.get());
  std::string bytes(size_, '\0');
  if (std::fread(bytes.data(), 1, bytes.size(), file_.get()) != bytes.size())
    return scratch_failure(folder_, "cannot be read", errno);
  return bytes;
}

}  // namespace zugwerk::base
