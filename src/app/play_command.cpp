// `zugwerk play`: the board at a prompt.

#include <iostream>
#include <memory>

#include <unistd.h>

#include "app/commands.h"
#include "app/exit_codes.h"
#include "terminal/console.h"

namespace zugwerk::app {

namespace {

struct PlayOptions {
  std::string fen;
  bool plain = false;
};

int run_play(const PlayOptions& options) {
  terminal::ConsoleOptions console;
  console.color = !options.plain && isatty(STDOUT_FILENO) != 0;
  console.prompt = isatty(STDIN_FILENO) != 0;
  console.fen = options.fen;
  const auto ran = terminal::run_console(std::cin, std::cout, console);
  if (ran) return kExitOk;
  std::cerr << ran.error().message << '\n';
  return kExitBadInput;
}

}  // namespace

void add_play_command(CLI::App& app, Commands& commands) {
  auto options = std::make_shared<PlayOptions>();
  CLI::App* const play = app.add_subcommand("play", "A board at a prompt: make moves, take back, set up, look around");
  play->add_option("--fen", options->fen, "Position to start from (FEN, also Chess960)");
  play->add_flag("--plain", options->plain, "No colours and no chess symbols, for simple terminals and screen readers");
  commands[play] = [options] { return run_play(*options); };
}

}  // namespace zugwerk::app
