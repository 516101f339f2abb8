#include "arena/queue/experiment.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "base/format.h"
#include "base/process/command_words.h"
#include "base/text.h"

namespace zugwerk::arena {

namespace {

/// An option that names an output, and the name that the queue gives it.
struct QueuedOutput {
  std::string_view option;
  std::string_view short_option;  // may be empty
  std::string_view name;          // in the experiment's folder; empty: the folder itself
};

struct QueueableCommand {
  std::string_view name;
  std::vector<QueuedOutput> outputs;
  bool needs_resume = true;  // otherwise the same command resumes without being asked
  bool needs_seed = false;   // without one, it would choose a new seed each time
  bool waits = false;        // for engines, which may get no processor time for long
};

[[nodiscard]] const std::vector<QueueableCommand>& queueable() {
  static const std::vector<QueueableCommand> commands{
      {"match", {{"--json", "", "match.json"}, {"--pgn", "", "games.pgn"}}, true, false, true},
      {"selfplay", {{"--output", "-o", "games.zwg"}}, false, true},
      {"spsa", {{"--state", "", "spsa.json"}}, true, false, true},
      {"suite", {{"--json", "", "suite.json"}}},
      {"train", {{"--output", "-o", ""}}},
  };
  return commands;
}

/// At idle priority, an engine that is silent for a minute may be starved rather than hung.
constexpr std::array<std::string_view, 2> kPatienceOptions{"--patience", "--start-patience"};
constexpr std::string_view kSecondsOfPatience = "3600";

[[nodiscard]] const QueueableCommand* find_queueable(std::string_view name) {
  const auto& commands = queueable();
  const auto found = std::find_if(commands.begin(), commands.end(), [&](const auto& one) { return one.name == name; });
  return found == commands.end() ? nullptr : &*found;
}

[[nodiscard]] bool is_option(std::string_view word, std::string_view option) {
  return word.starts_with(option) && (word.size() == option.size() || word[option.size()] == '=');
}

[[nodiscard]] bool has_option(const std::vector<std::string>& words, std::string_view option) {
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) { return is_option(word, option); });
}

[[nodiscard]] std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const std::string& name : names) text += (text.empty() ? "" : ", ") + name;
  return text;
}

constexpr std::string_view kProgressOption = "--progress";
constexpr std::string_view kResumeOption = "--resume";

/// A line "key: value" with its continuation lines.
struct Field {
  std::size_t line = 0;
  std::string key;
  std::string value;
};

[[nodiscard]] base::Expected<std::vector<Field>> fields_of(std::string_view text, const std::string& file) {
  std::vector<Field> fields;
  std::size_t number = 0;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view line = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    ++number;
    const std::string_view trimmed = base::trim(line);
    if (trimmed.empty() || trimmed.front() == '#') continue;
    const auto wrong = [&](const std::string& what) {
      return base::failure(base::format("{}:{}: {}", file, number, what));
    };
    if (!base::is_valid_utf8(trimmed) || trimmed.find('\0') != std::string_view::npos) return wrong("not text");
    if (base::is_space(line.front())) {
      if (fields.empty()) return wrong("an indented line continues the previous one, but there is none");
      fields.back().value.append(" ").append(trimmed);
      continue;
    }
    const std::size_t colon = trimmed.find(':');
    if (colon == std::string_view::npos) return wrong("expected 'key: value', found " + base::in_quotes(trimmed));
    Field field{number, std::string(base::trim(trimmed.substr(0, colon))),
                std::string(base::trim(trimmed.substr(colon + 1)))};
    if (std::any_of(fields.begin(), fields.end(), [&](const Field& other) { return other.key == field.key; }))
      return wrong(base::in_quotes(field.key) + " is given twice");
    fields.push_back(std::move(field));
  }
  return fields;
}

[[nodiscard]] base::Expected<void> take_field(const Field& field, Experiment& experiment) {
  if (field.value.empty()) return base::failure(base::in_quotes(field.key) + " has no value");
  if (field.key == "title") {
    experiment.title = field.value;
  } else if (field.key == "command") {
    auto words = base::split_command(field.value);
    if (!words) return tl::unexpected(words.error());
    experiment.words = *std::move(words);
    return check_command(experiment.words);
  } else if (field.key == "folder") {
    experiment.folder = field.value;
  } else if (field.key == "after") {
    for (const std::string_view word : base::split_words(field.value)) {
      const std::string_view name = word.ends_with(',') ? word.substr(0, word.size() - 1) : word;
      if (!is_experiment_name(name)) return base::failure(base::in_quotes(name) + " is not a valid experiment name");
      experiment.after.emplace_back(name);
    }
  } else if (field.key == "priority") {
    const auto priority = base::parse_integer<std::int64_t>(field.value);
    if (!priority) return base::failure("priority " + base::in_quotes(field.value) + " is not a whole number");
    experiment.priority = *priority;
  } else if (field.key == "time-limit") {
    const auto limit = parse_duration(field.value);
    if (!limit) return tl::unexpected(limit.error());
    experiment.time_limit = *limit;
  } else {
    return base::failure(base::in_quotes(field.key) +
                         " is not a key; the keys are command, title, folder, after, priority and time-limit");
  }
  return {};
}

}  // namespace

const std::vector<std::string>& queueable_commands() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list;
    for (const QueueableCommand& command : queueable()) list.emplace_back(command.name);
    return list;
  }();
  return names;
}

bool is_experiment_name(std::string_view name) {
  constexpr std::size_t kLongest = 100;
  constexpr std::string_view kBesides = "-_.+";
  if (name.empty() || name.size() > kLongest || name.front() == '.' || name.front() == '-') return false;
  return std::all_of(name.begin(), name.end(), [&](char c) {
    return base::is_digit(c) || base::is_lower(c) || base::is_upper(c) || kBesides.find(c) != std::string_view::npos;
  });
}

base::Expected<void> check_command(const std::vector<std::string>& words) {
  const std::string first = words.empty() ? "" : words.front();
  const QueueableCommand* const command = find_queueable(first);
  if (command == nullptr)
    return base::failure(
        base::format("a queue cannot run {}; it runs {}", base::in_quotes(first), listed(queueable_commands())));
  const auto ours = [&](std::string_view option) {
    return base::failure(
        base::format("{}: {} is set by the queue, which gives every experiment its own folder", first, option));
  };
  for (const std::string_view option : {kProgressOption, kResumeOption})
    if (has_option(words, option)) return ours(option);
  constexpr std::string_view kShardOption = "--shard";
  if (has_option(words, kShardOption))
    return base::failure(
        base::format("{}: {} is for several machines; a queue runs whole commands", first, kShardOption));
  for (const QueuedOutput& output : command->outputs) {
    if (has_option(words, output.option)) return ours(output.option);
    if (!output.short_option.empty() && std::any_of(words.begin(), words.end(), [&](const std::string& word) {
          return word.starts_with(output.short_option);
        }))
      return ours(output.short_option);
  }
  return {};
}

base::Expected<double> parse_duration(std::string_view text) {
  constexpr std::array<std::pair<char, double>, 4> kUnits{{{'s', 1}, {'m', 60}, {'h', 3600}, {'d', 86'400}}};
  std::string_view number = text;
  double unit = 1;
  for (const auto& [letter, seconds] : kUnits) {
    if (!text.ends_with(letter)) continue;
    unit = seconds;
    number.remove_suffix(1);
  }
  const auto value = base::parse_real(number);
  if (!value || !(*value > 0))
    return base::failure("expected a duration such as 90s, 30m, 12h or 2d, found " + base::in_quotes(text));
  return *value * unit;
}

base::Expected<Experiment> parse_experiment(std::string_view text, const std::string& name, const std::string& file) {
  const auto fields = fields_of(text, file);
  if (!fields) return tl::unexpected(fields.error());
  Experiment experiment;
  experiment.name = name;
  for (const Field& field : *fields)
    if (const auto taken = take_field(field, experiment); !taken)
      return base::failure(base::format("{}:{}: {}", file, field.line, taken.error().message));
  if (experiment.words.empty()) return base::failure(file + ": 'command' is missing");
  return experiment;
}

std::string to_text(const Experiment& experiment) {
  std::string text;
  const auto line = [&](std::string_view key, const std::string& value) {
    if (!value.empty()) base::append_format(text, "{}: {}\n", key, value);
  };
  const auto needs_quotes = [](char c) { return base::is_space(c) || c == '"' || c == '\'' || c == '\\'; };
  std::string command;
  for (const std::string& word : experiment.words) {
    const bool bare = !word.empty() && std::none_of(word.begin(), word.end(), needs_quotes);
    command += (command.empty() ? "" : " ") + (bare ? word : base::command_word(word));
  }
  line("title", experiment.title);
  line("command", command);
  line("folder", experiment.folder);
  line("after", listed(experiment.after));
  if (experiment.priority != 0) line("priority", std::to_string(experiment.priority));
  if (experiment.time_limit) line("time-limit", base::format("{}s", *experiment.time_limit));
  return text;
}

std::vector<std::string> words_to_run(const Experiment& experiment, const std::string& work_folder,
                                      std::uint64_t seed) {
  const QueueableCommand* const command = find_queueable(experiment.subcommand());
  const auto in_folder = [&](std::string_view name) {
    return name.empty() ? work_folder : work_folder + "/" + std::string(name);
  };
  // Right after the subcommand: after an option with any number of values, they would be parsed as such values.
  std::vector<std::string> words{experiment.subcommand()};
  for (const QueuedOutput& output : command->outputs) {
    words.emplace_back(output.option);
    words.push_back(in_folder(output.name));
  }
  words.emplace_back(kProgressOption);
  words.push_back(progress_path(work_folder));
  if (command->needs_resume) words.emplace_back(kResumeOption);
  if (command->needs_seed && !has_option(experiment.words, "--seed")) {
    words.emplace_back("--seed");
    words.push_back(std::to_string(seed));
  }
  if (command->waits) {
    for (const std::string_view option : kPatienceOptions) {
      if (has_option(experiment.words, option)) continue;
      words.emplace_back(option);
      words.emplace_back(kSecondsOfPatience);
    }
  }
  words.insert(words.end(), experiment.words.begin() + 1, experiment.words.end());
  return words;
}

std::string progress_path(const std::string& work_folder) { return work_folder + "/progress.json"; }

}  // namespace zugwerk::arena
