// `zugwerk suite`: counts the positions of a test suite that an engine solves, and how fast.

#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/commands.h"
#include "app/engine_argument.h"
#include "app/exit_codes.h"
#include "app/progress_option.h"
#include "app/report_error.h"
#include "app/shard_option.h"
#include "app/version.h"
#include "arena/match/match_settings.h"
#include "arena/suite/suite.h"
#include "arena/suite/suite_engine.h"
#include "arena/suite/suite_journal.h"
#include "arena/suite/suite_report.h"
#include "base/clock.h"
#include "base/files/whole_file.h"
#include "base/format.h"
#include "base/interrupt.h"
#include "base/text.h"
#include "engine/engine.h"

namespace zugwerk::app {

namespace {

struct SuiteArguments {
  std::string file;
  int move_time = 0;
  int depth = 0;
  std::uint64_t nodes = 0;
  arena::SuiteEngineSettings engine_settings;
  int workers = 1;
  std::vector<std::string> engine;
  std::string json;
  std::string compare;
  bool resume = false;
  base::Shard shard;
  std::string progress;

  /// The journal of results until the file of the run is written; empty if there is none.
  [[nodiscard]] std::string journal() const { return json.empty() || base::is_device(json) ? "" : json + ".journal"; }
};

[[nodiscard]] base::Expected<arena::SuiteRun> read_run(const std::string& path) {
  const auto text = base::read_whole_file(path);
  if (!text) return tl::unexpected(text.error());
  const auto json = base::parse_json(*text, path);
  if (!json) return tl::unexpected(json.error());
  return arena::suite_run_from_json(*json, path);
}

[[nodiscard]] search::Limits limits_of(const SuiteArguments& arguments) {
  search::Limits limits;
  if (arguments.move_time > 0) limits.move_time = search::Milliseconds(arguments.move_time);
  if (arguments.depth > 0) limits.depth = arguments.depth;
  if (arguments.nodes > 0) limits.nodes = arguments.nodes;
  constexpr search::Milliseconds kDefaultTime{1000};
  if (!limits.move_time && !limits.depth && !limits.nodes) limits.move_time = kDefaultTime;
  return limits;
}

/// Everything that the results depend on, except the suite.
[[nodiscard]] base::Json description_of(const SuiteArguments& arguments) {
  const auto& [threads, hash_megabytes] = arguments.engine_settings;
  std::string engine;
  for (const std::string& word : engine_words(arguments.engine)) engine += (engine.empty() ? "" : " ") + word;
  return {{"engine", engine.empty() ? "Zugwerk " + std::string(kVersion) : engine},
          {"limit", arena::describe_limit(limits_of(arguments))},
          {"threads", threads},
          {"hash", hash_megabytes}};
}

/// How far a run is after so many positions; `before` were known when it began.
[[nodiscard]] arena::Progress progress_of(const std::vector<arena::SuiteResult>& results, std::size_t positions,
                                          std::size_t before, double seconds) {
  const arena::SuiteTotals totals = arena::totals_of(results);
  arena::Progress told;
  told.done = results.size();
  told.total = positions;
  told.unit = "positions";
  told.seconds = seconds;
  told.seconds_left = arena::seconds_left(seconds, static_cast<double>(results.size() - before),
                                          static_cast<double>(positions - results.size()));
  told.text = base::format("solved {} of {}", totals.solved, totals.positions);
  if (results.size() < positions) base::append_format(told.text, ", {} to go", positions - results.size());
  if (totals.faults > 0) base::append_format(told.text, ", {} faults", totals.faults);
  told.facts = {{"solved", base::format("{} of {}", totals.solved, totals.positions)},
                {"nodes", base::with_thousands(totals.searches.nodes)}};
  if (totals.solved > 0)
    told.facts.emplace_back("nodes to the solution", base::with_thousands(totals.solutions.nodes / totals.solved));
  return told;
}

/// Writes the file and compares, as far as that was asked for.
int conclude(const SuiteArguments& arguments, const arena::SuiteRun& run) {
  std::cout << arena::totals_text(run);
  if (!arguments.json.empty())
    if (auto written = base::write_whole_file(arguments.json, base::to_text(arena::to_json(run))); !written)
      return report_error(written.error());
  if (!arguments.compare.empty()) {
    const auto before = read_run(arguments.compare);
    if (!before) return report_error(before.error());
    std::cout << arena::comparison_text(*before, run);
  }
  return kExitOk;
}

int show_run(const SuiteArguments& arguments) {
  const auto run = read_run(arguments.file);
  if (!run) return report_error(run.error());
  const arena::SuiteColumns columns = arena::columns_of(*run);
  std::cout << arena::heading_text(columns);
  for (const arena::SuiteResult& result : run->results) std::cout << arena::row_text(result, columns);
  return conclude(arguments, *run);
}

int run_suite_command(const SuiteArguments& arguments) {
  if (!arguments.json.empty())
    if (auto writable = base::check_can_be_written(arguments.json); !writable) return report_error(writable.error());
  if (arguments.file.ends_with(".json")) {
    if (arguments.shard.is_part()) return report_error({"--shard: " + arguments.file + " is a run that is done"});
    return show_run(arguments);
  }
  if (arguments.shard.is_part() && arguments.journal().empty())
    return report_error({"--shard: a shard needs a file for its run (--json), to be merged later"});
  // Report an impossible comparison before the searches.
  if (!arguments.compare.empty())
    if (const auto before = read_run(arguments.compare); !before) return report_error(before.error());
  auto input = base::Input::open(arguments.file);
  if (!input) return report_error(input.error());
  const arena::Suite suite = arena::read_suite(*input);
  for (const std::string& repair : suite.repairs) std::cerr << repair << '\n';
  for (const std::string& error : suite.errors) std::cerr << error << '\n';
  if (suite.bad_lines > arena::Suite::kMostBadLines)
    return report_error({arguments.file + ": more than " + base::with_thousands(arena::Suite::kMostBadLines) +
                         " lines have no position to solve; the rest was not read"});
  if (suite.lines == arena::Suite::kMostLines && suite.is_too_large)
    return report_error({arguments.file + ": more than " + base::with_thousands(arena::Suite::kMostLines) +
                         " lines, which is the limit; the rest was not read"});
  if (suite.is_too_large)
    return report_error({arguments.file + ": more than " + base::with_thousands(arena::Suite::kMostPositions) +
                         " positions, which is the limit"});
  if (suite.positions.empty()) return report_error({arguments.file + ": no position to search"});

  auto progress_file = arena::ProgressFile::open(arguments.progress, "suite");
  if (!progress_file) return report_error(progress_file.error());
  const base::InterruptGuard interrupt;
  arena::SuiteEngineMaker maker =
      arena::own_suite_engine("Zugwerk " + std::string(kVersion), arguments.engine_settings);
  if (!arguments.engine.empty()) {
    const auto engine = arena::parse_engine(engine_words(arguments.engine), {});
    if (!engine) return report_error(engine.error());
    if (engine->limits.any()) return report_error({"--engine: limits are those of the suite, not of the engine"});
    maker =
        arena::uci_suite_engine(engine->engine, arguments.engine_settings, arena::variant_of(suite), interrupt.flag());
  }
  std::optional<arena::SuiteJournal> journal;
  if (!arguments.journal().empty()) {
    auto opened = arena::SuiteJournal::open(
        arguments.journal(), suite, description_of(arguments), arguments.resume,
        [](const std::string& message) { std::cerr << message << '\n'; }, arguments.shard);
    if (!opened) return report_error(opened.error());
    journal = *std::move(opened);
  }
  arena::SuiteSettings settings;
  settings.limits = limits_of(arguments);
  settings.workers = arguments.workers;
  settings.shard = arguments.shard;
  const arena::SuiteColumns columns = arena::columns_of(suite);
  std::cout << arena::heading_text(columns) << std::flush;
  arena::SuiteEvents events;
  const base::Stopwatch watch;
  const std::size_t known = journal ? journal->known().results.size() : 0;
  std::vector<arena::SuiteResult> seen;
  events.on_result = [&](const arena::SuiteResult& result) {
    std::cout << arena::row_text(result, columns) << std::flush;
    if (arguments.progress.empty()) return;
    seen.push_back(result);
    // Those that are known from before are handed over first.
    if (progress_file->is_due() && seen.size() > known)
      progress_file->write(progress_of(seen, arguments.shard.share_of(suite.positions.size()), known, watch.seconds()));
  };
  if (journal)
    events.keep = [&](std::size_t index, const std::string& engine, const arena::SuiteResult& result) {
      return journal->add(index, engine, result);
    };
  const auto run = arena::run_suite(suite, settings, maker, interrupt.flag(), events,
                                    journal ? journal->known() : arena::SuiteKnown{});
  if (!run) return report_error(run.error());
  if (const int code = conclude(arguments, *run); code != kExitOk) return code;
  const auto told = [&](int code) {
    return with_progress_reported(
        code, progress_file->finish(progress_of(run->results, run->positions, known, watch.seconds()),
                                    progress_state_of_exit(code)));
  };
  if (interrupt.flag() && run->results.size() < run->positions) {
    if (journal)
      std::cerr << "interrupted; the results are kept in " << arguments.journal() << "; continue with --resume\n";
    return told(kExitInterrupted);
  }
  const bool faultless = arena::totals_of(run->results).faults == 0;
  const int code = told(suite.bad_lines > 0 ? kExitBadInput : faultless ? kExitOk : kExitFailed);
  // Last: without its journal a run would begin anew, and nothing would tell that it had been done. Shards are merged
  // from theirs.
  if (journal && !arguments.shard.is_part()) journal->remove();
  return code;
}

}  // namespace

void add_suite_command(CLI::App& app, Commands& commands) {
  auto arguments = std::make_shared<SuiteArguments>();
  CLI::App* const suite = app.add_subcommand("suite", "Search the positions of a test suite and count what is solved");
  suite->footer(
      "Positions have a best move (bm), moves to avoid (am) or a mate to find (dm). Without a limit every position is\n"
      "searched for a second.\n"
      "Examples:\n"
      "  zugwerk suite wac.epd --movetime 100 --concurrency 2 --json new.json --compare old.json\n"
      "  zugwerk suite wac.epd --nodes 100000 --engine cmd=stockfish option.Hash=16\n"
      "  zugwerk suite new.json --compare old.json      two runs that are done\n"
      "Ctrl-C ends it and prints the results so far; with --json, results are kept in a journal beside that file "
      "until\n"
      "all are done, and --resume continues. Exit code 1: an engine failed, or claimed a mate without "
      "proof;\n"
      "2: some lines of the file are invalid.");
  suite->add_option("file", arguments->file, "EPD file, also compressed; or an earlier run (.json) to show");
  suite->add_option("--movetime", arguments->move_time, "Milliseconds per position")->check(CLI::PositiveNumber);
  suite->add_option("--depth", arguments->depth, "Depth in plies")->check(CLI::Range(1, eval::kMaxPly - 1));
  suite->add_option("--nodes", arguments->nodes, "Nodes per position")->check(CLI::PositiveNumber);
  suite->add_option("--threads", arguments->engine_settings.threads, "Threads of every engine")
      ->check(CLI::Range(1, engine::Engine::kMostThreads))
      ->capture_default_str();
  suite->add_option("--hash", arguments->engine_settings.hash_megabytes, "Transposition table of every engine in MB")
      ->check(CLI::Range(std::size_t{1}, engine::Engine::kMostHash))
      ->capture_default_str();
  const int most_workers = 256;
  suite->add_option("--concurrency", arguments->workers, "Positions searched at once")
      ->check(CLI::Range(1, most_workers))
      ->capture_default_str();
  suite->add_option("--engine", arguments->engine, "Another engine, as key=value words: cmd= name= option.NAME= ...")
      ->type_name("KEY=VALUE ...");
  auto* const json = suite->add_option("--json", arguments->json, "File for the run");
  suite->add_flag("--resume", arguments->resume, "Resume an interrupted run, or begin it")->needs(json);
  add_shard_option(*suite, arguments->shard, "position");
  add_progress_option(*suite, arguments->progress);
  suite->add_option("--compare", arguments->compare, "File of an earlier run to compare with");
  commands[suite] = [arguments] {
    // The words of an engine end where the name of the file begins.
    if (arguments->file.empty() && !arguments->engine.empty() && !is_engine_word(arguments->engine.back())) {
      arguments->file = arguments->engine.back();
      arguments->engine.pop_back();
    }
    if (arguments->file.empty()) return report_error({"suite: a file is needed, as in: zugwerk suite wac.epd"});
    arguments->json = arguments->shard.file_for(arguments->json);
    return run_suite_command(*arguments);
  };
}

}  // namespace zugwerk::app
