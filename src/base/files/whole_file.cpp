#include "base/files/whole_file.h"

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/files/file_system.h"
#include "base/files/input.h"
#include "base/format.h"
#include "base/rng.h"

namespace zugwerk::base {

namespace {

/// An unnamed file gets a name through this link.
[[nodiscard]] std::string link_of(int descriptor) { return format("/proc/self/fd/{}", descriptor); }

/// The names of the drafts of a file, before and after what makes each unique.
[[nodiscard]] std::string draft_prefix(const std::string& target) {
  constexpr std::size_t kMostLetters = 200;  // so that the result does not exceed the limit for names
  return "." + std::filesystem::path(target).filename().string().substr(0, kMostLetters) + ".";
}
constexpr std::string_view kDraftSuffix = ".part";

/// Removes drafts left by processes that were killed between naming and renaming them. A live process holds a lock on
/// its draft.
void remove_orphans(const std::string& target) {
  const std::string prefix = draft_prefix(target);
  std::error_code error;
  for (std::filesystem::directory_iterator entry(folder_of(target), error), end; !error && entry != end;
       entry.increment(error)) {
    const std::string name = entry->path().filename().string();
    if (!name.starts_with(prefix) || !name.ends_with(kDraftSuffix)) continue;
    const int descriptor = ::open(entry->path().c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (descriptor < 0) continue;
    if (::flock(descriptor, LOCK_EX | LOCK_NB) == 0) ::unlink(entry->path().c_str());
    ::close(descriptor);
  }
}

[[nodiscard]] tl::unexpected<Error> already_exists(const std::string& path) {
  return failure(path + ": already exists; nothing was written");
}

}  // namespace

bool is_device(const std::string& path) {
  struct stat status {};
  if (::stat(path.c_str(), &status) != 0 || S_ISDIR(status.st_mode)) return false;
  // Names there stand for open descriptors, which may be files.
  return !S_ISREG(status.st_mode) || path.starts_with("/dev/fd/") || path.starts_with("/dev/std") ||
         path.starts_with("/proc/");
}

Expected<std::string> read_whole_file(const std::string& path, std::size_t limit) {
  auto input = Input::open(path);
  if (!input) return tl::unexpected(input.error());
  return input->read_rest(limit);
}

Expected<WholeFile> WholeFile::open(const std::string& path, Existing existing) {
  struct stat status {};
  const bool exists = ::stat(path.c_str(), &status) == 0;
  if (exists && S_ISDIR(status.st_mode)) return write_failure(path + ": cannot be written: it is a folder");
  if (is_device(path)) {
    WholeFile file(path, path, existing);
    file.direct_ = true;
    file.descriptor_ = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
    if (file.descriptor_ < 0) return system_write_failure(path, "cannot be opened for writing", errno);
    return file;
  }
  if (exists && existing == Existing::Refuse) return already_exists(path);
  // A file that its owner protected from writing is not replaced either.
  if (exists && ::access(path.c_str(), W_OK) != 0) return system_write_failure(path, "cannot be written", errno);
  std::string target = path;
  if (struct stat link{}; ::lstat(path.c_str(), &link) == 0 && S_ISLNK(link.st_mode)) {
    std::error_code error;
    target = std::filesystem::canonical(path, error).string();
    if (error) return write_failure(path + ": cannot be written: the link leads nowhere: " + error.message());
  }
  remove_orphans(target);
  WholeFile file(path, std::move(target), existing);
  if (auto made = file.make_draft(); !made) return tl::unexpected(made.error());
  constexpr mode_t kAccess = 0777;
  if (exists && ::fchmod(file.descriptor_, status.st_mode & kAccess) != 0)
    return system_write_failure(path, "cannot be written", errno);
  return file;
}

WholeFile::WholeFile(std::string path, std::string target, Existing existing)
    : path_(std::move(path)), target_(std::move(target)), existing_(existing) {}

WholeFile::WholeFile(WholeFile&& other) noexcept
    : descriptor_(std::exchange(other.descriptor_, -1)),
      path_(std::move(other.path_)),
      target_(std::move(other.target_)),
      draft_(std::exchange(other.draft_, {})),
      existing_(other.existing_),
      direct_(other.direct_) {}

WholeFile& WholeFile::operator=(WholeFile&& other) noexcept {
  std::swap(descriptor_, other.descriptor_);
  std::swap(path_, other.path_);
  std::swap(target_, other.target_);
  std::swap(draft_, other.draft_);
  std::swap(existing_, other.existing_);
  std::swap(direct_, other.direct_);
  return *this;
}

WholeFile::~WholeFile() { discard(); }

void WholeFile::discard() {
  if (descriptor_ >= 0) ::close(descriptor_);
  descriptor_ = -1;
  if (!draft_.empty()) ::unlink(draft_.c_str());
  draft_.clear();
}

Expected<void> WholeFile::make_draft() {
  const std::string folder = folder_of(target_);
  if (::access("/proc/self/fd", X_OK) == 0) {
    descriptor_ = ::open(folder.c_str(), O_TMPFILE | O_WRONLY | O_CLOEXEC, kNewFilePermissions);
    if (descriptor_ >= 0) {
      static_cast<void>(::flock(descriptor_, LOCK_EX | LOCK_NB));  // no other process can have it
      return {};
    }
    // These three mean that unnamed files are not supported here. Any other error would affect a named file as well.
    if (errno != EOPNOTSUPP && errno != EISDIR && errno != EINVAL)
      return system_write_failure(path_, "cannot be written", errno);
  }
  return name_draft();
}

/// Gives the draft an unguessable name, or creates one with such a name.
Expected<void> WholeFile::name_draft() {
  constexpr int kAttempts = 16;  // names do not repeat by chance
  for (int attempt = 0; attempt < kAttempts; ++attempt) {
    std::string name =
        (std::filesystem::path(folder_of(target_)) / draft_prefix(target_)).string() + std::to_string(entropy());
    name += kDraftSuffix;
    if (descriptor_ >= 0) {
      if (::linkat(AT_FDCWD, link_of(descriptor_).c_str(), AT_FDCWD, name.c_str(), AT_SYMLINK_FOLLOW) == 0) {
        draft_ = std::move(name);
        return {};
      }
    } else {
      descriptor_ = ::open(name.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, kNewFilePermissions);
      if (descriptor_ >= 0) {
        static_cast<void>(::flock(descriptor_, LOCK_EX | LOCK_NB));
        draft_ = std::move(name);
        return {};
      }
    }
    if (errno != EEXIST) break;
  }
  return system_write_failure(path_, "cannot be written", errno);
}

Expected<void> WholeFile::append(std::string_view bytes) {
  std::size_t written = 0;
  return write_all(descriptor_, bytes, path_, written);
}

Expected<void> WholeFile::put_in_place() {
  const auto failed = [this](int number) -> Expected<void> {
    if (number == EEXIST) return already_exists(path_);
    return system_write_failure(path_, "cannot be written", number);
  };
  if (draft_.empty()) {
    // Linking never replaces anything, and needs no intermediate name.
    const std::string link = link_of(descriptor_);
    if (::linkat(AT_FDCWD, link.c_str(), AT_FDCWD, target_.c_str(), AT_SYMLINK_FOLLOW) == 0) return {};
    if (errno != EEXIST || existing_ == Existing::Refuse) return failed(errno);
    if (auto named = name_draft(); !named) return named;
  } else if (existing_ == Existing::Refuse && ::access(target_.c_str(), F_OK) == 0) {
    return failed(EEXIST);
  }
  if (::rename(draft_.c_str(), target_.c_str()) != 0) return failed(errno);
  draft_.clear();
  return {};
}

Expected<void> WholeFile::commit() {
  if (!direct_) {
    if (auto synced = sync_file(descriptor_, path_); !synced) return synced;
    if (auto put = put_in_place(); !put) return put;
    if (auto synced = sync_folder_of(target_); !synced) return synced;
  }
  const int descriptor = std::exchange(descriptor_, -1);
  const int reason = ::close(descriptor) == 0 ? 0 : errno;
  discard();
  if (reason != 0 && reason != EINTR) return system_write_failure(path_, "cannot be written", reason);
  return {};
}

Expected<void> write_whole_file(const std::string& path, std::string_view bytes) {
  auto file = WholeFile::open(path);
  if (!file) return tl::unexpected(file.error());
  if (auto written = file->append(bytes); !written) return written;
  return file->commit();
}

Expected<void> check_can_be_written(const std::string& path) {
  // Opening a pipe would be noticed at its other end.
  if (is_device(path)) return {};
  auto file = WholeFile::open(path);
  if (!file) return tl::unexpected(file.error());
  return {};
}

}  // namespace zugwerk::base
