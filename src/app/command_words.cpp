#include "app/command_words.h"

#include <cstddef>
#include <string_view>
#include <utility>

namespace zugwerk::app {

namespace {

/// "{white,black}" of a list of choices, taken apart; empty for anything else.
[[nodiscard]] std::vector<std::string> choices_of(const std::string& type) {
  // Values that are transformed are shown as "value in {mate->1,...} OR {1,...}": what is typed comes before the arrow.
  const std::size_t open = type.find('{');
  const std::size_t close = type.find('}', open);
  if (open == std::string::npos || close == std::string::npos) return {};
  std::vector<std::string> choices = CLI::detail::split(type.substr(open + 1, close - open - 1), ',');
  for (std::string& choice : choices) choice = CLI::detail::trim_copy(choice.substr(0, choice.find("->")));
  return choices;
}

[[nodiscard]] std::string range_of(const std::string& check) {
  constexpr std::string_view kBetween = " in [";
  if (check == "POSITIVE") return "positive";
  if (check == "NONNEGATIVE") return "not negative";
  const std::size_t start = check.find(kBetween);
  if (start == std::string::npos || check.back() != ']') return {};
  return with_replaced(check.substr(start + kBetween.size(), check.size() - start - kBetween.size() - 1), " - ",
                       " to ");
}

}  // namespace

std::string with_replaced(std::string text, const std::string& from, const std::string& to) {
  return CLI::detail::find_and_replace(std::move(text), from, to);
}

ValueWords value_words(const CLI::Option& option) {
  if (option.get_items_expected_max() == 0 || option.get_type_size_max() == 0) return {};
  // "INT:INT in [1 - 1024]": the type, then what is checked.
  const std::string type = option.get_type_name();
  const std::size_t colon = type.find(':');
  const std::string check = colon == std::string::npos ? std::string() : type.substr(colon + 1);
  ValueWords words{.kind = ValueWords::Kind::File, .name = type.substr(0, colon), .choices = {}, .range = {}};
  if (words.choices = choices_of(type); !words.choices.empty()) {
    words.kind = ValueWords::Kind::Choice;
    words.name = CLI::detail::join(words.choices, "|");
  } else if (words.name == "INT" || words.name == "UINT" || words.name == "FLOAT" || words.name == "N") {
    words.kind = ValueWords::Kind::Number;
    words.range = range_of(check);
    if (words.name != "FLOAT") words.name = "N";
  } else if (check == "DIR") {
    words.kind = ValueWords::Kind::Folder;
    words.name = "FOLDER";
  } else if (check == "FILE") {
    words.name = "FILE";
  }
  return words;
}

std::vector<const CLI::App*> shown_commands(const CLI::App& command) {
  return command.get_subcommands([](const CLI::App* below) { return !below->get_group().empty(); });
}

std::vector<const CLI::Option*> shown_options(const CLI::App& command) {
  return command.get_options(
      [](const CLI::Option* option) { return option->nonpositional() && !option->get_group().empty(); });
}

std::vector<const CLI::Option*> shown_arguments(const CLI::App& command) {
  return command.get_options(
      [](const CLI::Option* option) { return option->get_positional() && !option->get_group().empty(); });
}

std::vector<std::string> option_names(const CLI::Option& option) {
  std::vector<std::string> names;
  for (const std::string& name : option.get_snames()) names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) names.push_back("--" + name);
  return names;
}

bool is_repeatable(const CLI::Option& option) {
  return option.get_expected_max() > 1 || option.get_items_expected_max() >= CLI::detail::expected_max_vector_size;
}

std::string command_path(const CLI::App& command) {
  if (command.get_parent() == nullptr) return {};
  const std::string above = command_path(*command.get_parent());
  return above.empty() ? command.get_name() : above + " " + command.get_name();
}

std::vector<const CLI::App*> all_commands(const CLI::App& program) {
  std::vector<const CLI::App*> commands{&program};
  for (const CLI::App* const below : shown_commands(program))
    for (const CLI::App* const command : all_commands(*below)) commands.push_back(command);
  return commands;
}

}  // namespace zugwerk::app
