// `zugwerk selfplay`: games of the engine against itself, written to a file as training data.

#include <cerrno>
#include <cstdint>
#include <iostream>
#include <memory>
#include <optional>
#include <string>

#include "app/commands.h"
#include "app/exit_codes.h"
#include "app/live_text.h"
#include "app/network_choice.h"
#include "app/progress_option.h"
#include "app/report_error.h"
#include "app/shard_option.h"
#include "arena/openings/openings.h"
#include "base/clock.h"
#include "base/format.h"
#include "base/interrupt.h"
#include "base/priority.h"
#include "base/rng.h"
#include "base/text.h"
#include "engine/engine.h"
#include "games/archive/packed_position.h"
#include "games/selfplay/selfplay.h"
#include "games/selfplay/selfplay_shards.h"

namespace zugwerk::app {

namespace {

struct SelfplayArguments {
  games::SelfplayOptions options;
  std::string output;
  std::string openings;
  std::string network;
  std::optional<int> random_plies;
  std::optional<std::uint64_t> seed;
  int nice = 0;
  std::string progress;
};

[[nodiscard]] std::uint64_t per_hour(std::uint64_t count, double seconds) {
  constexpr double kSecondsPerHour = 3600;
  return seconds > 0 ? static_cast<std::uint64_t>(static_cast<double>(count) / seconds * kSecondsPerHour) : 0;
}

[[nodiscard]] std::string progress_text(const games::SelfplayProgress& progress) {
  const auto hourly = [&](std::uint64_t count) { return base::with_thousands(per_hour(count, progress.seconds)); };
  return base::format("{} games, {} positions; per hour {} games, {} positions, {} usable",
                      base::with_thousands(progress.held.games + progress.games),
                      base::with_thousands(progress.held.plies + progress.plies), hourly(progress.games),
                      hourly(progress.plies), hourly(progress.usable));
}

[[nodiscard]] arena::Progress progress_of(const games::SelfplayOptions& options,
                                          const games::SelfplayProgress& progress, std::optional<double> first_share) {
  arena::Progress told;
  const std::uint64_t games = progress.held.games + progress.games;
  const std::uint64_t positions = progress.held.plies + progress.plies;
  told.done = options.games ? games : positions;
  told.total = options.games.value_or(options.positions.value_or(0));
  told.unit = options.games ? "games" : "positions";
  told.seconds = progress.seconds;
  told.text = base::with_thousands(games) + " games, " + base::with_thousands(positions) + " positions";
  if (progress.share && first_share)
    told.seconds_left = arena::seconds_left(progress.seconds, *progress.share - *first_share, 1 - *progress.share);
  told.facts = {{"games", base::with_thousands(games)},
                {"positions", base::with_thousands(positions)},
                {"games per hour", base::with_thousands(per_hour(progress.games, progress.seconds))},
                {"positions per hour", base::with_thousands(per_hour(progress.plies, progress.seconds))},
                {"usable positions per hour", base::with_thousands(per_hour(progress.usable, progress.seconds))}};
  return told;
}

/// One line: redrawn every second on a terminal, a new one every minute elsewhere.
class SelfplayPrinter {
 public:
  void show(const games::SelfplayProgress& progress) {
    constexpr double kSecondsOnTerminal = 1;
    constexpr double kSecondsElsewhere = 60;
    see(progress);
    if (progress.seconds - last_ < (live_.is_live() ? kSecondsOnTerminal : kSecondsElsewhere)) return;
    last_ = progress.seconds;
    std::string text = progress_text(progress);
    if (progress.share && *progress.share > *first_share_) {
      const double left = (1 - *progress.share) / (*progress.share - *first_share_) * progress.seconds;
      text += "; about " + base::duration_text(left) + " left";
    }
    if (live_.is_live())
      live_.show({text});
    else
      std::cerr << text << std::endl;
  }
  void see(const games::SelfplayProgress& progress) {
    if (!first_share_) first_share_ = progress.share;
  }
  /// How much was done when this run began.
  [[nodiscard]] std::optional<double> first_share() const { return first_share_; }
  void wipe() { live_.wipe(); }

 private:
  LiveText live_{base::OutputStream::Error};
  double last_ = 0;
  std::optional<double> first_share_;
};

/// Whether the options of a shard make it a part of one run.
[[nodiscard]] base::Expected<void> check_shard(const SelfplayArguments& arguments) {
  if (!arguments.seed) return base::failure("--shard: all shards of a run need the same --seed");
  if (arguments.options.positions)
    return base::failure("--shard: no shard knows how many positions the others have; end after --games instead");
  if (!arguments.options.games) return base::failure("--shard: it needs --games, the number of games of the whole run");
  return {};
}

int run_selfplay_command(SelfplayArguments arguments) {
  games::SelfplayOptions& options = arguments.options;
  if (options.shard.is_part())
    if (auto checked = check_shard(arguments); !checked) return report_error(checked.error());
  arguments.output = options.shard.file_for(arguments.output);
  if (!arguments.openings.empty()) {
    const auto list = arena::read_openings(arguments.openings, chess::Variant::Chess960, std::nullopt);
    if (!list) return report_error(list.error());
    for (const std::string& warning : list->warnings) std::cerr << warning << '\n';
    if (list->warning_count > list->warnings.size())
      std::cerr << "... and " << list->warning_count - list->warnings.size() << " more\n";
    for (const arena::Opening& opening : list->openings)
      options.openings.push_back(games::pack(arena::end_of(opening)));
    options.random_plies = 0;
  }
  auto network = chosen_network(arguments.network);
  if (!network) return report_error(network.error());
  options.network = *std::move(network);
  if (arguments.random_plies) options.random_plies = *arguments.random_plies;
  options.seed = arguments.seed ? *arguments.seed : base::entropy();
  if (options.hard_nodes != 0 && options.hard_nodes < options.nodes)
    return report_error({base::format("--hard-nodes {} is less than --nodes {}", options.hard_nodes, options.nodes)});
  if (arguments.nice != 0 && !base::set_niceness(arguments.nice))
    return report_error({base::format("--nice {}: {}", arguments.nice, base::system_error_text(errno))});

  std::optional<base::LineJournal> shard_journal;
  if (options.shard.is_part()) {
    const std::uint64_t games = *options.games;
    auto opened = games::open_shard_journal(arguments.output, options, games);
    if (!opened) return report_error(opened.error());
    shard_journal = *std::move(opened);
    options.games = options.shard.share_of(games);
  }
  games::HeldGames held;
  auto writer = games::GameWriter::append(
      arguments.output, [](const games::FileFault& fault) { std::cerr << fault.message << '\n'; }, held);
  if (!writer) return report_error(writer.error());
  if (held.games > 0)
    std::cerr << arguments.output << ": continues after " << base::with_thousands(held.games) << " games, "
              << base::with_thousands(held.plies) << " positions\n";
  std::cerr << "seed " << options.seed << ", "
            << (options.network ? "network " + options.network->name() : "classical evaluation") << "\n";

  auto progress_file = arena::ProgressFile::open(arguments.progress, "selfplay");
  if (!progress_file) return report_error(progress_file.error());

  const base::InterruptGuard interrupt;
  SelfplayPrinter line;
  const auto result = games::run_selfplay(options, *writer, held, interrupt.flag(), [&](const auto& progress) {
    line.show(progress);
    if (progress_file->is_due()) progress_file->write(progress_of(options, progress, line.first_share()));
  });
  line.wipe();
  if (!result) {
    std::cerr << result.error().message << "; what was written before is kept\n";
    return exit_code_of(result.error(), kExitFailed);
  }
  std::cout << arguments.output << ": " << progress_text(*result) << '\n'
            << "this run: " << base::with_thousands(result->games) << " games, " << base::with_thousands(result->plies)
            << " positions, " << base::with_thousands(result->usable) << " of them usable, "
            << base::with_thousands(result->nodes) << " nodes, " << base::with_thousands(result->rejected_openings)
            << " openings rejected, " << base::duration_text(result->seconds) << '\n';
  const int code = result->share && *result->share < 1 ? kExitInterrupted : kExitOk;
  return with_progress_reported(
      code, progress_file->finish(progress_of(options, *result, line.first_share()), progress_state_of_exit(code)));
}

}  // namespace

void add_selfplay_command(CLI::App& app, Commands& commands) {
  auto arguments = std::make_shared<SelfplayArguments>();
  games::SelfplayOptions& options = arguments->options;
  games::Adjudication& ends = options.adjudication;
  CLI::App* const selfplay = app.add_subcommand("selfplay", "Play games against itself and write them to a file");
  selfplay->footer(
      "Example: zugwerk selfplay -o games.zwg --positions 10000000 --concurrency 2\n"
      "An existing file is continued; --games and --positions include what is already in it. The same options and\n"
      "--seed give the same games, whatever --concurrency is and however often the work was interrupted.");
  selfplay->add_option("-o,--output", arguments->output, "File of games, new or to be continued")->required();
  selfplay->add_option("--games", options.games, "End when the file holds this many games")->check(CLI::PositiveNumber);
  selfplay->add_option("--positions", options.positions, "End when the file holds this many positions")
      ->check(CLI::PositiveNumber);
  selfplay->add_option("--nodes", options.nodes, "Nodes per move after which no iteration begins")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  selfplay
      ->add_option("--hard-nodes", options.hard_nodes, "Nodes per move at which the search ends (default: 16 times)")
      ->check(CLI::PositiveNumber);
  selfplay->add_option("--concurrency", options.threads, "Games at once")
      ->check(CLI::Range(1, engine::Engine::kMostThreads))
      ->capture_default_str();
  selfplay->add_option("--hash", options.hash_megabytes, "Transposition table of each game in MB")
      ->check(CLI::Range(std::size_t{1}, engine::Engine::kMostHash))
      ->capture_default_str();
  selfplay->add_option("--seed", arguments->seed, "Seed of the openings (default: a new one each time)");
  const int most_random_plies = 100;
  selfplay
      ->add_option("--random-plies", arguments->random_plies,
                   "Random plies before a game, plus one in half of the games (default: 8; 0 with --openings)")
      ->check(CLI::Range(0, most_random_plies));
  selfplay
      ->add_option("--opening-score", options.largest_opening_score,
                   "Reject openings with a larger score than this (centipawns)")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  selfplay->add_option("--network", arguments->network, kNetworkHelp);
  auto* const openings =
      selfplay->add_option("--openings", arguments->openings, "Start from random openings of this EPD or PGN file");
  selfplay->add_flag("--chess960", options.chess960, "Start from a random one of the 960 positions")
      ->excludes(openings);
  selfplay->add_option("--win-score", ends.win_score, "End as won beyond this (centipawns) ...")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  selfplay->add_option("--win-plies", ends.win_plies, "... for this many plies in a row")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  selfplay->add_option("--draw-score", ends.draw_score, "End as drawn within this (centipawns), -1 for never ...")
      ->check(CLI::Range(-1, eval::kTablebaseWinInMaxPly.value()))
      ->capture_default_str();
  selfplay->add_option("--draw-plies", ends.draw_plies, "... for so many plies in a row ...")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  selfplay->add_option("--draw-after", ends.draw_first_ply, "... of which the first is at least this ply of the game")
      ->check(CLI::NonNegativeNumber)
      ->capture_default_str();
  selfplay->add_option("--max-plies", ends.most_plies, "End as drawn after this many plies")
      ->check(CLI::Range(1, static_cast<int>(games::GameRecord::kMostPlies)))
      ->capture_default_str();
  add_shard_option(*selfplay, options.shard, "game");
  add_progress_option(*selfplay, arguments->progress);
  const int least_urgent = 19;
  selfplay->add_option("--nice", arguments->nice, "Niceness, 0 to 19: higher leaves the processor to others")
      ->check(CLI::Range(0, least_urgent));
  commands[selfplay] = [arguments] { return run_selfplay_command(*arguments); };
}

}  // namespace zugwerk::app
