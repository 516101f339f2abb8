// `zugwerk analyse`: reviews games and says why moves were bad.

#include <iostream>
#include <memory>
#include <string>
#include <vector>

#include "app/commands.h"
#include "app/exit_codes.h"
#include "app/live_text.h"
#include "app/report_error.h"
#include "app/review_options.h"
#include "app/shard_option.h"
#include "base/format.h"
#include "base/interrupt.h"
#include "base/text.h"
#include "review/review_run.h"

namespace zugwerk::app {

namespace {

struct AnalyseArguments {
  review::RunSettings run;
  ReviewLimitArguments limits;
  bool quiet = false;
};

[[nodiscard]] std::string progress_text(const review::RunProgress& progress) {
  std::string text = base::format("{} games, {}", progress.games, base::with_thousands(progress.positions));
  if (progress.all_positions > 0) text += " of " + base::with_thousands(progress.all_positions);
  text += " positions, " + base::duration_text(progress.seconds);
  if (progress.seconds_left > 0) text += ", " + base::duration_text(progress.seconds_left) + " left";
  return text;
}

int run_analyse(AnalyseArguments arguments) {
  review::RunSettings& run = arguments.run;
  auto settings = settings_of(arguments.limits);
  if (!settings) return report_error(settings.error());
  run.review = std::move(*settings);
  for (std::string* const path : {&run.output.pgn, &run.output.json, &run.output.html})
    *path = run.shard.file_for(*path);
  if (run.check_reasons && !run.review.limits.nodes)
    return report_error({"--check-reasons: the reviews must be limited by --nodes"});
  if (run.resume && review::journal_path(run).empty())
    return report_error({"--resume: only runs that write a file (--output, --json or --html) can be resumed"});

  const base::InterruptGuard interrupt;
  LiveText live(base::OutputStream::Error);
  review::RunEvents events;
  events.on_game = [&](std::size_t number, const std::string& summary) {
    live.wipe();
    if (!arguments.quiet) std::cout << "Game " << number << ": " << summary << std::flush;
  };
  events.on_error = [&](const std::string& message) {
    live.wipe();
    std::cerr << message << '\n';
  };
  events.on_progress = [&](const review::RunProgress& progress) { live.show({progress_text(progress)}); };
  const auto totals = review::run_reviews(run, interrupt.flag(), events);
  live.wipe();
  if (!totals) return report_error(totals.error());
  std::cout << totals->games << (totals->games == 1 ? " game" : " games") << " reviewed";
  if (totals->taken_over > 0) std::cout << ", " << totals->taken_over << " of them before";
  if (totals->broken > 0) std::cout << ", " << totals->broken << " broken";
  std::cout << '\n';
  if (totals->interrupted) {
    if (const std::string journal = review::journal_path(run); !journal.empty())
      std::cout << "interrupted; the reviews are kept in " << journal << "; continue with --resume\n";
    return kExitInterrupted;
  }
  if (!totals->reasons.empty()) std::cout << '\n' << totals->reasons;
  return totals->broken > 0 ? kExitBadInput : kExitOk;
}

}  // namespace

void add_analyse_command(CLI::App& app, Commands& commands) {
  auto arguments = std::make_shared<AnalyseArguments>();
  CLI::App* const command = app.add_subcommand("analyse", "Review games: judge every move and say why");
  command->footer(
      "Prints a summary of each game: accuracy, and every inaccuracy, mistake and blunder with its reason. Without a\n"
      "limit every position is searched for 200,000 nodes.\n"
      "Examples:\n"
      "  zugwerk analyse games.pgn --output reviewed.pgn --html review.html\n"
      "  zugwerk analyse *.pgn.zst --json reviews.json --nodes 1000000 --concurrency 2 --resume\n"
      "Finished games are kept in a journal beside the first file to write, until all are done; --resume continues\n"
      "after an interruption. Exit code 2: some games were broken; the others are reviewed.");
  review::RunSettings& run = arguments->run;
  command->add_option("games", run.files, "PGN files, also packed; - is standard input")->required();
  command->add_option("-o,--output", run.output.pgn, "PGN file to write: marks, reasons and better lines");
  command->add_option("--json", run.output.json, "JSON file to write");
  command->add_option("--html", run.output.html, "HTML page to write, in one file");
  add_review_options(*command, arguments->limits);
  const int most_at_once = 256;
  command->add_option("--concurrency", run.threads, "Games reviewed at once")
      ->check(CLI::Range(1, most_at_once))
      ->capture_default_str();
  command->add_flag("--resume", run.resume, "Resume an interrupted run, or begin it");
  add_shard_option(*command, run.shard, "game");
  command->add_flag("--check-reasons", run.check_reasons,
                    "Measure the teacher: judge every reason by searches with twenty times the nodes");
  command->add_flag("--quiet", arguments->quiet, "No summaries of the games");
  commands[command] = [arguments] { return run_analyse(*arguments); };
}

}  // namespace zugwerk::app
