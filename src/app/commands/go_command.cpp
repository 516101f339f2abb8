// `zugwerk go`: one search, for users and scripts.

#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <string>

#include "app/commands.h"
#include "app/exit_codes.h"
#include "app/position_argument.h"
#include "app/report_error.h"
#include "base/format.h"
#include "base/interrupt.h"
#include "base/text.h"
#include "chess/notation/san.h"
#include "engine/engine.h"
#include "review/judge.h"

namespace zugwerk::app {

namespace {

struct GoArguments {
  PositionArgument position;
  int depth = 0;
  int move_time = 0;
  std::uint64_t nodes = 0;
  int lines = 1;
  int threads = 1;
  std::size_t hash_megabytes = 64;
};

[[nodiscard]] std::string readable(chess::Position position, const std::vector<chess::Move>& moves) {
  std::string text;
  for (const chess::Move move : moves) {
    const bool white = position.side_to_move() == chess::Color::White;
    if (!text.empty()) text += ' ';
    if (white || text.empty()) base::append_format(text, "{}{} ", position.fullmove_number(), white ? "." : "...");
    chess::append_san_and_make(text, position, move);
  }
  return text;
}

/// The score for White, marked if it is only a bound: a lower bound of Black's score is an upper bound for White.
[[nodiscard]] std::string score_or_bound(const search::LineReport& report, const chess::Position& position) {
  std::string score = review::score_text(report.score, position);
  if (report.bound == search::Bound::Exact) return score;
  const bool at_least = (report.bound == search::Bound::Lower) == (position.side_to_move() == chess::Color::White);
  return (at_least ? "≥ " : "≤ ") + score;
}

int run_go(const GoArguments& arguments) {
  const auto position = read_position(arguments.position);
  if (!position) return report_error(position.error());
  chess::Move best;
  // A mate that was found stays the same at every further depth.
  std::map<int, std::vector<chess::Move>> mates;  // by the number of their line
  std::cout << base::format("{:>3}  {:>9}  {:>14}  {:>9}  {}\n", "ply", "for White", "nodes", "time", "line");
  search::Events events;
  events.on_line = [&](const search::LineReport& report) {
    std::vector<chess::Move>& mate = mates[report.line_number];
    const bool is_mate = report.score.is_mate() && report.bound == search::Bound::Exact;
    if (is_mate && report.moves == mate) return;
    mate = is_mate ? report.moves : std::vector<chess::Move>();
    std::cout << base::format("{:>3}  {:>9}  {:>14}  {:>7.2f} s  {}", report.depth, score_or_bound(report, *position),
                              base::with_thousands(report.nodes), static_cast<double>(report.elapsed.count()) / 1000.0,
                              readable(*position, report.moves))
              << std::endl;
  };
  events.on_best_move = [&](const search::BestMoveReport& report) { best = report.best; };
  engine::Engine engine(events);
  engine.set_threads(arguments.threads);
  engine.set_lines(arguments.lines);
  if (const auto set = engine.set_hash(arguments.hash_megabytes); !set) {
    std::cerr << set.error().message << '\n';
    return kExitBadInput;
  }
  engine.set_position(*position);
  search::Limits limits;
  if (arguments.depth > 0) limits.depth = arguments.depth;
  if (arguments.nodes > 0) limits.nodes = arguments.nodes;
  if (arguments.move_time > 0) limits.move_time = search::Milliseconds(arguments.move_time);
  constexpr search::Milliseconds kDefaultTime{3000};
  if (!limits.depth && !limits.nodes && !limits.move_time) limits.move_time = kDefaultTime;
  engine.go(limits);
  engine.wait();
  if (!best) {
    std::cout << "no legal move: " << (position->in_check() ? "mate" : "stalemate") << '\n';
    return kExitOk;
  }
  std::cout << "best move: " << chess::to_san(*position, best) << '\n';
  return kExitOk;
}

}  // namespace

void add_go_command(CLI::App& app, Commands& commands) {
  auto arguments = std::make_shared<GoArguments>();
  CLI::App* const go = app.add_subcommand("go", "Search one position and print the lines found");
  go->footer(
      "Example: zugwerk go --movetime 5000 'r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3'\n"
      "Without a limit it searches for three seconds. Scores are in pawns for White; #3 is a mate by White in three "
      "moves,\n"
      "#-3 one by Black. A score after ≥ or ≤ is a bound: the search has yet to find the exact one.");
  add_position_options(*go, arguments->position, "Position to search");
  go->add_option("--depth", arguments->depth, "Depth in plies")->check(CLI::Range(1, eval::kMaxPly - 1));
  go->add_option("--movetime", arguments->move_time, "Milliseconds")->check(CLI::PositiveNumber);
  go->add_option("--nodes", arguments->nodes, "Nodes")->check(CLI::PositiveNumber);
  go->add_option("--lines", arguments->lines, "How many lines to show")
      ->check(CLI::Range(1, engine::Engine::kMostLines))
      ->capture_default_str();
  go->add_option("--threads", arguments->threads, "Threads")
      ->check(CLI::Range(1, engine::Engine::kMostThreads))
      ->capture_default_str();
  go->add_option("--hash", arguments->hash_megabytes, "Transposition table in MB")
      ->check(CLI::Range(std::size_t{1}, engine::Engine::kMostHash))
      ->capture_default_str();
  commands[go] = [arguments] { return run_go(*arguments); };
}

}  // namespace zugwerk::app
