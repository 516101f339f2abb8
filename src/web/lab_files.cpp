#include "web/lab_files.h"

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "arena/queue/progress.h"
#include "arena/queue/queue_folder.h"
#include "base/files/line_journal.h"
#include "base/files/random_access_file.h"
#include "base/files/whole_file.h"
#include "base/text.h"

namespace zugwerk::web {

using base::Json;

namespace {

namespace fs = std::filesystem;

/// Larger files are not from the lab, or not meant for viewing.
constexpr std::size_t kLargestFile = std::size_t{32} << 20;
constexpr std::size_t kMostFiles = 100;
constexpr std::int64_t kNanoseconds = 1'000'000'000;  // of a second

[[nodiscard]] bool is_name_of_lab_file(std::string_view name) {
  return (name.ends_with(".json") || name.ends_with(".jsonl")) && !name.starts_with('.') &&
         name.find('/') == std::string_view::npos && name.find('\0') == std::string_view::npos;
}

/// Whether the name is that of a file in the folder itself or, in a queue, in the folder of an experiment.
[[nodiscard]] bool is_place_of_lab_file(std::string_view name) {
  const std::size_t slash = name.find('/');
  if (slash == std::string_view::npos) return is_name_of_lab_file(name);
  return arena::is_experiment_name(name.substr(0, slash)) && is_name_of_lab_file(name.substr(slash + 1));
}

/// The lines of a log; empty if one of them is not JSON or is damaged. A last line that is being written is left out.
[[nodiscard]] Json read_lines(std::string_view text) {
  Json lines = Json::array();
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const bool is_whole = end < text.size();
    const std::string_view line = base::trim(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (line.empty()) continue;
    auto json = base::parse_checked_line(line, true);
    if (!json && !is_whole) break;
    if (!json) return Json::array();
    lines.push_back(std::move(*json));
  }
  return lines;
}

[[nodiscard]] bool has_fields(const Json& json, std::initializer_list<const char*> names) {
  return json.is_object() &&
         std::all_of(names.begin(), names.end(), [&](const char* name) { return json.contains(name); });
}

/// "match", "ladder", "network" or "progress", by its contents; empty if it is none of these.
[[nodiscard]] std::string_view kind_of(const Json& data) {
  if (has_fields(data, {"pairings", "engines", "games"})) return "match";
  if (has_fields(data, {"network", "recipe", "history"})) return "network";
  if (arena::progress_state_of(data) &&
      has_fields(data, {"done", "total", "unit", "seconds", "seconds_left", "text", "facts", "chart"}))
    return "progress";
  if (data.is_array() && !data.empty() && std::all_of(data.begin(), data.end(), [](const Json& line) {
        return has_fields(line, {"engine", "opponents", "tc"});
      }))
    return "ladder";
  return {};
}

[[nodiscard]] std::string text_of(const Json& object, const char* field) {
  const auto found = object.is_object() ? object.find(field) : object.end();
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// Whom a file is about; empty if it does not say.
[[nodiscard]] std::string title_of(std::string_view kind, const Json& data) {
  if (kind == "network") return text_of(data, "network");
  if (kind == "ladder") return text_of(data.back()["engine"], "name");
  if (kind == "progress") {
    for (const Json& fact : data["facts"])
      if (text_of(fact, "name") == "engines") return text_of(fact, "value");
    return {};
  }
  std::string title;
  if (data["engines"].is_array())
    for (const Json& engine : data["engines"]) title += (title.empty() ? "" : " – ") + text_of(engine, "name");
  return title;
}

}  // namespace

std::optional<Json> LabFiles::read(const std::string& name) const {
  if (!is_there() || !is_place_of_lab_file(name)) return std::nullopt;
  const fs::path path = fs::path(folder_) / name;
  std::error_code error;
  if (!fs::is_regular_file(path, error) || fs::file_size(path, error) > kLargestFile) return std::nullopt;
  const auto text = base::read_whole_file(path.string(), kLargestFile);
  if (!text) return std::nullopt;
  Json data;
  if (name.ends_with(".jsonl")) {
    data = read_lines(*text);
  } else {
    auto parsed = base::parse_json(*text, name);
    if (!parsed) return std::nullopt;
    data = std::move(*parsed);
  }
  const std::string_view kind = kind_of(data);
  if (kind.empty()) return std::nullopt;
  const auto identity = base::identity_of(path.string());
  if (!identity) return std::nullopt;
  std::string title = title_of(kind, data);
  return Json{{"name", name},
              {"title", std::move(title)},
              {"kind", kind},
              {"modified", identity->modified / kNanoseconds},
              {"data", std::move(data)}};
}

Json LabFiles::list() const {
  struct Listed {
    std::string name;
    std::int64_t modified = 0;
  };
  if (!is_there()) return Json::array();
  std::vector<Listed> found;
  std::error_code error;
  const auto look_into = [&](const fs::path& folder, const std::string& prefix) {
    for (fs::directory_iterator entry(folder, error), end; !error && entry != end; entry.increment(error)) {
      const std::string name = entry->path().filename().string();
      if (!is_name_of_lab_file(name)) continue;
      if (const auto identity = base::identity_of(entry->path().string()))
        found.push_back({prefix + name, identity->modified / kNanoseconds});
    }
  };
  look_into(folder_, "");
  if (arena::QueueFolder(folder_).is_queue()) {
    std::vector<std::string> experiments;
    for (fs::directory_iterator entry(folder_, error), end; !error && entry != end; entry.increment(error))
      if (const std::string name = entry->path().filename().string();
          entry->is_directory(error) && arena::is_experiment_name(name))
        experiments.push_back(name);
    for (const std::string& name : experiments) look_into(fs::path(folder_) / name, name + "/");
  }
  std::sort(found.begin(), found.end(), [](const Listed& a, const Listed& b) {
    return a.modified != b.modified ? a.modified > b.modified : a.name < b.name;
  });
  if (found.size() > kMostFiles) found.resize(kMostFiles);
  Json list = Json::array();
  for (const Listed& file : found)
    if (const auto found_file = read(file.name)) {
      const Json& read_file = *found_file;
      const bool is_of_experiment = file.name.find('/') != std::string::npos;
      if (is_of_experiment && read_file["kind"] == "progress") continue;
      list.push_back({{"name", file.name},
                      {"title", read_file["title"]},
                      {"kind", read_file["kind"]},
                      {"modified", file.modified}});
    }
  return list;
}

base::Expected<Json> LabFiles::queue() const {
  if (!is_there()) return Json();
  const arena::QueueFolder folder(folder_);
  if (!folder.is_queue()) return Json();
  const auto state = folder.read();
  if (!state) return tl::unexpected(state.error());
  return arena::to_json(*state, folder);
}

}  // namespace zugwerk::web
