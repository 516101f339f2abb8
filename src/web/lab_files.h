// web/lab_files.h
//
// What the lab left in a folder, for the page to draw: summaries of matches, logs of ladders, cards of networks; the
// progress of running commands; and the queue of experiments, if the folder is one. Only reads, and only files that lie
// in the folder itself or in that of an experiment.

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

  /// [{"name", "title", "kind": "match", "ladder", "network" or "progress", "modified": seconds since 1970}], the
  /// newest first. Files that are none of these are left out, and so is the progress of experiments, which the queue
  /// tells. Files of an experiment are named "EXPERIMENT/FILE".
  [[nodiscard]] base::Json list() const;

  /// {"name", "title", "kind", "modified", "data"}: the file as it is; for a ladder's log, a list of its lines. The
  /// title says whom it is about: "dev – base". Nothing if there is no such file.
  [[nodiscard]] std::optional<base::Json> read(const std::string& name) const;

  /// The queue with the progress of its experiments, as arena/queue/queue_folder.h has it; null if the folder is no
  /// queue. A damaged journal is an error.
  [[nodiscard]] base::Expected<base::Json> queue() const;

 private:
  std::string folder_;
};

}  // namespace zugwerk::web
