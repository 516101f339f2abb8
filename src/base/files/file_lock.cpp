#include "base/files/file_lock.h"

#include "base/files/descriptor.h"
#include "base/os/file_calls.h"

namespace zugwerk::base {

bool is_locked(const std::string& path) {
  const Descriptor file(os::open_file(path, os::OpenMode::Read));
  // If we can get the lock, no writer holds it. A shared lock, so that concurrent checks do not see each other.
  return file.is_open() && os::lock_file(file.number(), os::LockKind::Shared) == os::LockResult::HeldByAnother;
}

}  // namespace zugwerk::base
