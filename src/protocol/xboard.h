// protocol/xboard.h
//
// The protocol of XBoard and WinBoard (CECP, version 2): text in, text out. Unlike UCI it leaves the game to the
// engine, which keeps track of the moves, its clock and the side to move.

#pragma once

#include <iosfwd>
#include <string>
#include <string_view>

#include "protocol/line_source.h"

namespace zugwerk::protocol {

/// Whether a client that begins with this line speaks this protocol.
[[nodiscard]] bool is_xboard_greeting(std::string_view line);

/// Obeys lines until "quit" or until there is none.
void run_xboard(const LineSource& next_line, std::ostream& out, const std::string& version);

}  // namespace zugwerk::protocol
