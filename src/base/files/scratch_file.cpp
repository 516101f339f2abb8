#include "base/files/scratch_file.h"

#include <cerrno>
#include <cstdlib>
#include <filesystem>

#include <unistd.h>

namespace zugwerk::base {

namespace {

[[nodiscard]] tl::unexpected<Error> scratch_failure(const std::string& folder, const std::string& what, int number) {
  return write_failure(folder + ": a scratch file " + what + ": " + system_error_text(number));
}

}  // namespace

Expected<ScratchFile> ScratchFile::create_beside(const std::string& neighbour) {
  std::filesystem::path folder = std::filesystem::path(neighbour).parent_path();
  if (folder.empty()) folder = ".";
  std::string name = (folder / "zugwerk-scratch-XXXXXX").string();
  const int descriptor = ::mkstemp(name.data());
  if (descriptor < 0) return scratch_failure(folder.string(), "cannot be made", errno);
  ::unlink(name.c_str());  // so that nothing remains, whatever happens
  std::FILE* const file = ::fdopen(descriptor, "w+b");
  if (file == nullptr) {
    const int reason = errno;
    ::close(descriptor);
    return scratch_failure(folder.string(), "cannot be opened", reason);
  }
  return ScratchFile(file, folder.string());
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
