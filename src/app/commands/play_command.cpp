// `zugwerk play`: a game at a prompt.

#include <iostream>
#include <memory>
#include <optional>
#include <string>

#include "app/commands.h"
#include "app/exit_codes.h"
#include "app/report_error.h"
#include "base/line_editor.h"
#include "base/terminal.h"
#include "engine/level.h"
#include "terminal/console.h"

namespace zugwerk::app {

namespace {

struct PlayOptions {
  std::string fen;
  std::string side = "white";
  std::string clock;
  int move_time = 2000;  // milliseconds
  std::optional<int> level;
  bool plain = false;
  bool words = false;
};

int run_play(const PlayOptions& options) {
  terminal::ConsoleOptions console;
  console.color = !options.plain && !options.words && base::is_terminal(base::OutputStream::Output);
  console.prompt = base::input_is_terminal();
  console.words = options.words;
  console.fen = options.fen;
  console.plays_white = options.side == "black" || options.side == "none";
  console.plays_black = options.side == "white" || options.side == "none";
  console.think_time = search::Milliseconds(options.move_time);
  console.elo = options.level;
  if (!options.clock.empty()) {
    const auto clock = terminal::parse_clock_setting(options.clock);
    if (!clock) return report_error(clock.error());
    console.clock = *clock;
  }
  base::LineEditor editor;
  if (base::LineEditor::is_usable())
    console.read_line = [&editor](const std::string& prompt) { return editor.read_line(prompt); };
  const auto ran = terminal::run_console(std::cin, std::cout, console);
  return ran ? kExitOk : report_error(ran.error());
}

}  // namespace

void add_play_command(CLI::App& app, Commands& commands) {
  auto options = std::make_shared<PlayOptions>();
  CLI::App* const play = app.add_subcommand("play", "Play against Zugwerk at a prompt, with hints and a review");
  play->footer(
      "Moves are typed in any notation; help lists the other commands: hint, undo, save, review and more.\n"
      "Examples:\n"
      "  zugwerk play                      you have White\n"
      "  zugwerk play --level 1200         against an improver\n"
      "  zugwerk play --side black --clock 5+3\n"
      "  zugwerk play --side both          a board for two");
  play->add_option("--side", options->side, "The side you play")
      ->check(CLI::IsMember({"white", "black", "both", "none"}))
      ->capture_default_str();
  play->add_option("--clock", options->clock, "Minutes, and seconds for every move: 5+3 (default: no clock)");
  const int least_time = 10;
  const int most_time = 3'600'000;
  play->add_option("--movetime", options->move_time, "Milliseconds for each of Zugwerk's moves, without a clock")
      ->check(CLI::Range(least_time, most_time))
      ->capture_default_str();
  play->add_option("--level", options->level, "The rating of Zugwerk's play (default: as well as it can)")
      ->check(CLI::Range(engine::Level::kLeastElo, engine::Level::kMostElo));
  play->add_option("--fen", options->fen, "Position to start from (FEN, also Chess960)");
  play->add_flag("--plain", options->plain, "No colours and no chess symbols, for simple terminals");
  play->add_flag("--words", options->words, "Board and moves in words, for screen readers");
  commands[play] = [options] { return run_play(*options); };
}

}  // namespace zugwerk::app
