// base/files/file_lock.h
//
// Whether a file is in use: a writer locks its file for as long as it lives (as output_file.h does).

#pragma once

#include <string>

namespace zugwerk::base {

/// Whether any process holds a lock on this file. False if the file does not exist.
[[nodiscard]] bool is_locked(const std::string& path);

}  // namespace zugwerk::base
