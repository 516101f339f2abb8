#include "base/files/whole_file.h"

#include <cerrno>
#include <filesystem>
#include <system_error>
#include <utility>

#include "base/files/file_system.h"
#include "base/files/input.h"
#include "base/os/file_calls.h"
#include "base/rng.h"

namespace zugwerk::base {

namespace {

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
    if (name.starts_with(prefix) && name.ends_with(kDraftSuffix)) os::remove_if_abandoned(entry->path().string());
  }
}

[[nodiscard]] tl::unexpected<Error> already_exists(const std::string& path) {
  return failure(path + ": already exists; nothing was written");
}

}  // namespace

bool is_device(const std::string& path) {
  const auto status = os::status_of(path);
  if (!status || status->kind == os::FileKind::Folder) return false;
  // An open descriptor may be a file.
  return status->kind == os::FileKind::Other || os::is_device_name(path);
}

Expected<std::string> read_whole_file(const std::string& path, std::size_t limit) {
  auto input = Input::open(path);
  if (!input) return tl::unexpected(input.error());
  return input->read_rest(limit);
}

Expected<WholeFile> WholeFile::open(const std::string& path, Existing existing) {
  const auto status = os::status_of(path);
  if (status && status->kind == os::FileKind::Folder)
    return write_failure(path + ": cannot be written: it is a folder");
  if (is_device(path)) {
    WholeFile file(path, path, existing);
    file.direct_ = true;
    file.descriptor_ = os::open_file(path, os::OpenMode::Write);
    if (file.descriptor_ < 0) return system_write_failure(path, "cannot be opened for writing", errno);
    return file;
  }
  if (status && existing == Existing::Refuse) return already_exists(path);
  // A file that its owner protected from writing is not replaced either.
  if (status && !os::may_write(path)) return system_write_failure(path, "cannot be written", errno);
  std::string target = path;
  if (os::is_link(path)) {
    std::error_code error;
    target = std::filesystem::canonical(path, error).string();
    if (error) return write_failure(path + ": cannot be written: the link leads nowhere: " + error.message());
  }
  remove_orphans(target);
  WholeFile file(path, std::move(target), existing);
  if (auto made = file.make_draft(); !made) return tl::unexpected(made.error());
  if (status && !os::set_permissions(file.descriptor_, status->permissions))
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
  if (descriptor_ >= 0) os::close_file(descriptor_);
  descriptor_ = -1;
  if (!draft_.empty()) os::remove_file(draft_);
  draft_.clear();
}

Expected<void> WholeFile::make_draft() {
  descriptor_ = os::open_unnamed(folder_of(target_));
  if (descriptor_ >= 0) {
    static_cast<void>(os::lock_file(descriptor_, os::LockKind::Exclusive));  // no other process can have it
    return {};
  }
  // Any other error would affect a named file as well.
  if (!os::can_be_named_instead(errno)) return system_write_failure(path_, "cannot be written", errno);
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
      if (os::give_name(descriptor_, name)) {
        draft_ = std::move(name);
        return {};
      }
    } else {
      descriptor_ = os::open_file(name, os::OpenMode::CreateNew);
      if (descriptor_ >= 0) {
        static_cast<void>(os::lock_file(descriptor_, os::LockKind::Exclusive));
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
    if (os::give_name(descriptor_, target_)) return {};
    if (errno != EEXIST || existing_ == Existing::Refuse) return failed(errno);
    if (auto named = name_draft(); !named) return named;
  } else if (existing_ == Existing::Refuse && os::exists(target_)) {
    return failed(EEXIST);
  }
  if (!os::rename_file(draft_, target_)) return failed(errno);
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
  const int reason = os::close_file(descriptor) ? 0 : errno;
  discard();
  if (reason != 0) return system_write_failure(path_, "cannot be written", reason);
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
