#include "arena/queue/progress.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/files/whole_file.h"

namespace zugwerk::arena {

namespace {

using base::Json;

constexpr double kSecondsBetweenWrites = 2;
constexpr std::array<std::string_view, 4> kStateNames{"running", "interrupted", "complete", "failed"};

[[nodiscard]] bool are_numbers(const Json& list, std::size_t count) {
  return list.is_array() && list.size() == count &&
         std::all_of(list.begin(), list.end(), [](const Json& value) { return value.is_number(); });
}

}  // namespace

ProgressChart::ProgressChart(std::string title, std::string x_label, std::string y_label,
                             std::vector<std::string> curves)
    : title_(std::move(title)),
      x_label_(std::move(x_label)),
      y_label_(std::move(y_label)),
      names_(std::move(curves)),
      values_(names_.size()) {}

void ProgressChart::add(double x, const std::vector<double>& values) {
  // Replace the last point if it is too close to the one before.
  if (x_.size() >= 2 && x_.back() - x_[x_.size() - 2] < gap_) {
    x_.pop_back();
    for (auto& curve : values_) curve.pop_back();
  }
  x_.push_back(x);
  for (std::size_t i = 0; i < values_.size(); ++i) values_[i].push_back(values[i]);
  if (x_.size() > kMostPoints) thin_out();
}

void ProgressChart::thin_out() {
  const auto halve = [](std::vector<double>& list) {
    std::vector<double> kept;
    for (std::size_t i = 0; i < list.size(); i += 2) kept.push_back(list[i]);
    if (list.size() % 2 == 0) kept.push_back(list.back());
    list = std::move(kept);
  };
  halve(x_);
  for (auto& curve : values_) halve(curve);
  gap_ = (x_.back() - x_.front()) / (static_cast<double>(kMostPoints) / 2);
}

Json ProgressChart::to_json() const {
  Json json{{"title", title_}, {"x", {{"label", x_label_}, {"values", x_}}}, {"y", y_label_}};
  json["curves"] = Json::array();
  for (std::size_t i = 0; i < names_.size(); ++i)
    json["curves"].push_back({{"label", names_[i]}, {"values", values_[i]}});
  return json;
}

void ProgressChart::take_points(const Json& chart, double last_x) {
  if (!chart.is_object() || !chart.contains("x") || !chart["x"].is_object() || !chart["x"].contains("values") ||
      !chart.contains("curves") || !chart["curves"].is_array() || chart["curves"].size() != names_.size())
    return;
  const Json& x = chart["x"]["values"];
  if (!x.is_array() || !are_numbers(x, x.size())) return;
  for (std::size_t i = 0; i < names_.size(); ++i) {
    const Json& curve = chart["curves"][i];
    if (!curve.is_object() || curve.value("label", Json()) != names_[i] || !curve.contains("values") ||
        !are_numbers(curve["values"], x.size()))
      return;
  }
  for (std::size_t point = 0; point < x.size() && x[point].get<double>() <= last_x; ++point) {
    std::vector<double> values;
    for (const Json& curve : chart["curves"]) values.push_back(curve["values"][point].get<double>());
    add(x[point].get<double>(), values);
  }
}

Json to_json(const Progress& progress) {
  Json json{{"progress", progress.command},
            {"state", kStateNames[static_cast<std::size_t>(progress.state)]},
            {"done", progress.done},
            {"total", progress.total},
            {"unit", progress.unit},
            {"seconds", progress.seconds},
            {"seconds_left", progress.seconds_left ? Json(*progress.seconds_left) : Json()},
            {"text", progress.text}};
  json["facts"] = Json::array();
  for (const auto& [name, value] : progress.facts) json["facts"].push_back({{"name", name}, {"value", value}});
  json["chart"] = progress.chart.empty() ? Json() : progress.chart.to_json();
  return json;
}

std::optional<ProgressState> progress_state_of(const Json& json) {
  if (!json.is_object() || !json.contains("progress") || !json.contains("state")) return std::nullopt;
  for (std::size_t i = 0; i < kStateNames.size(); ++i)
    if (json["state"] == kStateNames[i]) return static_cast<ProgressState>(i);
  return std::nullopt;
}

std::optional<double> seconds_left(double seconds, double done_in_them, double still_to_do) {
  if (done_in_them <= 0 || seconds <= 0) return std::nullopt;
  return std::max(still_to_do, 0.0) * seconds / done_in_them;
}

base::Expected<ProgressFile> ProgressFile::open(std::string path, std::string command) {
  ProgressFile file(std::move(path), std::move(command));
  if (file.path_.empty()) return file;
  if (auto writable = base::check_can_be_written(file.path_); !writable) return tl::unexpected(writable.error());
  if (base::is_device(file.path_)) return file;
  // An unreadable file will be replaced anyway.
  if (const auto text = base::read_whole_file(file.path_))
    if (auto json = base::parse_json(*text); json && progress_state_of(*json)) file.earlier_chart_ = (*json)["chart"];
  return file;
}

bool ProgressFile::is_due() const {
  return !path_.empty() && (!written_ || written_->seconds() >= kSecondsBetweenWrites);
}

void ProgressFile::write(Progress progress) {
  if (!is_due()) return;
  progress.command = command_;
  static_cast<void>(base::write_whole_file(path_, base::to_text(to_json(progress))));
  written_.emplace();
}

base::Expected<void> ProgressFile::finish(Progress progress, ProgressState state) {
  if (path_.empty()) return {};
  progress.command = command_;
  progress.state = state;
  progress.seconds_left.reset();
  return base::write_whole_file(path_, base::to_text(to_json(progress)));
}

}  // namespace zugwerk::arena
