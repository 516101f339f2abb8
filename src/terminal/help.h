// terminal/help.h
//
// What can be typed at the prompt, and what somebody who mistyped it may have meant.

#pragma once

#include <string>
#include <string_view>

#include "chess/position.h"

namespace zugwerk::terminal {

/// Every command with a few words about it.
[[nodiscard]] std::string help_text();

/// " (did you mean Nf3?)", or where to find help.
[[nodiscard]] std::string suggestion(const chess::Position& position, std::string_view typed);

}  // namespace zugwerk::terminal
