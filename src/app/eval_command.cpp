// `zugwerk eval`: what a position is worth, term by term.

#include <iostream>
#include <memory>
#include <string>

#include "app/commands.h"
#include "app/complain.h"
#include "app/exit_codes.h"
#include "app/position_argument.h"
#include "chess/fen.h"
#include "eval/classical/evaluate.h"

namespace zugwerk::app {

namespace {

struct EvalOptions {
  std::string fen = std::string(chess::kStartFen);
  bool chess960 = false;
};

int run_eval(const EvalOptions& options) {
  const auto variant = options.chess960 ? chess::Variant::Chess960 : chess::Variant::Standard;
  const auto position = read_position(options.fen, variant);
  if (!position) return complain(position.error());
  std::cout << eval::explain(*position);
  return kExitOk;
}

}  // namespace

void add_eval_command(CLI::App& app, Commands& commands) {
  auto options = std::make_shared<EvalOptions>();
  CLI::App* const command = app.add_subcommand("eval", "Evaluate a position without search, term by term");
  command->footer(
      "Examples:\n"
      "  zugwerk eval\n"
      "  zugwerk eval 'r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4'");
  command->add_option("fen", options->fen, "Position to evaluate (default: the start)");
  command->add_flag("--chess960", options->chess960, "Castling as in Chess960 (X-FEN and Shredder-FEN are read)");
  commands[command] = [options] { return run_eval(*options); };
}

}  // namespace zugwerk::app
