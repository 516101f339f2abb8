#include "app/shell_completion.h"

#include <map>
#include <string_view>
#include <vector>

#include "app/command_words.h"
#include "base/format.h"

namespace zugwerk::app {

namespace {

using Kind = ValueWords::Kind;

[[nodiscard]] std::string in_single_quotes(const std::string& text) {
  return "'" + with_replaced(text, "'", R"('\'')") + "'";
}

/// Choices that may contain spaces, as one word each.
[[nodiscard]] std::string joined(const std::vector<std::string>& choices, const char* separator, const char* space) {
  return with_replaced(with_replaced(CLI::detail::join(choices, "\n"), " ", space), "\n", separator);
}

/// The first line of a description: lists show no more.
[[nodiscard]] std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

/// A name that every shell accepts for a function: "zugwerk_data_check".
[[nodiscard]] std::string function_name(const CLI::App& program, const CLI::App& command) {
  std::string name = program.get_name();
  if (const std::string path = command_path(command); !path.empty()) name += "_" + path;
  return with_replaced(with_replaced(name, "-", "_"), " ", "_");
}

[[nodiscard]] std::string first_line_of_script(const CLI::App& program, std::string_view shell) {
  return base::format("# Completion of {0} for {1}, written by `{0} completion {1}`.\n", program.get_name(), shell);
}

/// The words that can follow a command in bash: its commands or options.
[[nodiscard]] std::string bash_words(const CLI::App& command) {
  std::vector<std::string> words;
  for (const CLI::App* const below : shown_commands(command)) words.push_back(below->get_name());
  for (const CLI::Option* const option : shown_options(command))
    for (const std::string& name : option_names(*option)) words.push_back(name);
  return CLI::detail::join(words, " ");
}

/// How bash completes a value.
[[nodiscard]] std::string bash_action(const ValueWords& value) {
  switch (value.kind) {
    case Kind::Choice:
      // The list loses one backslash when it is read.
      return "local IFS=$'\\n'; COMPREPLY=($(compgen -W $'" + joined(value.choices, "\\n", R"(\\\\\\ )") +
             "' -- \"$word\"))";
    case Kind::File:
      return "compopt -o default";
    case Kind::Folder:
      return "compopt -o dirnames";
    default:
      return ":";
  }
}

/// How zsh completes a value: ":name:action".
[[nodiscard]] std::string zsh_action(const ValueWords& value) {
  const std::string name = with_replaced(value.name, ":", "\\:");
  switch (value.kind) {
    case Kind::Choice:
      return ":value:(" + joined(value.choices, " ", "\\ ") + ")";
    case Kind::File:
      return ":" + name + ":_files";
    case Kind::Folder:
      return ":" + name + ":_files -/";
    default:
      return ":" + name + ": ";
  }
}

/// The lines of _arguments for an option, one for each of its names.
[[nodiscard]] std::string zsh_option(const CLI::Option& option) {
  const std::vector<std::string> names = option_names(option);
  const ValueWords value = value_words(option);
  std::string text = first_line(option.get_description());
  for (const char* const special : {"\\", "[", "]", ":"})
    text = with_replaced(text, special, std::string("\\") + special);
  std::string lines;
  for (const std::string& name : names) {
    std::string spec = is_repeatable(option) ? "*" : names.size() > 1 ? "(" + CLI::detail::join(names, " ") + ")" : "";
    const char* const before_value = value.kind == Kind::None ? "" : name.starts_with("--") ? "=" : "+";
    spec += base::format("{}{}[{}]", name, before_value, text);
    if (value.kind != Kind::None) spec += zsh_action(value);
    lines += " \\\n    " + in_single_quotes(spec);
  }
  return lines;
}

[[nodiscard]] std::string zsh_function(const CLI::App& program, const CLI::App& command) {
  const auto below = shown_commands(command);
  const std::string name = function_name(program, command);
  std::string text = "\n_" + name + "() {\n";
  if (!below.empty()) text += "  local curcontext=\"$curcontext\" state line\n  typeset -A opt_args\n";
  text += below.empty() ? "  _arguments -s" : "  _arguments -C";
  for (const CLI::Option* const option : shown_options(command)) text += zsh_option(*option);
  if (below.empty()) {
    for (const CLI::Option* const argument : shown_arguments(command))
      text +=
          " \\\n    " + in_single_quotes((is_repeatable(*argument) ? "*" : "") + zsh_action(value_words(*argument)));
    return text + "\n}\n";
  }
  text += " \\\n    '1: :->command' \\\n    '*:: :->rest'\n  case $state in\n    command)\n      local -a commands=(\n";
  for (const CLI::App* const one : below)
    text += "        " +
            in_single_quotes(one->get_name() + ":" + with_replaced(first_line(one->get_description()), ":", "\\:")) +
            "\n";
  text += "      )\n      _describe command commands\n      ;;\n    rest)\n      case $line[1] in\n";
  for (const CLI::App* const one : below)
    text += base::format("        {}) _{} ;;\n", one->get_name(), function_name(program, *one));
  return text + "      esac\n      ;;\n  esac\n}\n";
}

[[nodiscard]] std::string fish_option(const std::string& program, const std::string& condition,
                                      const CLI::Option& option) {
  std::string line = "complete -c " + program + condition;
  for (const std::string& name : option.get_snames()) line += " -s " + name;
  for (const std::string& name : option.get_lnames()) line += " -l " + name;
  const ValueWords value = value_words(option);
  switch (value.kind) {
    case Kind::Choice:
      line += " -x -a '" + joined(value.choices, " ", "\\ ") + "'";
      break;
    case Kind::File:
      line += " -r -F";
      break;
    case Kind::Folder:
      line += " -x -a '(__fish_complete_directories)'";
      break;
    case Kind::Number:
      line += " -x";
      break;
    case Kind::None:
      break;
  }
  // fish knows two escapes within single quotes.
  const std::string text = with_replaced(first_line(option.get_description()), "\\", "\\\\");
  return line + " -d '" + with_replaced(text, "'", "\\'") + "'\n";
}

}  // namespace

std::string bash_completion(const CLI::App& program) {
  std::string groups;  // commands that have commands
  std::map<std::string, std::string> patterns_by_action;
  std::string words;
  for (const CLI::App* const command : all_commands(program)) {
    const std::string path = command_path(*command);
    if (!shown_commands(*command).empty())
      for (const CLI::App* const below : shown_commands(*command))
        groups += (groups.empty() ? "" : " | ") + in_single_quotes(command_path(*below));
    for (const CLI::Option* const option : shown_options(*command))
      if (const ValueWords value = value_words(*option); value.kind != Kind::None)
        for (const std::string& name : option_names(*option)) {
          std::string& patterns = patterns_by_action[bash_action(value)];
          patterns += (patterns.empty() ? "" : " | ") + in_single_quotes(base::format("{}:{}", path, name));
        }
    words += "    " + in_single_quotes(path) + ") words=" + in_single_quotes(bash_words(*command));
    if (const auto arguments = shown_arguments(*command); !arguments.empty())
      words += "; argument=" + in_single_quotes(bash_action(value_words(*arguments.front())));
    words += " ;;\n";
  }
  std::string text = first_line_of_script(program, "bash");
  text += base::format(
      "\n_{0}() {{\n"
      "  local word=${{COMP_WORDS[COMP_CWORD]}} before=${{COMP_WORDS[COMP_CWORD-1]}} command= words= argument= i\n"
      "  COMPREPLY=()\n"
      "  # bash takes --option=value apart\n"
      "  if [[ $word == '=' ]]; then word=; elif [[ $before == '=' ]]; then before=${{COMP_WORDS[COMP_CWORD-2]}}; fi\n"
      "  for ((i = 1; i < COMP_CWORD; i++)); do\n"
      "    case \"${{command:+$command }}${{COMP_WORDS[i]}}\" in\n"
      "      {1}) command=\"${{command:+$command }}${{COMP_WORDS[i]}}\" ;;\n"
      "      *) break ;;\n"
      "    esac\n"
      "  done\n"
      "  case \"$command:$before\" in\n",
      function_name(program, program), groups.empty() ? "''" : groups);
  for (const auto& [action, patterns] : patterns_by_action)
    text += base::format("    {}) {}; return ;;\n", patterns, action);
  text += "  esac\n  case \"$command\" in\n" + words + "  esac\n";
  text += base::format(
      "  if [[ $word == -* || -z $argument ]]; then\n"
      "    COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
      "  else\n"
      "    eval \"$argument\"\n"
      "  fi\n"
      "}}\n"
      "complete -F _{} {}\n",
      function_name(program, program), program.get_name());
  return text;
}

std::string zsh_completion(const CLI::App& program) {
  const std::string& name = program.get_name();
  const std::string function = function_name(program, program);
  std::string text = "#compdef " + name + "\n" + first_line_of_script(program, "zsh");
  for (const CLI::App* const command : all_commands(program)) text += zsh_function(program, *command);
  // Either loaded when it is first needed, from a file in $fpath, or read by `source`.
  text += base::format("\nif [[ $funcstack[1] == _{0} ]]; then\n  _{0} \"$@\"\nelse\n  compdef _{0} {1}\nfi\n",
                       function, name);
  return text;
}

std::string fish_completion(const CLI::App& program) {
  const std::string& name = program.get_name();
  const std::string function = function_name(program, program);
  std::string text = first_line_of_script(program, "fish");
  text += base::format(
      "\n# Whether the line begins with this command.\n"
      "function __{0}_at\n"
      "    set -l typed (commandline -opc)\n"
      "    set -l last (math (count $argv) + 1)\n"
      "    test (count $typed) -ge $last; or return 1\n"
      "    test (count $argv) -eq 0; or test \"$typed[2..$last]\" = \"$argv\"\n"
      "end\n"
      "\n# Whether the line is this command, and nothing after it yet.\n"
      "function __{0}_is\n"
      "    __{0}_at $argv; and test (count (commandline -opc)) -eq (math (count $argv) + 1)\n"
      "end\n\n"
      "complete -c {1} -f\n",
      function, name);
  for (const CLI::App* const command : all_commands(program)) {
    const std::string path = command_path(*command);
    const auto condition = [&](const std::string& test) {
      return base::format(" -n '__{}_{}{}{}'", function, test, path.empty() ? "" : " ", path);
    };
    const auto below = shown_commands(*command);
    for (const CLI::App* const one : below)
      text += "complete -c " + name + condition("is") + " -a " + one->get_name() + " -d '" +
              with_replaced(first_line(one->get_description()), "'", "\\'") + "'\n";
    for (const CLI::Option* const option : shown_options(*command))
      text += fish_option(name, condition(below.empty() ? "at" : "is"), *option);
    if (const auto arguments = shown_arguments(*command); !arguments.empty()) {
      const ValueWords value = value_words(*arguments.front());
      if (value.kind == Kind::File || value.kind == Kind::Folder)
        text += "complete -c " + name + condition("at") + " -F\n";
      if (value.kind == Kind::Choice)
        text += "complete -c " + name + condition("is") + " -a '" + joined(value.choices, " ", "\\ ") + "'\n";
    }
  }
  return text;
}

}  // namespace zugwerk::app
