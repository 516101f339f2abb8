// app/shell_completion.h
//
// Completion for shells, written from the declared commands and options, so that it always fits the program.

#pragma once

#include <string>

#include <CLI/CLI.hpp>

namespace zugwerk::app {

/// Scripts for the shell to read. Options complete to their names, and values to their choices, files or folders.
[[nodiscard]] std::string bash_completion(const CLI::App& program);
[[nodiscard]] std::string zsh_completion(const CLI::App& program);
[[nodiscard]] std::string fish_completion(const CLI::App& program);

}  // namespace zugwerk::app
