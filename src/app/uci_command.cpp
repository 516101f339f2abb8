// `zugwerk uci`: the same as no subcommand, for those who like to say what they mean.

#include <iostream>

#include <unistd.h>

#include "app/commands.h"
#include "app/exit_codes.h"
#include "app/version.h"
#include "base/interrupt.h"
#include "base/line_reader.h"
#include "protocol/uci.h"

namespace zugwerk::app {

int serve_standard_input() {
  const base::InterruptGuard interrupt;
  base::LineReader reader(STDIN_FILENO, interrupt.descriptor());
  protocol::run_uci([&] { return reader.next(); }, std::cout, std::string(kVersion));
  return kExitOk;
}

void add_uci_command(CLI::App& app, Commands& commands) {
  CLI::App* const uci = app.add_subcommand("uci", "Speak UCI on standard input (the same as no subcommand)");
  commands[uci] = serve_standard_input;
}

}  // namespace zugwerk::app
