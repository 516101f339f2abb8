// base/files/file_lock.h
//
// Who works on a file: a writer holds a lock on it for as long as it lives (output_file.h does), others may ask.

#pragma once

#include <string>

namespace zugwerk::base {

/// Whether some process holds the lock of this file. False if there is no such file.
[[nodiscard]] bool is_locked(const std::string& path);

}  // namespace zugwerk::base
