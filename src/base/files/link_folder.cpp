#include "base/files/link_folder.h"

#include <cerrno>
#include <filesystem>
#include <utility>

#include "base/os/file_calls.h"

namespace zugwerk::base {

Expected<LinkFolder> LinkFolder::create() {
  std::error_code error;
  std::filesystem::path temporary = std::filesystem::temp_directory_path(error);
  std::string reasons;
  for (const std::filesystem::path& parent : {temporary, std::filesystem::path("/dev/shm")}) {
    if (parent.empty()) continue;
    LinkFolder folder;
    if (auto made = os::make_private_folder(parent.string())) {
      folder.path_ = *std::move(made);
      return folder;
    }
    reasons += (reasons.empty() ? "" : "; ") + parent.string() + ": " + system_error_text(errno);
  }
  return failure(reasons);
}

LinkFolder::LinkFolder(LinkFolder&& other) noexcept : path_(std::exchange(other.path_, {})) {}

LinkFolder& LinkFolder::operator=(LinkFolder&& other) noexcept {
  std::swap(path_, other.path_);
  return *this;
}

LinkFolder::~LinkFolder() {
  std::error_code ignored;
  // Links are removed, not what they point at.
  if (!path_.empty()) std::filesystem::remove_all(path_, ignored);
}

Expected<void> LinkFolder::add(const std::string& name, const std::string& target) {
  std::error_code error;
  const auto absolute = std::filesystem::absolute(target, error);
  if (!error) std::filesystem::create_symlink(absolute, std::filesystem::path(path_) / name, error);
  if (error) return failure(path_ + "/" + name + ": " + error.message());
  return {};
}

}  // namespace zugwerk::base
