// `zugwerk ladder`: rates a build against fixed opponents.

#include <array>
#include <chrono>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/commands.h"
#include "app/engine_argument.h"
#include "app/exit_codes.h"
#include "app/report_error.h"
#include "app/version.h"
#include "arena/ladder/ladder.h"
#include "arena/match/match.h"
#include "arena/match/match_report.h"
#include "base/files/output_file.h"
#include "base/files/whole_file.h"
#include "base/interrupt.h"
#include "base/machine.h"
#include "base/process/command_words.h"
#include "base/svg_plot.h"
#include "base/text.h"

namespace zugwerk::app {

namespace {

struct LadderArguments {
  std::vector<std::string> engine;
  std::string version;
  std::string tc = "4+0.04";
  std::uint64_t games = 100;
  int concurrency = 1;
  std::size_t hash_megabytes = 64;
  std::string openings;
  std::vector<std::string> only;
  std::vector<std::vector<std::string>> more_opponents;
  std::vector<std::string> anchors;
  std::string pgn;
  bool resume = false;
  std::string log;
  std::string svg;
  std::string plot_log;
};

[[nodiscard]] std::string today() {
  const std::time_t now = std::chrono::system_clock::to_time_t(std::chrono::system_clock::now());
  const std::tm parts = base::universal_time(now);
  std::array<char, 16> text{};
  std::strftime(text.data(), text.size(), "%Y-%m-%d", &parts);
  return text.data();
}

/// Our own program, unless another build was named.
[[nodiscard]] base::Expected<arena::MatchEngine> engine_of(const LadderArguments& arguments,
                                                           const arena::PlayLimits& limits) {
  if (!arguments.engine.empty()) return arena::parse_engine(engine_words(arguments.engine), limits);
  const auto program = base::program_path();
  if (program.empty()) return base::failure("cannot find our own program; name an engine with --engine cmd=PROGRAM");
  arena::MatchEngine engine;
  engine.engine.command = base::command_word(program.string());
  engine.limits = limits;
  return engine;
}

void set_hash(arena::EngineSettings& engine, std::size_t megabytes) {
  for (const auto& [option, value] : engine.options)
    if (base::lower_case(option) == "hash") return;
  engine.options.emplace_back("Hash", std::to_string(megabytes));
}

[[nodiscard]] base::Expected<arena::MatchSettings> settings_of(const LadderArguments& arguments) {
  const auto control = arena::parse_time_control(arguments.tc);
  if (!control) return base::failure("--tc: " + control.error().message);
  arena::PlayLimits limits;
  limits.clock = *control;
  arena::MatchSettings settings;
  settings.gauntlet = true;
  settings.games = arguments.games;
  settings.concurrency = arguments.concurrency;
  settings.openings = arguments.openings;
  settings.pgn = arguments.pgn;
  settings.resume = arguments.resume;
  settings.event = "zugwerk ladder";
  settings.rules.adjudication.resign.emplace();
  settings.rules.adjudication.draw.emplace();

  auto engine = engine_of(arguments, limits);
  if (!engine) return tl::unexpected(engine.error());
  settings.engines.push_back(*std::move(engine));
  const char* const path = std::getenv("PATH");
  auto field = arena::find_opponents(arguments.only, path != nullptr ? path : "");
  if (!field) return tl::unexpected(field.error());
  for (const std::string& missing : field->missing) std::cerr << missing << " is not installed; skipped\n";
  // With --opponent, the engines of the ladder play only if they are named.
  if (arguments.more_opponents.empty() || !arguments.only.empty())
    for (arena::EngineSettings& opponent : field->opponents) settings.engines.push_back({std::move(opponent), limits});
  for (const std::vector<std::string>& words : arguments.more_opponents) {
    auto opponent = arena::parse_engine(engine_words(words), limits);
    if (!opponent) return tl::unexpected(opponent.error());
    settings.engines.push_back(*std::move(opponent));
  }
  if (settings.engines.size() < 2) return base::failure("no engine of the ladder is installed");
  for (arena::MatchEngine& player : settings.engines) set_hash(player.engine, arguments.hash_megabytes);
  return settings;
}

int plot_progress(const LadderArguments& arguments) {
  if (arguments.svg.empty())
    return report_error({"--plot-log: a file for the plot is needed, as in: --svg progress.svg"});
  const auto log = arena::read_ladder_log(arguments.plot_log);
  if (!log) return report_error(log.error());
  if (!log->torn.empty()) std::cerr << log->torn << '\n';
  if (const auto written = base::write_whole_file(arguments.svg, base::to_svg(arena::progress_plot(log->entries)));
      !written)
    return report_error(written.error());
  std::cout << arguments.svg << ": " << log->entries.size() << " entries\n";
  return kExitOk;
}

/// The files of a ladder, opened before its games.
struct LadderFiles {
  std::optional<base::WholeFile> plot;
  std::optional<base::OutputFile> log;

  LadderFiles() = default;
  LadderFiles(const LadderFiles&) = delete;
  LadderFiles& operator=(const LadderFiles&) = delete;
  /// A ladder without a result leaves no empty log.
  ~LadderFiles() {
    if (log && log->size() == 0) log->discard_if_new();
  }
};

/// Prints the result and writes it to the files.
int conclude(const LadderArguments& arguments, const arena::MatchResults& results,
             const std::vector<arena::LadderAnchor>& anchors, LadderFiles& files) {
  arena::LadderEntry entry = arena::rate_ladder(results, anchors);
  entry.version = !arguments.version.empty() ? arguments.version
                  : arguments.engine.empty() ? std::string(kVersion)
                                             : entry.name;
  entry.date = today();
  entry.tc = arguments.tc;
  entry.hash_megabytes = arguments.hash_megabytes;
  std::cout << '\n' << arena::rating_text(entry) << '\n' << arena::crosstable_text(entry);
  for (const std::string& line : arena::fault_lines(results)) std::cout << line << '\n';
  // An interrupted or aborted ladder has no result yet.
  if (results.games().empty() || results.end == arena::MatchEnd::Interrupted || results.end == arena::MatchEnd::Failed)
    return kExitOk;
  if (files.plot) {
    auto written = files.plot->append(base::to_svg(arena::plot_of(entry)));
    if (written) written = files.plot->commit();
    if (!written) return report_error(written.error());
  }
  if (files.log) {
    if (auto written = files.log->append_and_sync(arena::to_log_line(entry)); !written)
      return report_error(written.error());
  }
  return kExitOk;
}

/// A file that cannot be written, or is not a log, should be reported before the games.
[[nodiscard]] base::Expected<void> open_files(const LadderArguments& arguments, LadderFiles& files) {
  if (!arguments.svg.empty()) {
    auto plot = base::WholeFile::open(arguments.svg);
    if (!plot) return tl::unexpected(plot.error());
    files.plot = *std::move(plot);
  }
  if (arguments.log.empty()) return {};
  auto opened = base::OutputFile::open(arguments.log, base::OutputFile::Mode::Append);
  if (!opened) return tl::unexpected(opened.error());
  files.log = *std::move(opened);
  if (files.log->size() == 0) return {};
  const auto log = arena::read_ladder_log(arguments.log);
  if (!log) return tl::unexpected(log.error());
  if (!log->torn.empty()) {
    std::cerr << log->torn << '\n';
    if (auto cut = files.log->cut_to(log->size); !cut) return cut;
  }
  return log->ends_with_newline ? base::Expected<void>() : files.log->append("\n");
}

int run_ladder_command(const LadderArguments& arguments) {
  if (!arguments.plot_log.empty()) return plot_progress(arguments);
  std::vector<arena::LadderAnchor> anchors;
  for (const std::string& text : arguments.anchors) {
    auto anchor = arena::parse_anchor(text);
    if (!anchor) return report_error(anchor.error());
    anchors.push_back(*std::move(anchor));
  }
  if (anchors.empty()) anchors.emplace_back("ethereal-chess", 0);
  LadderFiles files;
  if (auto opened = open_files(arguments, files); !opened) return report_error(opened.error());
  const auto settings = settings_of(arguments);
  if (!settings) return report_error(settings.error());

  const base::InterruptGuard interrupt;
  arena::MatchEvents events;
  events.on_game = [](const arena::FinishedGame& game, const arena::MatchResults& results) {
    std::cout << arena::game_line(game, results) << std::endl;
  };
  events.on_warning = [](const std::string& text) { std::cerr << text << std::endl; };
  const auto results = arena::run_match(*settings, interrupt.flag(), events);
  if (!results) return report_error(results.error());
  if (const int code = conclude(arguments, *results, anchors, files); code != kExitOk) return code;
  if (results->end == arena::MatchEnd::Interrupted) {
    std::cerr << "interrupted" << (settings->journal().empty() ? "" : "; continue the ladder with --resume") << '\n';
    return kExitInterrupted;
  }
  if (results->end != arena::MatchEnd::Failed) return kExitOk;
  return report_error({results->error, results->error_kind}, kExitFailed);
}

}  // namespace

void add_ladder_command(CLI::App& app, Commands& commands) {
  auto arguments = std::make_shared<LadderArguments>();
  CLI::App* const ladder = app.add_subcommand("ladder", "Rate a build against installed engines that do not change");
  ladder->footer(
      "The ladder: stockfish-2000, stockfish-2400 and stockfish-2800 (limited in strength), stockfish, "
      "ethereal-chess,\n"
      "toga2, glaurung, gnuchess. Those that are not installed are skipped.\n"
      "Examples:\n"
      "  zugwerk ladder --games 100 --concurrency 2 --svg ladder.svg --log ladder.jsonl\n"
      "  zugwerk ladder --engine cmd=./old/zugwerk name=old --only toga2,glaurung --anchor toga2=2900\n"
      "  zugwerk ladder --plot-log ladder.jsonl --svg progress.svg\n"
      "Ctrl-C ends it and rates the games played so far; with --pgn, --resume continues later.");
  ladder
      ->add_option("--engine", arguments->engine,
                   "The build, as key=value words: cmd= name= option.NAME= ... (default: this program)")
      ->type_name("KEY=VALUE ...");
  ladder->add_option("--label", arguments->version, "What the log and its plot call the build (default: its version)");
  ladder->add_option("--tc", arguments->tc, "Time control: seconds+increment")->capture_default_str();
  ladder->add_option("--games", arguments->games, "Games against every opponent")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  const int most_games_at_once = 1024;
  ladder->add_option("--concurrency", arguments->concurrency, "Games at once")
      ->check(CLI::Range(1, most_games_at_once))
      ->capture_default_str();
  const std::size_t most_megabytes = std::size_t{1} << 20;
  ladder->add_option("--hash", arguments->hash_megabytes, "Transposition table of every engine in MB")
      ->check(CLI::Range(std::size_t{1}, most_megabytes))
      ->capture_default_str();
  ladder->add_option("--openings", arguments->openings, "Openings: EPD or PGN, also packed (default: our own)");
  ladder->add_option("--only", arguments->only, "Only these engines of the ladder, separated by commas")
      ->delimiter(',');
  ladder->add_option("--opponent", arguments->more_opponents, "Another opponent, as in --engine; may be repeated")
      ->type_name("KEY=VALUE ...");
  ladder
      ->add_option("--anchor", arguments->anchors,
                   "Fixed ratings: NAME=ELO, may be repeated (default: ethereal-chess=0)")
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  auto* const pgn = ladder->add_option("--pgn", arguments->pgn, "File for the games");
  ladder->add_flag("--resume", arguments->resume, "Resume the ladder whose games are in that file")->needs(pgn);
  ladder->add_option("--log", arguments->log, "File to which the result is added");
  ladder->add_option("--svg", arguments->svg, "File for the plot");
  ladder->add_option("--plot-log", arguments->plot_log, "Play nothing; draw progress from this log");
  commands[ladder] = [arguments] { return run_ladder_command(*arguments); };
}

}  // namespace zugwerk::app
