// terminal/help.h
//
// The list of commands at the prompt, and suggestions after a typo.

#pragma once

#include <string>
#include <string_view>

#include "chess/position.h"

namespace zugwerk::terminal {

/// Every command with a short description.
[[nodiscard]] std::string help_text();

/// " (did you mean Nf3?)", or a pointer to `help` if nothing is similar.
[[nodiscard]] std::string suggestion(const chess::Position& position, std::string_view typed);

}  // namespace zugwerk::terminal
