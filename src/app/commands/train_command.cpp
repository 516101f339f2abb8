// `zugwerk train`: a network from games.

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/commands.h"
#include "app/exit_codes.h"
#include "app/live_text.h"
#include "app/position_filter_options.h"
#include "app/progress_option.h"
#include "app/report_error.h"
#include "base/clock.h"
#include "base/files/whole_file.h"
#include "base/format.h"
#include "base/interrupt.h"
#include "base/text.h"
#include "engine/engine.h"
#include "learning/network/quantisation.h"
#include "learning/network/starting_network.h"
#include "learning/network/training_checkpoint.h"
#include "learning/network/training_run.h"

namespace zugwerk::app {

namespace {

struct TrainArguments {
  std::vector<std::string> files;
  learning::TrainingOptions options;
  std::string output = "training";
  std::string start;
  std::optional<std::size_t> width;  // where it was requested
  bool resume = false;
  bool unrounded = false;
  std::size_t memory_megabytes = 4096;
  int threads = 1;
  std::string progress;
  /// What a run is begun with and keeps: the options with the field of a recipe that they belong to.
  std::vector<std::pair<std::string, const CLI::Option*>> recipe;

  [[nodiscard]] std::string in_output(const std::string& name) const {
    return (std::filesystem::path(output) / name).string();
  }
  [[nodiscard]] std::string checkpoint() const { return in_output("run.zwtrain"); }
};

[[nodiscard]] std::string training_loss_text(double loss) {
  constexpr int kDigits = 6;
  return base::fixed(loss, kDigits);
}

/// The training speed of this process, and the time left.
class Pace {
 public:
  explicit Pace(const learning::TrainingRun& run) : begun_(run.positions_seen()), steps_begun_(run.steps()) {}

  [[nodiscard]] std::string text(const learning::TrainingRun& run) const {
    const double seconds = watch_.seconds();
    const auto done = static_cast<double>(run.steps() - steps_begun_);
    const double left = done > 0 ? seconds / done * static_cast<double>(run.total_steps() - run.steps()) : 0;
    const double rate = seconds > 0 ? static_cast<double>(run.positions_seen() - begun_) / seconds : 0;
    return base::with_thousands(static_cast<std::uint64_t>(rate)) + " positions/s, " + base::duration_text(left) +
           " left";
  }

 private:
  std::uint64_t begun_;
  std::uint64_t steps_begun_;
  base::Stopwatch watch_;
};

[[nodiscard]] std::string progress_text(const learning::TrainingRun& run, const Pace& pace) {
  const std::uint64_t step = run.steps() % run.steps_of_epoch();
  std::string text =
      base::format("epoch {}/{}, {} %  loss {}", run.steps() / run.steps_of_epoch() + 1, run.options().epochs,
                   100 * step / run.steps_of_epoch(), training_loss_text(run.current_loss()));
  if (!run.history().empty()) text += "  held out " + training_loss_text(run.history().back().held_out.target);
  return text + "  " + pace.text(run);
}

void print_set(const learning::TrainingSet& set, double seconds) {
  const games::PositionCounts& counts = set.counts();
  std::cout << "positions: " << base::with_thousands(counts.positions) << " of " << base::with_thousands(counts.games)
            << " games, read in " << base::fixed(seconds, 1) << " s\n";
  print_left_out(counts);
  std::cout << "  learned from: " << base::with_thousands(set.size()) << " of "
            << base::with_thousands(set.learned_games()) << " games"
            << (set.is_in_memory() ? ", in memory" : ", in scratch files")
            << "\n  held out: " << base::with_thousands(set.held_out().size()) << " of "
            << base::with_thousands(set.held_out_games()) << " games\n";
}

void print_recipe(const learning::TrainingOptions& options) {
  const games::PositionFilter& filter = options.filter;
  std::cout << "filter: first ply " << filter.first_ply << ", fewest pieces " << filter.fewest_pieces
            << ", largest clock " << filter.largest_halfmove_clock << ", largest score " << filter.largest_score
            << ", in check " << (filter.skip_in_check ? "no" : "yes") << ", captures "
            << (filter.skip_tactical ? "no" : "yes") << ", decided " << (filter.skip_decisive ? "no" : "yes")
            << "\nrecipe: (768 -> " << options.shape.width << ") x 2 -> 1, buckets " << options.shape.buckets
            << ", epochs " << options.epochs << ", batch " << options.batch << ", rate " << options.learning_rate
            << " to " << options.learning_rate * options.final_rate << ", warm-up " << options.warm_up << ", decay "
            << options.decay << ", lambda " << options.lambda << ", horizon " << options.horizon << ", scale "
            << options.scale << ", hold-out " << options.hold_out
            << (options.judged == learning::Judged::Rounded ? ", rounded" : ", not rounded") << ", seed "
            << options.seed << (options.start.empty() ? "" : ", from " + options.start) << '\n';
}

void print_epoch(const learning::EpochLoss& loss, const learning::TrainingRun& run, const Pace& pace) {
  std::cout << base::format("epoch {:>3}/{}  loss {}  held out {}{}  results {}  scores {}  {}", loss.epoch,
                            run.options().epochs, training_loss_text(loss.loss),
                            training_loss_text(loss.held_out.target), run.best_epoch() == loss.epoch ? " *" : "  ",
                            training_loss_text(loss.held_out.results), training_loss_text(loss.held_out.scores),
                            pace.text(run))
            << std::endl;
}

/// What the run of this folder has learned, if there is one.
[[nodiscard]] base::Expected<std::optional<learning::TrainingState>> read_checkpoint(const TrainArguments& arguments) {
  const std::string path = arguments.checkpoint();
  const bool exists = std::filesystem::exists(path);
  if (!arguments.resume || !exists) {
    if (exists)
      return base::failure(path +
                           ": already holds a run; continue it with --resume or choose another folder with --output");
    return std::optional<learning::TrainingState>();
  }
  auto state = learning::read_training_state(path);
  if (!state) return tl::unexpected(state.error());
  return std::optional<learning::TrainingState>(*std::move(state));
}

/// A resumed run keeps the recipe that it was begun with; another is not accepted in silence.
[[nodiscard]] base::Expected<void> check_same_recipe(const TrainArguments& arguments,
                                                     const learning::TrainingOptions& begun,
                                                     const learning::TrainingOptions& wanted) {
  const base::Json before = learning::to_json(begun);
  const base::Json now = learning::to_json(wanted);
  for (const auto& [field, option] : arguments.recipe) {
    if (option->count() == 0) continue;
    const base::Json::json_pointer place("/" + field);
    if (before.at(place) != now.at(place))
      return base::failure(base::format("{}: begun with another {}: {}, not {}", arguments.checkpoint(),
                                        option->get_name(), before.at(place).dump(), now.at(place).dump()));
  }
  return {};
}

/// How far the run is; `steps_before` were done when this process began.
[[nodiscard]] arena::Progress progress_of(const learning::TrainingRun& run, std::uint64_t steps_before,
                                          double seconds) {
  arena::Progress told;
  told.done = run.steps();
  told.total = run.total_steps();
  told.unit = "steps";
  told.seconds = seconds;
  told.seconds_left = arena::seconds_left(seconds, static_cast<double>(run.steps() - steps_before),
                                          static_cast<double>(run.total_steps() - run.steps()));
  told.text = base::format("{} of {} epochs", run.history().size(), run.options().epochs);
  told.facts.emplace_back("loss", training_loss_text(run.current_loss()));
  arena::ProgressChart chart("Losses over the epochs", "epoch", "loss", {"learned", "held out"});
  for (const learning::EpochLoss& epoch : run.history())
    chart.add(static_cast<double>(epoch.epoch), {epoch.loss, epoch.held_out.target});
  if (run.best_epoch() > 0) {
    const auto& best = run.history()[static_cast<std::size_t>(run.best_epoch()) - 1];
    base::append_format(told.text, ", best after epoch {}: held out {}", best.epoch,
                        training_loss_text(best.held_out.target));
    told.facts.emplace_back("held out, best",
                            base::format("{} after epoch {}", training_loss_text(best.held_out.target), best.epoch));
  }
  told.chart = std::move(chart);
  return told;
}

[[nodiscard]] base::Expected<learning::TrainingSet> read_set(const TrainArguments& arguments,
                                                             const learning::TrainingOptions& options,
                                                             const std::vector<std::string>& files,
                                                             std::uint64_t& faults) {
  constexpr std::size_t kMegabyte = std::size_t{1} << 20;
  constexpr std::uint64_t kMostFaultsShown = 20;
  learning::TrainingSetOptions how;
  how.filter = options.filter;
  how.horizon = options.horizon;
  how.scale = options.scale;
  how.hold_out = options.hold_out;
  how.seed = options.seed;
  how.memory_bytes = arguments.memory_megabytes * kMegabyte;
  how.scratch_beside = arguments.checkpoint();
  const base::Stopwatch watch;
  auto set = learning::TrainingSet::read(files, how, [&](const std::string& message) {
    if (++faults <= kMostFaultsShown) std::cerr << message << '\n';
    if (faults == kMostFaultsShown) std::cerr << "further faults are only counted\n";
  });
  if (set) print_set(*set, watch.seconds());
  return set;
}

/// The network, its card and the curves.
[[nodiscard]] base::Expected<void> write_results(const TrainArguments& arguments, const learning::TrainingRun& run,
                                                 const learning::TrainingSet& set,
                                                 const std::vector<std::string>& files) {
  const nnue::Weights weights = run.best().quantised();
  const nnue::Network network(weights);
  const std::string path = arguments.in_output(network.name() + std::string(nnue::kFileExtension));
  if (auto written = nnue::write_network_file(path, weights); !written) return written;
  if (auto drawn = base::write_whole_file(arguments.in_output("losses.svg"), learning::draw_losses(run.history()));
      !drawn)
    return drawn;

  const learning::TrainingOptions& options = run.options();
  const learning::EpochLoss& best = run.history()[static_cast<std::size_t>(run.best_epoch()) - 1];
  base::Json card;
  card["network"] = network.name();
  card["hash"] = base::to_hex(nnue::hash_of(weights));
  card["recipe"] = learning::to_json(options);
  card["files"] = files;
  card["games"] = set.counts().games;
  card["positions"] = {
      {"offered", set.counts().positions}, {"learned", set.size()}, {"held_out", set.held_out().size()}};
  card["steps"] = run.steps();
  card["best"] = learning::to_json(best);
  for (const learning::EpochLoss& epoch : run.history()) card["history"].push_back(learning::to_json(epoch));
  std::cout << "best after epoch " << best.epoch << ": held out " << training_loss_text(best.held_out.target);
  if (!set.held_out().empty()) {
    const auto error =
        learning::compare(run.best(), network, set.held_out(), learning::TrainingTarget(options.lambda, options.scale));
    card["quantisation"] = {{"positions", error.positions},
                            {"mean_centipawns", error.mean_difference},
                            {"largest_centipawns", error.largest_difference},
                            {"held_out", error.quantised_loss}};
    std::cout << "; played " << training_loss_text(error.quantised_loss) << ", in floats "
              << training_loss_text(error.float_loss) << "; centipawns off on average "
              << base::fixed(error.mean_difference, 2) << ", at most " << base::fixed(error.largest_difference, 1);
  }
  const std::string card_path = arguments.in_output(network.name() + ".json");
  if (auto written = base::write_whole_file(card_path, base::to_text(card)); !written) return written;
  std::cout << "\nnetwork: " << path << "\ncard: " << card_path << "\ncurves: " << arguments.in_output("losses.svg")
            << '\n';
  return {};
}

/// Learns until the end or the interruption; the run is kept after every epoch, and in long ones more often.
[[nodiscard]] base::Expected<void> learn(learning::TrainingRun& run, const TrainArguments& arguments,
                                         const std::atomic<bool>& interrupted, arena::ProgressFile& progress) {
  const Pace pace(run);
  const base::Stopwatch watch;
  const std::uint64_t steps_before = run.steps();
  base::Stopwatch kept_since;
  constexpr double kSecondsBetweenCheckpoints = 600;
  LiveText live(base::OutputStream::Error);
  const auto keep = [&] { return base::write_whole_file(arguments.checkpoint(), learning::to_bytes(run.state())); };
  bool kept = true;
  while (!run.is_done() && !interrupted) {
    const auto epoch = run.step();
    if (!epoch) return tl::unexpected(epoch.error());
    kept = epoch->has_value();
    if (*epoch) {
      live.wipe();
      print_epoch(**epoch, run, pace);
      if (auto written = keep(); !written) return written;
      kept_since = base::Stopwatch();
    } else {
      if (kept_since.seconds() >= kSecondsBetweenCheckpoints) {
        if (auto written = keep(); !written) return written;
        kept_since = base::Stopwatch();
      }
      constexpr double kSecondsBetween = 1;
      if (live.is_due(kSecondsBetween)) live.show({progress_text(run, pace)});
    }
    if (progress.is_due()) progress.write(progress_of(run, steps_before, watch.seconds()));
  }
  live.wipe();
  return kept ? base::Expected<void>() : keep();
}

int run_train(TrainArguments arguments) {
  if (arguments.width) arguments.options.shape.width = *arguments.width;
  if (arguments.unrounded) arguments.options.judged = learning::Judged::AsItIs;
  if (const auto fault = find_fault(arguments.options)) return report_error(*fault);
  auto checkpoint = read_checkpoint(arguments);
  if (!checkpoint) return report_error(checkpoint.error());
  const bool resumed = checkpoint->has_value();
  if (!resumed && arguments.files.empty())
    return report_error({(arguments.resume ? arguments.checkpoint() + ": there is no run to resume, and " : "") +
                         "there are no files of games to learn from"});
  std::optional<learning::FloatNetwork> start;
  if (!arguments.start.empty()) {
    auto network = learning::read_starting_network(arguments.start, arguments.width, arguments.options.seed);
    if (!network) return report_error(network.error());
    start = *std::move(network);
  }
  if (resumed) {
    learning::TrainingOptions wanted = arguments.options;
    if (start) {
      wanted.shape = start->shape();
      wanted.start = nnue::name_of(nnue::hash_of(start->quantised()));
    }
    if (const auto same = check_same_recipe(arguments, (*checkpoint)->options, wanted); !same)
      return report_error(same.error());
  }
  const learning::TrainingOptions options = resumed ? (*checkpoint)->options : arguments.options;
  const std::vector<std::string> files = arguments.files.empty() ? (*checkpoint)->files : arguments.files;
  std::error_code error;
  std::filesystem::create_directories(arguments.output, error);
  if (error) return report_error({arguments.output + ": cannot be made: " + error.message(), base::ErrorKind::Output});

  if (auto writable = base::check_can_be_written(arguments.checkpoint()); !writable)
    return report_error(writable.error());
  std::uint64_t faults = 0;  // of the archives
  auto set = read_set(arguments, options, files, faults);
  if (!set) return report_error(set.error());
  learning::TrainingState state = resumed ? **std::move(checkpoint)
                                  : start ? learning::begin_training(*set, options, files, *start)
                                          : learning::begin_training(*set, options, files);
  print_recipe(state.options);
  auto made = learning::TrainingRun::resume(*set, std::move(state), arguments.threads);
  if (!made) return report_error({arguments.checkpoint() + ": " + made.error().message});
  learning::TrainingRun& run = **made;
  std::cout << (resumed ? base::format("resumed after step {}", run.steps()) : std::string("begins")) << ": "
            << base::with_thousands(run.total_steps()) << " steps, " << arguments.threads << " threads, "
            << learning::best_train_kernels().name << std::endl;

  auto progress = arena::ProgressFile::open(arguments.progress, "train");
  if (!progress) return report_error(progress.error());
  const base::InterruptGuard interrupt;
  const base::Stopwatch watch;
  const std::uint64_t steps_before = run.steps();
  const auto told = [&](int code) {
    return with_progress_reported(
        code, progress->finish(progress_of(run, steps_before, watch.seconds()), progress_state_of_exit(code)));
  };
  if (const auto learned = learn(run, arguments, interrupt.flag(), *progress); !learned)
    return report_error(learned.error());
  if (!run.is_done()) {
    std::cout << "interrupted after step " << run.steps() << "; continue with: zugwerk train --resume --output "
              << arguments.output << '\n';
    return told(kExitInterrupted);
  }
  if (const auto written = write_results(arguments, run, *set, files); !written) return report_error(written.error());
  if (faults == 0) return told(kExitOk);
  std::cerr << "the network is written, but the games were damaged in " << faults
            << (faults == 1 ? " place" : " places") << '\n';
  return told(kExitFailed);
}

void add_filter_options(CLI::App& train, TrainArguments& arguments) {
  // The filter is compared as a whole.
  for (const CLI::Option* const option : add_position_filter_options(train, arguments.options.filter))
    arguments.recipe.emplace_back("filter", option);
  arguments.recipe.emplace_back(
      "hold_out", train.add_option("--hold-out", arguments.options.hold_out, "Share of games that only judge")
                      ->check(CLI::Range(0.0, 0.9))
                      ->capture_default_str()
                      ->group("Positions"));
}

void add_recipe_options(CLI::App& train, TrainArguments& arguments) {
  learning::TrainingOptions& options = arguments.options;
  const auto learning = [&](const char* field, CLI::Option* option) {
    option->capture_default_str()->group("Recipe");
    arguments.recipe.emplace_back(field, option);
  };
  CLI::Option* const start =
      train.add_option("--start", arguments.start,
                       "A network, or an earlier run (run.zwtrain) for its best one: begin with it, not a random one");
  learning("start", start);
  learning("width",
           train
               .add_option("--width", arguments.width,
                           "Neurons of each half of the hidden layer (default: 256, or those of --start, to which more "
                           "can be added)")
               ->check(CLI::Range(nnue::kWidthStep, nnue::kMostWidth)));
  learning(
      "buckets",
      train.add_option("--buckets", options.shape.buckets, "Outputs by the number of pieces: 1 or 8")->excludes(start));
  learning("epochs",
           train.add_option("--epochs", options.epochs, "Passes over all positions")->check(CLI::Range(1, 100'000)));
  learning("batch", train.add_option("--batch", options.batch, "Positions of a step")
                        ->check(CLI::Range(std::size_t{1}, std::size_t{1'000'000'000})));
  learning("learning_rate", train.add_option("--learning-rate", options.learning_rate, "Of AdamW, after the warm-up")
                                ->check(CLI::Range(1e-9, 1.0)));
  learning("final_rate", train.add_option("--final-rate", options.final_rate, "What a cosine leaves of it at the end")
                             ->check(CLI::Range(0.0, 1.0)));
  learning("warm_up",
           train.add_option("--warm-up", options.warm_up, "Steps in which it rises")->check(CLI::Range(0, 1'000'000)));
  learning("decay", train.add_option("--decay", options.decay, "Weight decay of AdamW")->check(CLI::Range(0.0, 1.0)));
  learning("result_share",
           train.add_option("--lambda", options.lambda, "Share of the result in the target; the rest is the score")
               ->check(CLI::Range(0.0, 1.0)));
  learning("horizon",
           train.add_option("--horizon", options.horizon, "Plies of the game that a score looks ahead on average")
               ->check(CLI::Range(0.0, 1000.0)));
  learning("scale",
           train.add_option("--scale", options.scale, "Centipawns to expected result: ten to one at 400 / scale")
               ->check(CLI::Range(0.01, 10.0)));
  learning("rounded", train.add_flag("--unrounded", arguments.unrounded,
                                     "Learn in floats and round at the end, not all the time"));
  learning("seed", train.add_option("--seed", options.seed, "For the first network, what is held out, and the order"));
}

}  // namespace

void add_train_command(CLI::App& app, Commands& commands) {
  auto arguments = std::make_shared<TrainArguments>();
  CLI::App* const train = app.add_subcommand("train", "Train a network on games from 'zugwerk selfplay'");
  train->footer(
      "Example: zugwerk train games.zwg more.zwg --threads 2 --output first\n"
      "The folder receives the network, named by its hash, a card that says how it was made, the curves of losses, "
      "and\n"
      "the run itself after every epoch. The same files, options and --seed give the same network, for any number of\n"
      "threads and however often the work was interrupted.");
  train->add_option("files", arguments->files, "Files of games; with --resume by default those of the run");
  train->add_option("-o,--output", arguments->output, "Folder for everything that is written")->capture_default_str();
  train->add_flag("--resume", arguments->resume, "Resume the run in the folder, or begin it");
  add_progress_option(*train, arguments->progress);
  train->add_option("--threads", arguments->threads, "Threads; they do not change the result")
      ->check(CLI::Range(1, engine::Engine::kMostThreads))
      ->capture_default_str();
  train->add_option("--memory", arguments->memory_megabytes, "MB for positions; more go through scratch files")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1} << 20))
      ->capture_default_str();
  add_recipe_options(*train, *arguments);
  add_filter_options(*train, *arguments);
  commands[train] = [arguments] { return run_train(*arguments); };
}

}  // namespace zugwerk::app
