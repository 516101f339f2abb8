// tests/support/data_folder.h
//
// The folder with the larger data of the tests: suites, openings. It is not part of the tree, so a test that needs a
// file is skipped if it is missing.

#pragma once

#include <cstdlib>
#include <filesystem>
#include <optional>
#include <string_view>

namespace zugwerk::tests {

/// The folder that the environment variable ZUGWERK_DATA names, or else the one that the build was configured with.
[[nodiscard]] inline std::filesystem::path data_folder() {
  if (const char* folder = std::getenv("ZUGWERK_DATA"); folder != nullptr && *folder != '\0') return folder;
  return ZUGWERK_DATA_FOLDER;
}

/// A file of that folder, if it is there: data_file("suites/wac.epd").
[[nodiscard]] inline std::optional<std::filesystem::path> data_file(std::string_view name) {
  std::filesystem::path path = data_folder() / name;
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return std::nullopt;
  return path;
}

}  // namespace zugwerk::tests
