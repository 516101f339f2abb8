// web/lab_files.h
//
// Results of the lab in a folder, for the page to draw: summaries of matches, logs of ladders, cards of networks. Only
// reads, and only files directly in the folder.

#pragma once

#include <optional>
#include <string>
#include <utility>

#include "base/error.h"
#include "base/json.h"

namespace zugwerk::web {

class LabFiles {
 public:
  /// With an empty name there is no folder and there are no files.
  explicit LabFiles(std::string folder) : folder_(std::move(folder)) {}

  [[nodiscard]] bool is_there() const { return !folder_.empty(); }

  /// [{"name", "kind": "match", "ladder" or "network", "modified": seconds since 1970}], the newest first. Other files
  /// are left out.
  [[nodiscard]] base::Json list() const;

  /// {"name", "kind", "data"}: the file as it is; for a ladder's log, a list of its lines. Nothing if there is no such
  /// file.
  [[nodiscard]] std::optional<base::Json> read(const std::string& name) const;

 private:
  std::string folder_;
};

}  // namespace zugwerk::web
