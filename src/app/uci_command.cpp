// `zugwerk uci`: the same as no subcommand, for those who like to say what they mean.

#include <iostream>

#include "app/commands.h"
#include "app/exit_codes.h"
#include "app/version.h"
#include "protocol/uci.h"

namespace zugwerk::app {

void add_uci_command(CLI::App& app, Commands& commands) {
  CLI::App* const uci = app.add_subcommand("uci", "Speak UCI on standard input (the same as no subcommand)");
  commands[uci] = [] {
    protocol::run_uci(std::cin, std::cout, std::string(kVersion));
    return kExitOk;
  };
}

}  // namespace zugwerk::app
