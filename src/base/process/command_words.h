// base/process/command_words.h
//
// Commands as text: taken apart into words, as a shell does, and put together again.

#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace zugwerk::base {

/// The words of a command: split at blanks, with both kinds of quotes and backslashes as in a shell. Nothing is
/// expanded. An empty command and an unclosed quote are errors.
[[nodiscard]] Expected<std::vector<std::string>> split_command(std::string_view command);

/// One word of a command, in quotes: split_command gives it back whatever it contains.
[[nodiscard]] std::string command_word(std::string_view text);

}  // namespace zugwerk::base
