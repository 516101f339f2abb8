// `zugwerk eval`: the evaluation of a position, term by term.

#include <iostream>
#include <memory>
#include <string>

#include "app/commands.h"
#include "app/exit_codes.h"
#include "app/position_argument.h"
#include "app/report_error.h"
#include "eval/classical/evaluate.h"

namespace zugwerk::app {

namespace {

struct EvalOptions {
  PositionArgument position;
};

int run_eval(const EvalOptions& options) {
  const auto position = read_position(options.position);
  if (!position) return report_error(position.error());
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
  add_position_options(*command, options->position, "Position to evaluate");
  commands[command] = [options] { return run_eval(*options); };
}

}  // namespace zugwerk::app
