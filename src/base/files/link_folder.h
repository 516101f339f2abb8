// base/files/link_folder.h
//
// A private folder of links to files elsewhere, for libraries that search a folder themselves and should see only some
// of the files. Removed together with its owner.

#pragma once

#include <string>

#include "base/error.h"

namespace zugwerk::base {

class LinkFolder {
 public:
  /// Creates the folder where temporary files belong, or in memory if there is no such place. An error says why neither
  /// works.
  [[nodiscard]] static Expected<LinkFolder> create();

  LinkFolder(LinkFolder&& other) noexcept;
  LinkFolder& operator=(LinkFolder&& other) noexcept;
  LinkFolder(const LinkFolder&) = delete;
  LinkFolder& operator=(const LinkFolder&) = delete;
  ~LinkFolder();

  [[nodiscard]] const std::string& path() const { return path_; }
  /// A link of this name to a file.
  [[nodiscard]] Expected<void> add(const std::string& name, const std::string& target);

 private:
  LinkFolder() = default;

  std::string path_;
};

}  // namespace zugwerk::base
