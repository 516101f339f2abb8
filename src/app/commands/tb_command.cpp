// `zugwerk tb`: the tablebase results of a position and its moves.

#include <algorithm>
#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "app/commands.h"
#include "app/exit_codes.h"
#include "app/position_argument.h"
#include "app/report_error.h"
#include "app/verified_tables.h"
#include "base/format.h"
#include "chess/movegen.h"
#include "chess/notation/san.h"
#include "tablebase/syzygy.h"

namespace zugwerk::app {

namespace {

using tablebase::RootResult;
using tablebase::Wdl;

struct TbArguments {
  std::string path;
  PositionArgument position;
};

/// Better moves first: results, then the shorter win or the longer loss.
[[nodiscard]] bool is_better(const RootResult& a, const RootResult& b) {
  if (a.wdl != b.wdl) return a.wdl > b.wdl;
  return a.dtz < b.dtz;
}

int run_tb(const TbArguments& arguments) {
  const auto position = read_position(arguments.position);
  if (!position) return report_error(position.error());
  // Two bare kings are a draw with any tables.
  tablebase::OpenOptions options;
  if (chess::popcount(position->occupied()) > 2) options.position = *position;
  const auto tables = open_verified_tables("--tb", arguments.path, options);
  if (!tables) return report_error(tables.error());
  if (!chess::has_legal_move(*position)) {
    std::cout << "no legal move: " << (position->in_check() ? "mate" : "stalemate") << '\n';
    return kExitOk;
  }
  auto results = (*tables)->probe_root(*position);
  if (!results) {
    const auto wdl = (*tables)->probe_wdl(*position);
    if (!wdl) {
      std::cerr << "the tables do not know this position: of those for its pieces there are " << (*tables)->describe()
                << (position->castling().any() ? ", none with castling rights" : "") << '\n';
      return kExitFailed;
    }
    std::cout << tablebase::to_string(*wdl) << " (a DTZ table is missing)\n";
    return kExitOk;
  }
  std::stable_sort(results->begin(), results->end(), is_better);
  const RootResult& best = results->front();
  const std::string side(chess::name_of(position->side_to_move()));
  std::cout << side << " to move: " << tablebase::to_string(best.wdl);
  if (best.wdl != Wdl::Draw) std::cout << ", DTZ " << best.dtz;
  std::cout << '\n';
  for (const RootResult& result : *results) {
    const std::string san = chess::to_san(*position, result.move);
    if (result.wdl == Wdl::Draw)
      std::cout << base::format("  {:<8}draw\n", san);
    else
      std::cout << base::format("  {:<8}{:<14}DTZ {:>4}\n", san, tablebase::to_string(result.wdl), result.dtz);
  }
  return kExitOk;
}

}  // namespace

void add_tb_command(CLI::App& app, Commands& commands) {
  auto arguments = std::make_shared<TbArguments>();
  CLI::App* const command = app.add_subcommand("tb", "Show the tablebase result of every move of a position");
  command->footer(
      "DTZ is the number of plies to the next capture or pawn move with best play, negative for the losing side.\n"
      "A cursed win and a blessed loss are draws by the fifty-move rule.\n"
      "Example: zugwerk tb --tb syzygy '8/8/8/3k4/8/8/8/KQ6 w - - 0 1'");
  command->add_option("--tb", arguments->path, "Folders of tables, separated by ':'")->required();
  add_position_options(*command, arguments->position, "Position to look up");
  commands[command] = [arguments] { return run_tb(*arguments); };
}

}  // namespace zugwerk::app
