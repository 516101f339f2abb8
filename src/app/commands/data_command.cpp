// `zugwerk data`: tools for game files written by self-play.

#include <algorithm>
#include <array>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/commands.h"
#include "app/exit_codes.h"
#include "app/network_choice.h"
#include "app/report_error.h"
#include "base/error.h"
#include "base/files/whole_file.h"
#include "base/format.h"
#include "base/rng.h"
#include "base/text.h"
#include "eval/wdl.h"
#include "games/archive/game_text.h"
#include "games/data/data_tools.h"
#include "games/data/random_walks.h"
#include "games/data/training_positions.h"
#include "learning/wdl/wdl_fit.h"

namespace zugwerk::app {

namespace {

using base::with_thousands;

struct DataArguments {
  std::vector<std::string> files;
  std::string output;
  std::optional<std::uint64_t> seed;
  std::uint64_t games = 0;
  games::ShuffleOptions shuffle;
  games::RandomWalkOptions random_walks;
  games::GameFilter filter;
  games::PositionFilter positions;
  bool all_positions = false;
  std::string network = "none";
};

/// Prints diagnostics and remembers whether there were any.
class Diagnostics {
 public:
  [[nodiscard]] base::DiagnosticHandler handler() {
    return [this](const std::string& message) {
      std::cerr << message << '\n';
      ++count_;
    };
  }
  [[nodiscard]] int exit_code() const { return count_ == 0 ? kExitOk : kExitFailed; }

 private:
  std::uint64_t count_ = 0;
};

int check(const DataArguments& arguments) {
  bool all_good = true;
  bool all_readable = true;
  for (const std::string& path : arguments.files) {
    const auto report = games::check_game_file(path, [](const std::string& message) { std::cerr << message << '\n'; });
    if (!report) {
      std::cerr << report.error().message << '\n';
      all_readable = false;
      continue;
    }
    std::cout << path << ": " << with_thousands(report->games) << " games, " << with_thousands(report->plies)
              << " positions in " << with_thousands(report->frames) << " frames: ";
    if (report->is_good())
      std::cout << "good\n";
    else
      std::cout << report->faults << " torn or damaged places, " << report->broken_games << " broken games\n";
    all_good = all_good && report->is_good();
  }
  if (!all_readable) return kExitBadInput;
  return all_good ? kExitOk : kExitFailed;
}

/// A count with its share of a whole.
void print_row(const std::string& name, std::uint64_t count, std::uint64_t whole, const std::string& more = {}) {
  const double percent = whole == 0 ? 0 : 100.0 * static_cast<double>(count) / static_cast<double>(whole);
  std::cout << base::format("  {:<24}{:>16}{:>8.1f} %{}\n", name, with_thousands(count), percent, more);
}

[[nodiscard]] std::string range_name(std::size_t range) {
  const auto& edges = games::DataSummary::kScoreEdges;
  if (range == 0) return base::format("below {}", edges.front());
  if (range == edges.size()) return base::format("above {}", edges.back() - 1);
  return base::format("{} to {}", edges[range - 1], edges[range] - 1);
}

void print_scores(const games::DataSummary& summary) {
  std::cout << "\nscores (centipawns, White's view)                            White scored\n";
  const std::uint64_t all = summary.positions().positions;
  for (std::size_t i = 0; i < games::DataSummary::kScoreRanges; ++i) {
    const auto& range = summary.scores()[i];
    std::string points;
    if (range.positions > 0)
      points = base::format("{:>14.1f} %",
                            50.0 * static_cast<double>(range.half_points) / static_cast<double>(range.positions));
    print_row(range_name(i), range.positions, all, points);
  }
  print_row("proven", summary.decisive(), all);
  print_row("unknown", summary.unscored(), all);
}

int info(const DataArguments& arguments) {
  Diagnostics diagnostics;
  const auto summary = games::summarize(arguments.files, diagnostics.handler());
  if (!summary) return report_error(summary.error());
  const std::uint64_t games = summary->games();
  const games::PositionCounts& positions = summary->positions();
  std::cout << with_thousands(games) << " games, " << with_thousands(positions.positions) << " positions\n\nresults\n";
  for (const auto result : {games::GameResult::WhiteWins, games::GameResult::Draw, games::GameResult::BlackWins})
    print_row(std::string(to_string(result)), summary->games_with(result), games);
  std::cout << "\nends\n";
  for (std::size_t i = 0; i < games::kEndCauseCount; ++i) {
    const auto end = static_cast<games::EndCause>(i);
    if (summary->games_with(end) > 0) print_row(std::string(name_of(end)), summary->games_with(end), games);
  }
  std::cout << "\nstarts\n";
  print_row("Black begins", summary->black_begins(), games);
  if (summary->chess960_games() > 0) print_row("castling of Chess960", summary->chess960_games(), games);
  if (games > 0)
    std::cout << base::format("\nlength in plies: {} to {}, median {}, mean {:.1f}\n",
                              summary->lengths().begin()->first, summary->lengths().rbegin()->first,
                              summary->median_length(), summary->mean_length());
  print_scores(*summary);
  std::cout << "\nfor learning\n";
  print_row("usable", positions.kept, positions.positions);
  for (std::size_t i = 0; i < games::kSkipReasonCount; ++i)
    print_row(std::string(name_of(static_cast<games::SkipReason>(i))), positions.skipped[i], positions.positions);
  if (positions.broken_games > 0) {
    std::cout << '\n' << positions.broken_games << " games are not legal; `zugwerk data check` names them\n";
    return kExitFailed;
  }
  return diagnostics.exit_code();
}

int finish(const DataArguments& arguments, const base::Expected<games::TransferReport>& report,
           const Diagnostics& diagnostics) {
  if (!report) return report_error(report.error());
  std::cout << arguments.output << ": " << with_thousands(report->written) << " of " << with_thousands(report->read)
            << " games\n";
  return diagnostics.exit_code();
}

[[nodiscard]] std::uint64_t seed_of(const DataArguments& arguments) {
  const std::uint64_t seed = arguments.seed ? *arguments.seed : base::entropy();
  std::cerr << "seed " << seed << '\n';
  return seed;
}

int merge(const DataArguments& arguments) {
  Diagnostics diagnostics;
  return finish(arguments, games::merge_games(arguments.files, arguments.output, diagnostics.handler()), diagnostics);
}

int recode(const DataArguments& arguments, games::GameCoding coding) {
  Diagnostics diagnostics;
  const auto report = games::recode_games(arguments.files, arguments.output, coding, diagnostics.handler());
  if (!report) return report_error(report.error());
  std::error_code ignored;
  const std::uintmax_t bytes = std::filesystem::file_size(arguments.output, ignored);
  std::cout << arguments.output << ": " << with_thousands(report->games) << " games, " << with_thousands(report->plies)
            << " positions, " << with_thousands(bytes) << " bytes";
  if (report->plies > 0)
    std::cout << base::format(", {:.3f} per position", static_cast<double>(bytes) / static_cast<double>(report->plies));
  std::cout << '\n';
  return diagnostics.exit_code();
}

int pack(const DataArguments& arguments) { return recode(arguments, games::GameCoding::Packed); }
int unpack(const DataArguments& arguments) { return recode(arguments, games::GameCoding::Plain); }

int shuffle(const DataArguments& arguments) {
  Diagnostics diagnostics;
  games::ShuffleOptions options = arguments.shuffle;
  options.seed = seed_of(arguments);
  const auto report = games::shuffle_games(arguments.files, arguments.output, options, diagnostics.handler());
  return finish(arguments, report, diagnostics);
}

int sample(const DataArguments& arguments) {
  Diagnostics diagnostics;
  const auto report = games::sample_games(arguments.files, arguments.output, arguments.games, seed_of(arguments),
                                          diagnostics.handler());
  return finish(arguments, report, diagnostics);
}

int random_walks(const DataArguments& arguments) {
  Diagnostics diagnostics;
  games::RandomWalkOptions options = arguments.random_walks;
  options.seed = seed_of(arguments);
  auto network = chosen_network(arguments.network);
  if (!network) return report_error(network.error());
  options.network = *std::move(network);
  const auto report = games::random_walks_from_games(arguments.files, arguments.output, options, diagnostics.handler());
  if (!report) return report_error(report.error());
  std::cout << arguments.output << ": " << with_thousands(report->walks) << " walks, "
            << with_thousands(report->positions) << " positions, from " << with_thousands(report->games) << " games\n";
  return diagnostics.exit_code();
}

int filter(const DataArguments& arguments) {
  Diagnostics diagnostics;
  const auto report = games::filter_games(arguments.files, arguments.output, arguments.filter, diagnostics.handler());
  return finish(arguments, report, diagnostics);
}

/// The destination of text: a new file, or standard output.
class TextOutput {
 public:
  [[nodiscard]] base::Expected<void> open(const std::string& path) {
    if (path.empty()) return {};
    auto file = base::WholeFile::open(path, base::WholeFile::Existing::Refuse);
    if (!file) return tl::unexpected(file.error());
    file_ = *std::move(file);
    return {};
  }
  [[nodiscard]] games::TextSink sink() {
    return [this](std::string_view text) -> base::Expected<void> {
      if (file_) return file_->append(text);
      std::cout << text << std::flush;
      if (!std::cout) return base::write_failure("standard output cannot be written");
      return {};
    };
  }
  [[nodiscard]] base::Expected<void> finish() { return file_ ? file_->commit() : base::Expected<void>(); }

 private:
  std::optional<base::WholeFile> file_;
};

int to_epd(const DataArguments& arguments) {
  TextOutput output;
  if (auto opened = output.open(arguments.output); !opened) return report_error(opened.error());
  Diagnostics diagnostics;
  const games::PositionFilter positions = arguments.all_positions ? games::PositionFilter::none() : arguments.positions;
  const auto counts = games::write_epd(arguments.files, positions, output.sink(), diagnostics.handler());
  if (!counts) return report_error(counts.error());
  if (auto finished = output.finish(); !finished) return report_error(finished.error());
  std::cerr << with_thousands(counts->kept) << " of " << with_thousands(counts->positions) << " positions\n";
  return diagnostics.exit_code();
}

int to_pgn(const DataArguments& arguments) {
  TextOutput output;
  if (auto opened = output.open(arguments.output); !opened) return report_error(opened.error());
  Diagnostics diagnostics;
  const auto report = games::write_pgn(arguments.files, output.sink(), diagnostics.handler());
  if (!report) return report_error(report.error());
  if (auto finished = output.finish(); !finished) return report_error(finished.error());
  std::cerr << with_thousands(report->written) << " of " << with_thousands(report->read) << " games\n";
  return diagnostics.exit_code();
}

int from_pgn(const DataArguments& arguments) {
  Diagnostics diagnostics;
  const auto report = games::games_from_pgn(arguments.files, arguments.output, diagnostics.handler());
  if (!report) return report_error(report.error());
  std::cout << arguments.output << ": " << with_thousands(report->written) << " of " << with_thousands(report->read)
            << " games (" << with_thousands(report->unfinished) << " without a result, "
            << with_thousands(report->broken) << " broken), " << with_thousands(report->plies) << " positions, "
            << with_thousands(report->scored) << " with a score\n";
  return report->broken == 0 ? kExitOk : kExitFailed;
}

void print_wdl_ranges(const learning::WdlSample& sample, const eval::WdlModel& model) {
  constexpr std::array kEdges{0, 25, 50, 75, 100, 150, 200, 300, 400, 600, 1000, 2001};
  std::cout << "\nscore (search)       positions     won: games, model   drawn: games, model    lost: games, model\n";
  for (std::size_t i = 0; i + 1 < kEdges.size(); ++i) {
    const auto range = sample.compare(model, kEdges[i], kEdges[i + 1]);
    std::cout << base::format("{:>4} to {:>4}{:>18}", kEdges[i], kEdges[i + 1] - 1, with_thousands(range.positions));
    for (const std::size_t result : {2U, 1U, 0U})
      std::cout << base::format("{:>13.1f} %{:>6.1f} %", 100 * range.observed[result], 100 * range.predicted[result]);
    std::cout << '\n';
  }
}

int fit_wdl_model(const DataArguments& arguments) {
  Diagnostics diagnostics;
  games::PositionFilter wanted = games::PositionFilter::none();
  wanted.skip_decisive = wanted.skip_unscored = true;
  learning::WdlSample sample;
  const auto counts = games::visit_training_positions(
      arguments.files, wanted,
      [&](const games::TrainingPosition& seen) {
        sample.add(seen.score, eval::material_count(seen.position), seen.result);
        return true;
      },
      diagnostics.handler());
  if (!counts) return report_error(counts.error());
  if (sample.size() == 0) return report_error({"there is no position with a score in these files"});
  const eval::WdlModel model = learning::fit_wdl(sample, eval::kWdlModel);
  std::cout << with_thousands(sample.size()) << " positions of " << with_thousands(counts->games) << " games\n"
            << base::format("loss {:.5f} with the model of this program, {:.5f} fitted\n", sample.loss(eval::kWdlModel),
                            sample.loss(model))
            << base::format(
                   "for src/eval/wdl.h: .middle = {:.2f}, .middle_per_material = {:.4f}, .width = {:.2f}, "
                   ".width_per_material = {:.4f}\n",
                   model.middle, model.middle_per_material, model.width, model.width_per_material);
  print_wdl_ranges(sample, model);
  return diagnostics.exit_code();
}

using Action = int (*)(const DataArguments&);

}  // namespace

void add_data_command(CLI::App& app, Commands& commands) {
  auto arguments = std::make_shared<DataArguments>();
  CLI::App* const data = app.add_subcommand("data", "Check, describe, mix and convert files of games");
  data->require_subcommand(1);
  const auto add = [&](const std::string& name, const std::string& what, Action action) {
    CLI::App* const tool = data->add_subcommand(name, what);
    tool->add_option("files", arguments->files, "Files to read")->required();
    commands[tool] = [arguments, action] { return action(*arguments); };
    return tool;
  };
  const auto add_output = [&](CLI::App* tool, const std::string& what) {
    return tool->add_option("-o,--output", arguments->output, what);
  };
  const std::string new_file = "File of games to write; must not exist";
  const std::string text_file = "File to write, must not exist (default: standard output)";

  add("check", "Read every frame and replay every game; exit code 1 if anything is wrong", check);
  add("info", "Results, ends, lengths, scores, usable positions", info);
  add("fit-wdl", "Fit the chances of win, draw and loss to scores and results", fit_wdl_model);
  add_output(add("merge", "Concatenate files of games", merge), new_file)->required();

  add_output(add("pack", "Compress games to about 40 % of their plain size; all tools read packed files", pack),
             new_file)
      ->required();
  add_output(add("unpack", "Convert packed games back to the plain format", unpack), new_file)->required();

  CLI::App* const shuffled = add("shuffle", "All games in random order", shuffle);
  add_output(shuffled, new_file)->required();
  shuffled->add_option("--seed", arguments->seed, "Seed of the order (default: a new one each time)");
  shuffled->add_option("--memory", arguments->shuffle.memory_megabytes, "Use about this many MB; the rest goes to disk")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1} << 20))
      ->capture_default_str();

  CLI::App* const sampled = add("sample", "A random sample of games, in their original order", sample);
  add_output(sampled, new_file)->required();
  sampled->add_option("--games", arguments->games, "How many")->required();
  sampled->add_option("--seed", arguments->seed, "Seed of the choice (default: a new one each time)");

  CLI::App* const walks =
      add("random-walks", "Random walks from every position, scored by an evaluation or a short search", random_walks);
  add_output(walks, new_file)->required();
  constexpr int kMostWalks = 10'000;
  walks->add_option("--walks", arguments->random_walks.walks, "From every position")
      ->check(CLI::Range(1, kMostWalks))
      ->capture_default_str();
  walks->add_option("--plies", arguments->random_walks.plies, "Positions of a walk, the first being that of the game")
      ->check(CLI::Range(1, kMostWalks))
      ->capture_default_str();
  walks->add_option("--network", arguments->network, "Network to evaluate with; none: the classical evaluation")
      ->capture_default_str();
  CLI::Option* const searched = walks->add_option("--nodes", arguments->random_walks.nodes,
                                                  "Score by searches of about this many nodes (default: none)");
  walks
      ->add_option("--best", arguments->random_walks.best_share,
                   "Chance that a move is the best one of the search, 0 to 1; the others are random")
      ->check(CLI::Range(0.0, 1.0))
      ->capture_default_str()
      ->needs(searched);
  walks->add_option("--seed", arguments->seed, "Seed of the moves (default: a new one each time)");

  CLI::App* const filtered = add("filter", "Keep the legal games that meet conditions", filter);
  add_output(filtered, new_file)->required();
  games::GameFilter& kinds = arguments->filter;
  filtered->add_option("--min-plies", kinds.fewest_plies, "At least this long");
  filtered->add_option("--max-plies", kinds.most_plies, "At most this long");
  std::map<std::string, games::GameResult> results;
  for (const auto result : {games::GameResult::WhiteWins, games::GameResult::Draw, games::GameResult::BlackWins})
    results.emplace(to_string(result), result);
  filtered->add_option("--results", kinds.results, "Only games with these results: 1-0, 0-1, 1/2-1/2")
      ->delimiter(',')
      ->allow_extra_args(false)  // what follows is a file
      ->transform(CLI::CheckedTransformer(results));
  std::map<std::string, games::EndCause> ends;
  for (std::size_t i = 0; i < games::kEndCauseCount; ++i) {
    const auto end = static_cast<games::EndCause>(i);
    ends.emplace(name_of(end), end);
  }
  filtered->add_option("--end", kinds.end_causes, "As `info` names them: checkmate, 'win by score'; may be given again")
      ->allow_extra_args(false)  // what follows is a file
      ->transform(CLI::CheckedTransformer(ends));
  filtered->add_option("--start-score", kinds.largest_start_score, "First score within this (centipawns)")
      ->check(CLI::NonNegativeNumber);

  CLI::App* const epd = add("to-epd", "Positions with result (c9) and score (ce, the side to move's)", to_epd);
  add_output(epd, text_file);
  games::PositionFilter& positions = arguments->positions;
  epd->add_flag("--all", arguments->all_positions, "Every position, whatever the other options say");
  epd->add_flag_callback(
      "--keep-checks", [&positions] { positions.skip_in_check = false; }, "Also positions in check");
  epd->add_flag_callback(
      "--keep-captures", [&positions] { positions.skip_tactical = false; },
      "Also where the move was a capture or promotion");
  epd->add_flag_callback(
      "--keep-decided", [&positions] { positions.skip_decisive = false; }, "Also with proven scores");
  epd->add_flag_callback(
      "--keep-unscored", [&positions] { positions.skip_unscored = false; }, "Also without a score");
  epd->add_option("--first-ply", positions.first_ply, "From this ply of the game on")->capture_default_str();
  epd->add_option("--min-pieces", positions.fewest_pieces, "With at least so many pieces, kings included")
      ->capture_default_str();
  epd->add_option("--max-clock", positions.largest_halfmove_clock, "At most so many plies without progress")
      ->capture_default_str();

  add_output(add("from-pgn", "Games of PGN files, with the scores of their comments", from_pgn), new_file)->required();
  add_output(add("to-pgn", "Games as PGN, with scores as comments", to_pgn), text_file);
}

}  // namespace zugwerk::app
