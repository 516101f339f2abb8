// `zugwerk uci`: the same as no subcommand. Switches to XBoard's protocol if the first line is its greeting.

#include <iostream>
#include <optional>
#include <string>
#include <utility>

#include "app/commands.h"
#include "app/exit_codes.h"
#include "app/version.h"
#include "base/files/line_reader.h"
#include "base/interrupt.h"
#include "protocol/uci.h"
#include "protocol/xboard.h"

namespace zugwerk::app {

int serve_standard_input() {
  const base::InterruptGuard interrupt;
  base::LineReader reader(interrupt);
  // The first line says which protocol the client speaks; it is part of the conversation.
  auto first = reader.next();
  const bool xboard = first && *first && protocol::is_xboard_greeting(**first);
  const auto next_line = [&] {
    auto line = std::exchange(first, std::nullopt);
    return line ? line : reader.next();
  };
  if (xboard)
    protocol::run_xboard(next_line, std::cout, std::string(kVersion));
  else
    protocol::run_uci(next_line, std::cout, std::string(kVersion));
  return kExitOk;
}

void add_uci_command(CLI::App& app, Commands& commands) {
  CLI::App* const uci = app.add_subcommand("uci", "Speak UCI on standard input (the same as no subcommand)");
  commands[uci] = serve_standard_input;
}

}  // namespace zugwerk::app
