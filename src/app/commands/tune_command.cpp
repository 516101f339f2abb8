// `zugwerk tune`: fits the weights of the classical evaluation to the results of games.

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "app/commands.h"
#include "app/exit_codes.h"
#include "app/report_error.h"
#include "base/clock.h"
#include "base/files/whole_file.h"
#include "base/format.h"
#include "base/interrupt.h"
#include "base/text.h"
#include "engine/engine.h"
#include "learning/tuner/tune_positions.h"
#include "learning/tuner/tuner.h"
#include "learning/tuner/weights_file.h"

namespace zugwerk::app {

namespace {

struct TuneArguments {
  std::vector<std::string> files;
  learning::TunePositionOptions positions;
  learning::TunerOptions tuner;
  std::string weights = "src/eval/classical/weights.h";
  std::string output = "tuned_weights.h";
  bool in_place = false;
  std::string state = "tune_state.json";
  std::string resume;
  int epochs = 60;
  int threads = 1;
};

[[nodiscard]] std::string loss_text(double loss) {
  constexpr int kDigits = 7;
  return base::fixed(loss, kDigits);
}

[[nodiscard]] base::Expected<learning::WeightsFile> read_weights(const std::string& path) {
  auto text = base::read_whole_file(path);
  if (!text) return tl::unexpected(text.error());
  return learning::WeightsFile::parse(*std::move(text), path);
}

/// An error for the first weight that differs between the file and this build.
[[nodiscard]] base::Expected<void> check_same(const learning::WeightsFile& file, const std::string& path) {
  const learning::WeightValues compiled = learning::compiled_weights();
  const learning::WeightValues written = file.values();
  for (std::size_t i = 0; i < learning::kParameterCount; ++i)
    if (compiled[i] != written[i])
      return base::failure(base::format("{}: {} is {}, but this program was built with {}; rebuild it", path,
                                        learning::name_of_parameter(i), written[i], compiled[i]));
  return {};
}

[[nodiscard]] base::Expected<void> read_positions(const TuneArguments& arguments, learning::TuneSet& set) {
  constexpr std::uint64_t kMostFaultsShown = 20;
  std::uint64_t faults = 0;
  learning::TunePositionOptions options = arguments.positions;
  options.threads = arguments.threads;
  learning::TunePositionReader reader(set, options, [&](const std::string& message) {
    if (++faults <= kMostFaultsShown) std::cerr << message << '\n';
    if (faults == kMostFaultsShown) std::cerr << "further faults are not shown\n";
  });
  const base::Stopwatch watch;
  for (const std::string& file : arguments.files)
    if (auto read = reader.read(file); !read) return read;

  const learning::TunePositionCounts& counts = reader.counts();
  std::cout << "positions: " << base::with_thousands(counts.positions) << " of " << base::with_thousands(counts.games)
            << " games, read in " << base::duration_text(watch.seconds()) << '\n';
  const auto left_out = [](std::string_view why, std::uint64_t count) {
    if (count > 0) std::cout << "  left out, " << why << ": " << base::with_thousands(count) << '\n';
  };
  left_out("early in the game", counts.early);
  left_out("in check", counts.in_check);
  left_out("followed by a capture or promotion", counts.tactical);
  left_out("decided", counts.decided);
  left_out("long without progress", counts.stale);
  left_out("known endgames", counts.known_endgames);
  left_out("not quiet", counts.unquiet);
  if (counts.faults > 0) std::cout << "  could not be read: " << base::with_thousands(counts.faults) << '\n';
  if (set.size() == 0) return base::failure("there is no position to learn from");
  std::cout << "  kept: " << base::with_thousands(set.size()) << ", " << set.bytes() / set.size()
            << " bytes each in memory\n";
  return {};
}

void print_epoch(const learning::EpochReport& report, const learning::TunerState& state, int epochs, double seconds,
                 double mean_seconds) {
  std::cout << base::format("epoch {:>3}/{}  loss {}  held out {}{}  rate {:.3f}  {:.2f} s  at most {} left",
                            report.epoch, epochs, loss_text(report.loss), loss_text(report.held_out_loss),
                            report.is_best ? " *" : "  ", report.learning_rate, seconds,
                            base::duration_text(mean_seconds * (epochs - state.epoch)))
            << std::endl;
}

/// The number of changed weights, and the largest changes.
void print_changes(const learning::WeightValues& before, const learning::WeightValues& after) {
  constexpr std::size_t kShown = 10;
  std::vector<std::size_t> order(before.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto change = [&](std::size_t i) { return std::abs(after[i] - before[i]); };
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return change(a) > change(b); });
  const auto changed = std::count_if(order.begin(), order.end(), [&](std::size_t i) { return change(i) > 0; });
  std::cout << base::with_thousands(static_cast<std::uint64_t>(changed)) << " of "
            << base::with_thousands(learning::free_parameter_count()) << " numbers changed; most of all\n";
  for (std::size_t place = 0; place < kShown && change(order[place]) > 0; ++place) {
    const std::size_t i = order[place];
    std::cout << base::format("  {:<34}{:>6} -> {:>5}\n", learning::name_of_parameter(i), before[i], after[i]);
  }
}

[[nodiscard]] base::Expected<std::unique_ptr<learning::Tuner>> make_tuner(const TuneArguments& arguments,
                                                                          learning::TuneSet& set) {
  if (arguments.resume.empty())
    return std::make_unique<learning::Tuner>(set, learning::to_parameters(learning::compiled_weights()),
                                             arguments.tuner, arguments.threads);
  const auto text = base::read_whole_file(arguments.resume);
  if (!text) return tl::unexpected(text.error());
  auto state = learning::parse_tuner_state(*text, arguments.resume);
  if (!state) return tl::unexpected(state.error());
  auto tuner = learning::Tuner::resume(set, *std::move(state), arguments.threads);
  if (!tuner) return base::failure(arguments.resume + ": " + tuner.error().message);
  return tuner;
}

int run_tune(const TuneArguments& arguments) {
  const std::string output = arguments.in_place ? arguments.weights : arguments.output;
  const std::string state_path = arguments.resume.empty() ? arguments.state : arguments.resume;
  // Check before the long work what could fail after it.
  const auto form = read_weights(arguments.weights);
  if (!form) return report_error(form.error());
  if (arguments.resume.empty())
    if (const auto same = check_same(*form, arguments.weights); !same) return report_error(same.error());

  for (const std::string& path : {output, state_path})
    if (const auto writable = base::check_can_be_written(path); !writable) return report_error(writable.error());

  learning::TuneSet set;
  if (const auto read = read_positions(arguments, set); !read) return report_error(read.error());
  const auto made = make_tuner(arguments, set);
  if (!made) return report_error(made.error());
  learning::Tuner& tuner = **made;
  std::cout << "fits " << base::with_thousands(learning::free_parameter_count()) << " numbers to "
            << base::with_thousands(tuner.learned().size()) << " positions, "
            << base::with_thousands(tuner.held_out().size()) << " held out; K "
            << base::fixed(tuner.state().curve_scale, 4) << '\n'
            << (arguments.resume.empty() ? "before        " : "resumed       ") << "  loss "
            << loss_text(tuner.learned_loss(tuner.state().now)) << "  held out "
            << loss_text(tuner.held_out_loss(tuner.state().now)) << std::endl;

  const base::InterruptGuard interrupt;
  const int done_before = tuner.state().epoch;
  const base::Stopwatch all;
  while (tuner.state().epoch < arguments.epochs && !tuner.is_exhausted() && !interrupt.flag()) {
    const base::Stopwatch watch;
    const learning::EpochReport report = tuner.run_epoch();
    const double seconds = watch.seconds();
    if (const auto kept = base::write_whole_file(state_path, learning::to_text(tuner.state())); !kept)
      return report_error(kept.error());
    print_epoch(report, tuner.state(), arguments.epochs, seconds, all.seconds() / (tuner.state().epoch - done_before));
  }
  if (tuner.is_exhausted())
    std::cout << "no better for " << tuner.state().options.patience << " epochs: done\n";
  else if (interrupt.flag())
    std::cout << "interrupted; continue with --resume " << state_path << "\n";

  const learning::WeightValues before = learning::rounded(tuner.state().start);
  const learning::WeightValues after = learning::rounded(tuner.state().best);
  if (const auto written = base::write_whole_file(output, form->with(after)); !written)
    return report_error(written.error());
  const double first = tuner.held_out_loss(tuner.state().start);
  std::cout << "best after epoch " << tuner.state().best_epoch << ": held out " << loss_text(first) << " before, "
            << loss_text(tuner.state().best_loss) << " fitted, "
            << loss_text(tuner.held_out_loss(learning::to_parameters(after))) << " in whole numbers\n";
  print_changes(before, after);
  std::cout << "weights: " << output << " (reformat it with clang-format -i); state: " << state_path << '\n';
  return interrupt.flag() ? kExitInterrupted : kExitOk;
}

}  // namespace

void add_tune_command(CLI::App& app, Commands& commands) {
  auto arguments = std::make_shared<TuneArguments>();
  CLI::App* const tune = app.add_subcommand("tune", "Fit the weights of the classical evaluation to results of games");
  tune->footer(
      "Files are games from 'zugwerk selfplay', or lines: FEN c9 \"1-0\"; or FEN [0.5] or FEN; 0-1\n"
      "Example: zugwerk tune games.zwg --threads 2 --output tuned_weights.h");
  tune->add_option("files", arguments->files, "Games, or positions with results")->required();
  tune->add_option("--threads", arguments->threads, "Threads; they do not change the result")
      ->check(CLI::Range(1, engine::Engine::kMostThreads))
      ->capture_default_str();
  tune->add_option("--epochs", arguments->epochs, "Epochs in all, resumed ones included")
      ->check(CLI::Range(0, 100'000))
      ->capture_default_str();

  tune->add_option("--quiet-margin", arguments->positions.quiet_margin,
                   "Centipawns that captures may gain in a quiet position")
      ->check(CLI::Range(0, 1000))
      ->capture_default_str();
  tune->add_option("--first-ply", arguments->positions.first_ply, "First ply of a game that is used")
      ->check(CLI::Range(0, 1000))
      ->capture_default_str();

  learning::TunerOptions& options = arguments->tuner;
  CLI::Option* const resume =
      tune->add_option("--resume", arguments->resume, "Resume the run in this state file, with its options");
  // A resumed run has these already.
  const auto fitting = [&](CLI::Option* option) { option->capture_default_str()->excludes(resume); };
  fitting(tune->add_option("--learning-rate", options.learning_rate, "Centipawns per step")
              ->check(CLI::Range(1e-6, 100.0)));
  fitting(tune->add_option("--decay", options.decay, "Factor of the learning rate per epoch")
              ->check(CLI::Range(0.01, 1.0)));
  fitting(tune->add_option("--batch", options.batch, "Positions per step")
              ->check(CLI::Range(std::size_t{1}, std::size_t{1'000'000'000})));
  fitting(
      tune->add_option("--hold-out", options.hold_out, "Share of games that only judge")->check(CLI::Range(0.0, 0.9)));
  fitting(tune->add_option("--lambda", options.lambda, "Share of the result in the target; the rest is the score")
              ->check(CLI::Range(0.0, 1.0)));
  fitting(tune->add_option("--prior", options.prior_width,
                           "Standard deviation of the prior around the initial weights, in centipawns; 0: no prior")
              ->check(CLI::Range(0.0, 1e6)));
  fitting(tune->add_option("--patience", options.patience, "Epochs without progress before it stops")
              ->check(CLI::Range(1, 100'000)));
  fitting(tune->add_option("--seed", options.seed, "For the held-out games and the order of positions"));
  fitting(tune->add_option("--state", arguments->state, "File for the state of the run, written after every epoch"));

  tune->add_option("--weights", arguments->weights, "Source file of the weights")->capture_default_str();
  CLI::Option* const output =
      tune->add_option("-o,--output", arguments->output, "File for the source with the new weights")
          ->capture_default_str();
  tune->add_flag("--in-place", arguments->in_place, "Overwrite the source")->excludes(output);
  commands[tune] = [arguments] { return run_tune(*arguments); };
}

}  // namespace zugwerk::app
