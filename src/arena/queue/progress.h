// arena/queue/progress.h
//
// What long work tells about itself while it runs and when it has ended, as a small file of JSON that is replaced every
// few seconds: `--progress FILE` of the commands, read by the queue and drawn by the page. The same form for every
// command, so that readers need not know which one it was.

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

/// Curves over a common x that stay small however long the work takes: when there are too many points, every second
/// one is dropped.
class ProgressChart {
 public:
  static constexpr std::size_t kMostPoints = 240;

  ProgressChart() = default;
  ProgressChart(std::string title, std::string x_label, std::string y_label, std::vector<std::string> curves);

  /// A value for each curve; `x` is larger than before. The last point is always kept.
  void add(double x, const std::vector<double>& values);

  [[nodiscard]] bool empty() const { return x_.empty(); }
  [[nodiscard]] const std::vector<double>& x() const { return x_; }
  [[nodiscard]] const std::vector<double>& curve(std::size_t number) const { return values_[number]; }

  [[nodiscard]] base::Json to_json() const;
  /// Takes the points up to `last_x` from a chart that to_json wrote, if it has the same labels; otherwise nothing.
  void take_points(const base::Json& chart, double last_x);

 private:
  void thin_out();

  std::string title_;
  std::string x_label_;
  std::string y_label_;
  std::vector<std::string> names_;
  std::vector<double> x_;
  std::vector<std::vector<double>> values_;  // of each curve
  double gap_ = 0;                           // between points that are kept
};

/// How far the work is.
enum class ProgressState : unsigned char { Running, Interrupted, Complete, Failed };

struct Progress {
  std::string command;  // "match"
  ProgressState state = ProgressState::Running;
  std::uint64_t done = 0;
  std::uint64_t total = 0;  // 0: unknown
  std::string unit;         // "games"
  double seconds = 0;       // of this run
  std::optional<double> seconds_left;
  std::string text;  // the result so far, on one line
  std::vector<std::pair<std::string, std::string>> facts;
  ProgressChart chart;
};

[[nodiscard]] base::Json to_json(const Progress& progress);

/// The state that a file of progress tells; nothing if it is none.
[[nodiscard]] std::optional<ProgressState> progress_state_of(const base::Json& json);

/// The time left for work that goes on as it went so far; nothing before there is any.
[[nodiscard]] std::optional<double> seconds_left(double seconds, double done_in_them, double still_to_do);

class ProgressFile {
 public:
  /// An empty path: nothing is written. Otherwise says whether the file can be, and takes in what an earlier run left.
  [[nodiscard]] static base::Expected<ProgressFile> open(std::string path, std::string command);

  /// Whether the last text is some seconds old; without a path never.
  [[nodiscard]] bool is_due() const;

  /// While the work runs. A failure is not reported: the next one may do, and the work has files of its own.
  void write(Progress progress);

  /// The last word. An error names the file.
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
