// base/files/file_system.h
//
// What output_file.h and whole_file.h share: system calls on files whose errors name the file.

#pragma once

#include <string>
#include <string_view>

#include "base/error.h"

namespace zugwerk::base {

/// "path: what: reason" as the error of something that could not be written.
[[nodiscard]] tl::unexpected<Error> system_write_failure(const std::string& path, const std::string& what, int number);

/// Writes all bytes; on an error `written` is how many were.
[[nodiscard]] Expected<void> write_all(int descriptor, std::string_view bytes, const std::string& path,
                                       std::size_t& written);

/// Waits until the bytes of a file are on the disk.
[[nodiscard]] Expected<void> sync_file(int descriptor, const std::string& path);

/// Waits until the names in the folder of `path` are on the disk.
[[nodiscard]] Expected<void> sync_folder_of(const std::string& path);

/// The folder of a file, "." if the path names none.
[[nodiscard]] std::string folder_of(const std::string& path);

}  // namespace zugwerk::base
