// terminal/console.h
//
// A board at a prompt: moves in any notation, take back, set up, look around, count. Talks to a person; programs have
// their protocols.

#pragma once

#include <iosfwd>
#include <string>

#include "base/error.h"

namespace zugwerk::terminal {

struct ConsoleOptions {
  bool color = false;
  bool prompt = true;  // print a prompt and redraw the board after every move
  std::string fen;     // where to start; empty for the standard start
};

/// Reads commands until "quit" or the end of input. The error is a start position that cannot be read.
base::Expected<void> run_console(std::istream& in, std::ostream& out, const ConsoleOptions& options);

}  // namespace zugwerk::terminal
