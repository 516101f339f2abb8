// `zugwerk match`: plays engines against each other.

#include <algorithm>
#include <cstdint>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/commands.h"
#include "app/engine_argument.h"
#include "app/exit_codes.h"
#include "app/live_text.h"
#include "app/playing_ranks.h"
#include "app/progress_option.h"
#include "app/report_error.h"
#include "app/shard_option.h"
#include "app/verified_tables.h"
#include "arena/match/match.h"
#include "arena/match/match_progress.h"
#include "arena/match/match_report.h"
#include "arena/slots/slot_engines.h"
#include "base/interrupt.h"
#include "base/text.h"

namespace zugwerk::app {

namespace {

using Words = std::vector<std::string>;

struct MatchArguments {
  arena::MatchSettings settings;
  std::vector<Words> engines;
  std::string time_control;
  std::optional<std::int64_t> move_time;
  std::optional<std::uint64_t> nodes;
  std::optional<int> depth;
  std::optional<int> plies;
  std::string order = "random";
  std::int64_t time_margin = arena::GameRules{}.time_margin.count();
  double patience = 60;
  double start_patience = 10;
  bool chess960 = false;
  bool no_pin = false;
  std::optional<Words> sprt;
  std::optional<Words> resign;
  std::optional<Words> draw;
  int every = 10;
  bool quiet = false;
  std::string progress;
};

/// The arguments as settings of a match.
[[nodiscard]] base::Expected<arena::MatchSettings> settings_of(const MatchArguments& arguments) {
  arena::MatchSettings settings = arguments.settings;
  arena::PlayLimits common;
  if (!arguments.time_control.empty()) {
    const auto control = arena::parse_time_control(arguments.time_control);
    if (!control) return base::failure("--tc: " + control.error().message);
    common.clock = *control;
  }
  if (arguments.move_time) common.move_time = arena::Milliseconds(*arguments.move_time);
  common.nodes = arguments.nodes;
  common.depth = arguments.depth;
  for (const Words& words : arguments.engines) {
    auto engine = arena::parse_engine(engine_words(words), common);
    if (!engine) return tl::unexpected(engine.error());
    settings.engines.push_back(*std::move(engine));
  }
  settings.pgn = settings.shard.file_for(settings.pgn);
  settings.json = settings.shard.file_for(settings.json);
  settings.opening_plies = arguments.plies;
  settings.random_openings = arguments.order == "random";
  settings.variant = arguments.chess960 ? chess::Variant::Chess960 : chess::Variant::Standard;
  settings.pin = !arguments.no_pin;
  settings.rules.time_margin = arena::Milliseconds(arguments.time_margin);
  const auto milliseconds = [](double seconds) {
    constexpr double kThousand = 1000;
    return arena::Milliseconds(static_cast<arena::Milliseconds::rep>(seconds * kThousand));
  };
  settings.rules.patience = milliseconds(arguments.patience);
  settings.rules.grace = std::min(settings.rules.grace, settings.rules.patience);
  settings.start_patience = milliseconds(arguments.start_patience);
  if (arguments.sprt) {
    const auto sprt = arena::parse_sprt(*arguments.sprt);
    if (!sprt) return tl::unexpected(sprt.error());
    settings.sprt = *sprt;
  }
  if (arguments.resign) {
    const auto rule = arena::parse_resign(*arguments.resign);
    if (!rule) return tl::unexpected(rule.error());
    settings.rules.adjudication.resign = *rule;
  }
  if (arguments.draw) {
    const auto rule = arena::parse_draw(*arguments.draw);
    if (!rule) return tl::unexpected(rule.error());
    settings.rules.adjudication.draw = *rule;
  }
  if (!settings.tables.empty()) {
    // Adjudication must not depend on how soon the tablebases are verified.
    auto tables = open_verified_tables("--tb", settings.tables);
    if (!tables) return tl::unexpected(tables.error());
    settings.rules.adjudication.tables = *std::move(tables);
  }
  return settings;
}

/// Prints the events of a match.
class MatchPrinter {
 public:
  MatchPrinter(int every, bool quiet, arena::ProgressFile progress)
      : every_(static_cast<std::size_t>(every)), quiet_(quiet), progress_file_(std::move(progress)) {}

  [[nodiscard]] arena::MatchEvents events() {
    arena::MatchEvents events;
    events.on_warning = [this](const std::string& text) {
      table_.wipe();
      std::cerr << "warning: " << text << std::endl;
    };
    events.on_start = [this](const arena::MatchResults& results) {
      if (results.games_from_journal > 0 && !quiet_)
        std::cout << "resumed after " << results.games_from_journal << " games" << std::endl;
      refresh(results);
    };
    events.on_tick = [this](const arena::MatchResults& results) {
      refresh(results);
      if (progress_file_.is_due()) progress_file_.write(progress_.of(results));
    };
    events.on_game = [this](const arena::FinishedGame& game, const arena::MatchResults& results) {
      refresh(results);
      if (table_.is_live() || quiet_) return;
      if (every_ == 1) std::cout << arena::game_line(game, results) << std::endl;
      if (results.games().size() % every_ == 0) std::cout << arena::progress_line(results) << std::endl;
    };
    return events;
  }

  /// The last word to other programs.
  [[nodiscard]] base::Expected<void> tell_end(const arena::MatchResults& results, int code) {
    return progress_file_.finish(progress_.of(results), progress_state_of_exit(code));
  }

  void finish(const arena::MatchResults& results) {
    table_.wipe();
    for (const std::string& line : arena::report_lines(results)) std::cout << line << '\n';
    for (const std::string& line : arena::fault_lines(results)) std::cout << line << '\n';
    std::cout << std::flush;
  }

 private:
  void refresh(const arena::MatchResults& results) {
    if (table_.is_live() && !quiet_) table_.show(arena::report_lines(results));
  }

  std::size_t every_;
  bool quiet_;
  arena::ProgressFile progress_file_;
  arena::MatchProgress progress_;
  LiveText table_{base::OutputStream::Output};
};

/// What another rank than 0 does.
int work_for_match(PlayingRanks& ranks, const base::Expected<arena::MatchSettings>& settings) {
  if (!settings) return ranks.work(settings, {}, {});
  std::vector<arena::EngineSettings> engines;
  for (const arena::MatchEngine& engine : settings->engines) engines.push_back(engine.engine);
  return ranks.work(settings, arena::place_settings(*settings),
                    {.concurrency = settings->concurrency,
                     .pin = settings->pin && ranks.may_pin(),
                     .cores_per_game = arena::cores_per_game(engines, settings->rules.ponder)});
}

int run_match(const MatchArguments& arguments, PlayingRanks& ranks) {
  auto settings = settings_of(arguments);
  if (ranks.is_worker()) return work_for_match(ranks, settings);
  if (!settings) return report_error(settings.error());
  settings->pin = settings->pin && ranks.may_pin();
  auto progress = arena::ProgressFile::open(arguments.progress, "match");
  if (!progress) return report_error(progress.error());
  const base::InterruptGuard interrupt;
  MatchPrinter printer(arguments.every, arguments.quiet, *std::move(progress));
  const auto results = arena::run_match(*settings, interrupt.flag(), printer.events(), ranks.others(*settings));
  if (!results) {
    const int code = report_error(results.error());
    return interrupt.flag() ? kExitInterrupted : code;
  }
  printer.finish(*results);
  int code = kExitOk;
  if (results->end == arena::MatchEnd::Interrupted) {
    std::cerr << "interrupted" << (settings->journal().empty() ? "" : "; continue the match with --resume") << '\n';
    code = kExitInterrupted;
  } else if (results->end == arena::MatchEnd::Failed) {
    code = report_error({"the match was aborted: " + results->error, results->error_kind}, kExitFailed);
  }
  return with_progress_reported(code, printer.tell_end(*results, code));
}

int run_match_command(const MatchArguments& arguments, const OpenRanks& open_ranks) {
  auto ranks = PlayingRanks::join(open_ranks);
  if (!ranks) return report_error(ranks.error(), kExitFailed);
  return ranks->leave(run_match(arguments, *ranks));
}

}  // namespace

void add_match_command(CLI::App& app, Commands& commands, const OpenRanks& ranks) {
  auto arguments = std::make_shared<MatchArguments>();
  arena::MatchSettings& settings = arguments->settings;
  CLI::App* const match = app.add_subcommand("match", "Play engines against each other");
  match->footer(
      "Example: zugwerk match --engine cmd=./new --engine cmd=./old option.Hash=16 --tc 10+0.1 --games 1000\n"
      "         --concurrency 2 --openings openings.epd --pgn games.pgn --sprt elo0=0 elo1=5\n"
      "Every opening is played twice, with colours swapped. More than two engines play a round robin.\n"
      "An engine: cmd='PROGRAM ARGUMENTS' and optionally name= dir= option.NAME= tc= movetime= nodes= depth=; limits\n"
      "of its own replace the common ones.");
  match->add_option("--engine", arguments->engines, "An engine, as key=value words; once for each")
      ->required()
      ->type_name("KEY=VALUE ...");
  match->add_flag("--gauntlet", settings.gauntlet, "The first engine against all others");
  match->add_option("--tc", arguments->time_control, "Time control: [moves/]seconds[+seconds per move]");
  match->add_option("--movetime", arguments->move_time, "Milliseconds per move")->check(CLI::PositiveNumber);
  match->add_option("--nodes", arguments->nodes, "Nodes per move")->check(CLI::PositiveNumber);
  match->add_option("--depth", arguments->depth, "Depth of every search")->check(CLI::PositiveNumber);
  match->add_option("--games", settings.games, "Games of each pairing")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  const int most_slots = 1024;
  match->add_option("--concurrency", settings.concurrency, "Games at once")
      ->check(CLI::Range(1, most_slots))
      ->capture_default_str();
  match->add_flag("--no-pin", arguments->no_pin, "Do not pin each game to its own processors");
  match->add_option("--openings", settings.openings, "EPD or PGN file, also packed by zip or zstd (default: our own)");
  match->add_option("--plies", arguments->plies, "How many plies of each PGN opening to use (default: all)")
      ->check(CLI::NonNegativeNumber);
  match->add_option("--order", arguments->order, "Order of the openings")
      ->check(CLI::IsMember({"random", "sequential"}))
      ->capture_default_str();
  match->add_option("--seed", settings.seed, "Seed of the random order")->capture_default_str();
  match->add_flag("--chess960", arguments->chess960, "Play Chess960");
  match->add_flag("--ponder", settings.rules.ponder, "Engines think in the opponent's time");
  match->add_option("--time-margin", arguments->time_margin, "Milliseconds by which time may be exceeded")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  const double shortest_patience = 0.01;
  const double longest_patience = 1e6;
  match->add_option("--patience", arguments->patience, "Seconds without a clock after which an engine counts as hung")
      ->check(CLI::Range(shortest_patience, longest_patience))
      ->capture_default_str();
  match->add_option("--start-patience", arguments->start_patience, "Seconds that an engine may take to be ready")
      ->check(CLI::Range(shortest_patience, longest_patience))
      ->capture_default_str();
  match->add_option("--resign", arguments->resign, "Adjudicate wins: movecount=3 score=600 sides=both|one")
      ->expected(0, 3)
      ->type_name("KEY=VALUE ...");
  match->add_option("--draw", arguments->draw, "Adjudicate draws: movenumber=40 movecount=8 score=10")
      ->expected(0, 3)
      ->type_name("KEY=VALUE ...");
  match->add_option("--tb", settings.tables, "Adjudicate by the Syzygy tablebases in these folders, separated by ':'");
  match
      ->add_option("--sprt", arguments->sprt, "Stop when decided: elo0=0 elo1=10 alpha=0.05 beta=0.05 model=normalized")
      ->expected(0, 5)
      ->type_name("KEY=VALUE ...");
  match->add_option("--pgn", settings.pgn, "File to write the games to");
  match->add_option("--json", settings.json, "File to write the summary to");
  match->add_flag("--resume", settings.resume, "Resume the match in these files, or begin it");
  add_shard_option(*match, settings.shard, "pair of games");
  add_progress_option(*match, arguments->progress);
  match->add_option("--event", settings.event, "Event tag of the games")->capture_default_str();
  match->add_option("--every", arguments->every, "Print the standings after every N games; 1: also each game")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  match->add_flag("--quiet", arguments->quiet, "Print only the final result");
  commands[match] = [arguments, ranks] { return run_match_command(*arguments, ranks); };
}

}  // namespace zugwerk::app
