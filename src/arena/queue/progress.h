// arena/queue/progress.h
//
// Progress of a long-running command: a small JSON file that is replaced every few seconds and once more at the end.
// Commands write it with `--progress FILE`; the queue reads it and the page draws it. Its format is the same for every
// command, so readers need not know which one wrote it.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/error.h"
#include "base/json.h"

namespace zugwerk::arena {

/// Curves over a common x that stay small however long the work takes: when there are too many points, every other
/// one is dropped.
class ProgressChart {
 public:
  static constexpr std::size_t kMostPoints = 240;

  ProgressChart() = default;
  ProgressChart(std::string title, std::string x_label, std::string y_label, std::vector<std::string> curves);

  /// Adds a value to each curve; `x` must increase. The last point is always kept.
  void add(double x, const std::vector<double>& values);

  [[nodiscard]] bool empty() const { return x_.empty(); }
  [[nodiscard]] const std::vector<double>& x() const { return x_; }
  [[nodiscard]] const std::vector<double>& curve(std::size_t number) const { return values_[number]; }

  [[nodiscard]] base::Json to_json() const;
  /// Copies the points up to `last_x` from a chart that to_json wrote. Does nothing if its curves have other labels.
  void take_points(const base::Json& chart, double last_x);

 private:
  void thin_out();

  std::string title_;
  std::string x_label_;
  std::string y_label_;
  std::vector<std::string> names_;
  std::vector<double> x_;
  std::vector<std::vector<double>> values_;  // for each curve
  double gap_ = 0;                           // the smallest distance between points that are kept
};

enum class ProgressState : unsigned char { Running, Interrupted, Complete, Failed };

struct Progress {
  std::string command;  // "match"
  ProgressState state = ProgressState::Running;
  std::uint64_t done = 0;
  std::uint64_t total = 0;  // 0: unknown
  std::string unit;         // "games"
  double seconds = 0;       // of this run
  std::optional<double> seconds_left;
  std::string text;  // the result so far, in one line
  std::vector<std::pair<std::string, std::string>> facts;
  ProgressChart chart;
};

[[nodiscard]] base::Json to_json(const Progress& progress);

/// The state in a progress file; nothing if `json` is not one.
[[nodiscard]] std::optional<ProgressState> progress_state_of(const base::Json& json);

/// The time left if the work continues at its pace so far; nothing if none is done yet.
[[nodiscard]] std::optional<double> seconds_left(double seconds, double done_in_them, double still_to_do);

class ProgressFile {
 public:
  /// Checks that the file can be written and loads the chart of an earlier run. With an empty path, nothing is ever
  /// written.
  [[nodiscard]] static base::Expected<ProgressFile> open(std::string path, std::string command);

  /// Whether the file is due for an update. Never without a path.
  [[nodiscard]] bool is_due() const;

  /// Updates the file, if due, while the work runs. Failures are ignored: the next update may succeed, and the results
  /// are in other files.
  void write(Progress progress);

  /// Writes the final state. An error names the file.
  [[nodiscard]] base::Expected<void> finish(Progress progress, ProgressState state);

  /// The chart that an earlier run left; null if there is none.
  [[nodiscard]] const base::Json& earlier_chart() const { return earlier_chart_; }

 private:
  ProgressFile(std::string path, std::string command) : path_(std::move(path)), command_(std::move(command)) {}

  std::string path_;
  std::string command_;
  base::Json earlier_chart_;
  std::optional<base::Stopwatch> written_;
};

}  // namespace zugwerk::arena
