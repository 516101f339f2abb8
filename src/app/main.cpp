// app/main.cpp
//
// Reads the command line and hands over to a subcommand.

#include <cstdio>
#include <exception>
#include <iostream>
#include <string>

#include "app/commands.h"
#include "app/exit_codes.h"
#include "app/version.h"
#include "chess/attacks.h"

namespace zugwerk::app {

namespace {

std::string version_text() {
  return "zugwerk " + std::string(kVersion) + " (" + std::string(kArchitecture) + ", " +
         (chess::sliders_use_pext() ? "pext" : "magic") + ", " + std::string(kCompiler) + ", " +
         std::string(kBuildType) + ")";
}

int run(int argc, char** argv) {
  CLI::App app{
      "Zugwerk, a chess engine and the workshop that makes it stronger.\n"
      "Without a subcommand it speaks UCI on standard input, as chess programs expect."};
  app.name("zugwerk");
  app.set_version_flag("--version", version_text());
  app.require_subcommand(0, 1);
  app.get_formatter()->column_width(34);
  app.footer(
      "Exit codes: 0 all went well; 1 something checked was wrong; 2 the input could not be understood;\n"
      "130 interrupted.\n"
      "Help on a subcommand: zugwerk SUBCOMMAND --help");

  Commands commands;
  add_play_command(app, commands);
  add_serve_command(app, commands);
  add_uci_command(app, commands);
  add_go_command(app, commands);
  add_analyse_command(app, commands);
  add_explain_command(app, commands);
  add_bench_command(app, commands);
  add_match_command(app, commands);
  add_perft_command(app, commands);
  add_eval_command(app, commands);
  add_book_command(app, commands);
  add_tb_command(app, commands);
  add_net_command(app, commands);
  add_selfplay_command(app, commands);
  add_data_command(app, commands);
  add_suite_command(app, commands);
  add_ladder_command(app, commands);
  add_tune_command(app, commands);
  add_spsa_command(app, commands);
  add_train_command(app, commands);

  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    return app.exit(error, std::cout, std::cerr) == 0 ? kExitOk : kExitBadInput;
  }
  for (const auto& [subcommand, command] : commands)
    if (subcommand->parsed()) return command();
  return serve_standard_input();
}

}  // namespace

}  // namespace zugwerk::app

int main(int argc, char** argv) {
  try {
    return zugwerk::app::run(argc, argv);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "zugwerk: %s\n", error.what());
    return zugwerk::app::kExitFailed;
  }
}
