// app/command_words.h
//
// What the command line knows about an option or argument, in the parts that manual pages and completion need.

#pragma once

#include <string>
#include <vector>

#include <CLI/CLI.hpp>

namespace zugwerk::app {

/// What follows an option, or what an argument is.
struct ValueWords {
  enum class Kind { None, Choice, Number, File, Folder };
  Kind kind = Kind::None;
  std::string name;                  // "FILE", "INT", "white|black"
  std::vector<std::string> choices;  // of Kind::Choice
  std::string range;                 // "1 to 1024", "positive"; empty if anything goes
};

[[nodiscard]] ValueWords value_words(const CLI::Option& option);

/// The commands of a command, without those that --help does not show.
[[nodiscard]] std::vector<const CLI::App*> shown_commands(const CLI::App& command);

/// The options of a command with a name of their own ("--hash"), and its arguments, as --help shows them.
[[nodiscard]] std::vector<const CLI::Option*> shown_options(const CLI::App& command);
[[nodiscard]] std::vector<const CLI::Option*> shown_arguments(const CLI::App& command);

/// "-o", "--output": the names of an option, with dashes.
[[nodiscard]] std::vector<std::string> option_names(const CLI::Option& option);

/// Whether an option may be given, or an argument may have, more than once.
[[nodiscard]] bool is_repeatable(const CLI::Option& option);

/// "data check": the words that call a command, without the program's name; empty for the program itself.
[[nodiscard]] std::string command_path(const CLI::App& command);

/// The program and all commands below it, from the top.
[[nodiscard]] std::vector<const CLI::App*> all_commands(const CLI::App& program);

/// The text with each `from` replaced by `to`.
[[nodiscard]] std::string with_replaced(std::string text, const std::string& from, const std::string& to);

}  // namespace zugwerk::app
