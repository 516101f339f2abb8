// `zugwerk net`: describes and verifies networks, measures their quantisation error, evaluates a position, exports and
// draws them, and compares how well they predict game results.

#include <algorithm>
#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "app/commands.h"
#include "app/exit_codes.h"
#include "app/position_argument.h"
#include "app/position_filter_options.h"
#include "app/report_error.h"
#include "base/files/input.h"
#include "base/files/whole_file.h"
#include "base/format.h"
#include "base/json.h"
#include "base/text.h"
#include "engine/engine.h"
#include "learning/judge/network_judge.h"
#include "learning/network/network_image.h"
#include "learning/network/quantisation.h"
#include "learning/network/training_checkpoint.h"
#include "nnue/explain.h"

namespace zugwerk::app {

namespace {

struct NetArguments {
  std::string file;
  PositionArgument position;
  std::string run;
  std::vector<std::string> games;
  std::string network;
  std::string image;
  bool last = false;
  std::vector<std::string> judged;
  learning::JudgeOptions judge;
  std::string json;
};

/// Runs `work` on the network of the file. A missing file is bad input, a broken one a finding.
template <class Work>
int with_network(const std::string& path, Work work) {
  auto input = base::Input::open(path);
  if (!input) {
    std::cerr << input.error().message << '\n';
    return kExitBadInput;
  }
  auto weights = nnue::read_network(*input);
  if (!weights) {
    std::cerr << weights.error().message << '\n';
    return kExitFailed;
  }
  return work(*std::move(weights));
}

int run_info(const NetArguments& arguments) {
  return with_network(arguments.file, [](const nnue::Weights& weights) {
    std::cout << nnue::describe(weights);
    return kExitOk;
  });
}

/// Positions for comparing networks: those that the run held out, or training positions if it held out none.
[[nodiscard]] base::Expected<std::vector<learning::TrainingSample>> samples_of(const learning::TrainingState& run,
                                                                               const std::vector<std::string>& games) {
  constexpr std::size_t kMost = 100'000;
  learning::TrainingSetOptions options;
  options.filter = run.options.filter;
  options.hold_out = run.options.hold_out;
  options.seed = run.options.seed;
  options.scratch_beside = run.files.empty() ? "" : run.files.front();
  auto set = learning::TrainingSet::read(games.empty() ? run.files : games, options,
                                         [](const std::string& message) { std::cerr << message << '\n'; });
  if (!set) return tl::unexpected(set.error());
  std::vector<learning::TrainingSample> samples = set->held_out();
  if (samples.size() > kMost) samples.resize(kMost);
  if (!samples.empty()) return samples;
  auto order = learning::ShuffledEpoch::begin(*set, run.options.seed, 0);
  if (!order) return tl::unexpected(order.error());
  samples.resize(std::min(kMost, set->size()));
  if (auto filled = order->next(samples); !filled) return tl::unexpected(filled.error());
  return samples;
}

/// Compares the network with the floating-point network it was quantised from.
int compare_with_run(const NetArguments& arguments, const nnue::Weights& weights) {
  const auto run = learning::read_training_state(arguments.run);
  if (!run) return report_error(run.error());
  const bool is_best =
      run->best.shape() == learning::NetworkShape{weights.width, weights.buckets} && run->best.quantised() == weights;
  const learning::FloatNetwork& floats = is_best ? run->best : run->learning.network;
  if (floats.quantised() != weights) {
    std::cerr << arguments.file << ": neither the best nor the last network of " << arguments.run << '\n';
    return kExitFailed;
  }
  const auto samples = samples_of(*run, arguments.games);
  if (!samples) return report_error(samples.error());
  const auto error = learning::compare(floats, nnue::Network(weights), *samples,
                                       learning::TrainingTarget(run->options.lambda, run->options.scale));
  std::cout << arguments.run << ": its " << (is_best ? "best" : "last") << " network, compared over "
            << base::with_thousands(error.positions) << " positions\n"
            << base::format("  loss {:.6f} in floats, {:.6f} in whole numbers\n", error.float_loss,
                            error.quantised_loss)
            << base::format("  centipawns off on average {:.2f}, at most {:.2f}\n", error.mean_difference,
                            error.largest_difference);
  return kExitOk;
}

int run_verify(const NetArguments& arguments) {
  return with_network(arguments.file, [&](const nnue::Weights& weights) {
    const std::string name = nnue::name_of(nnue::hash_of(weights));
    const std::string stem = std::filesystem::path(arguments.file).stem().string();
    // Files may have any name except that of another network.
    if (stem.size() == name.size() && stem.starts_with("zug-") && stem != name) {
      std::cerr << arguments.file << ": holds the network " << name << ", not the one it is named after\n";
      return kExitFailed;
    }
    std::cout << arguments.file << ": sound, " << name << '\n';
    return arguments.run.empty() ? kExitOk : compare_with_run(arguments, weights);
  });
}

/// The weights of a network file, or of the best (or last) network of a training run.
[[nodiscard]] base::Expected<nnue::Weights> weights_in(const std::string& file, bool last) {
  const auto bytes = base::read_whole_file(file, learning::kLargestTrainingState);
  if (!bytes) return tl::unexpected(bytes.error());
  if (!learning::is_training_state(*bytes)) {
    if (last) return base::failure(file + ": --last applies to training runs only");
    base::Input input = base::Input::from_memory(*bytes, file);
    return nnue::read_network(input);
  }
  const auto run = learning::parse_training_state(*bytes, file);
  if (!run) return tl::unexpected(run.error());
  if (last) return run->learning.network.quantised();
  if (run->best_epoch == 0)
    return base::failure(file + ": no epoch is finished yet; use --last for the current network");
  return run->best.quantised();
}

int run_export(const NetArguments& arguments) {
  if (arguments.network.empty() && arguments.image.empty())
    return report_error({"nothing to write: give --output or --image"});
  for (const std::string& path : {arguments.network, arguments.image})
    if (!path.empty() && !std::filesystem::is_directory(path))
      if (auto writable = base::check_can_be_written(path); !writable) return report_error(writable.error());
  const auto weights = weights_in(arguments.file, arguments.last);
  if (!weights) return report_error(weights.error());
  if (!arguments.network.empty()) {
    std::filesystem::path path = arguments.network;
    if (std::filesystem::is_directory(path))
      path /= nnue::name_of(nnue::hash_of(*weights)) + std::string(nnue::kFileExtension);
    if (const auto written = nnue::write_network_file(path.string(), *weights); !written)
      return report_error(written.error());
    std::cout << path.string() << ": " << nnue::name_of(nnue::hash_of(*weights)) << '\n';
  }
  if (!arguments.image.empty()) {
    const base::PngImage image = learning::draw_first_layer(*weights);
    if (const auto written = base::write_whole_file(arguments.image, base::to_png(image)); !written)
      return report_error(written.error());
    std::cout << arguments.image << ": " << image.width << " x " << image.height << " pixels\n";
  }
  return kExitOk;
}

int run_eval(const NetArguments& arguments) {
  const auto position = read_position(arguments.position);
  if (!position) return report_error(position.error());
  return with_network(arguments.file, [&](nnue::Weights weights) {
    std::cout << nnue::explain(nnue::Network(std::move(weights)), *position);
    return kExitOk;
  });
}

/// The name shown in the table: "classical", or that of the network.
[[nodiscard]] std::string judged_name(const nnue::Network* network) {
  return network == nullptr ? "classical" : network->name();
}

void print_judged(const char* against, learning::JudgedError learning::JudgedEvaluation::*kind,
                  const std::vector<std::string>& names, const learning::JudgeReport& report) {
  std::cout << base::format("against {:<18}factor                  error        minus the first\n", against);
  for (std::size_t i = 0; i < names.size(); ++i) {
    const learning::JudgedError& judged = report.evaluations[i].*kind;
    std::cout << base::format("  {:<24}{:>6.3f}  {:.6f} ± {:.6f}", names[i], judged.factor, judged.error.value,
                              judged.error.standard_error);
    if (i > 0)
      std::cout << base::format("  {:+.6f} ± {:.6f}", judged.difference.value, judged.difference.standard_error);
    std::cout << '\n';
  }
}

[[nodiscard]] base::Json json_of(const learning::JudgedError& judged) {
  return {{"factor", judged.factor},
          {"error", judged.error.value},
          {"standard_error", judged.error.standard_error},
          {"difference", judged.difference.value},
          {"difference_standard_error", judged.difference.standard_error}};
}

[[nodiscard]] base::Json json_of_judgement(const NetArguments& arguments, const std::vector<std::string>& names,
                                           const learning::JudgeReport& report) {
  base::Json json;
  json["files"] = arguments.games;
  json["scale"] = arguments.judge.scale;
  json["games"] = report.games;
  json["positions"] = report.counts.kept;
  json["positions_offered"] = report.counts.positions;
  for (std::size_t i = 0; i < names.size(); ++i)
    json["evaluations"].push_back({{"file", arguments.judged[i]},
                                   {"name", names[i]},
                                   {"results", json_of(report.evaluations[i].results)},
                                   {"scores", json_of(report.evaluations[i].scores)}});
  return json;
}

int run_judge(const NetArguments& arguments) {
  if (!arguments.json.empty())
    if (auto writable = base::check_can_be_written(arguments.json); !writable) return report_error(writable.error());
  std::vector<std::shared_ptr<const nnue::Network>> networks;
  std::vector<std::string> names;
  for (const std::string& file : arguments.judged) {
    networks.emplace_back();
    if (file != "none") {
      auto weights = weights_in(file, false);
      if (!weights) return report_error(weights.error());
      networks.back() = std::make_shared<const nnue::Network>(*std::move(weights));
    }
    names.push_back(judged_name(networks.back().get()));
  }
  std::uint64_t faults = 0;
  const auto report =
      learning::judge_networks(arguments.games, networks, arguments.judge, [&](const std::string& message) {
        std::cerr << message << '\n';
        ++faults;
      });
  if (!report) return report_error(report.error());
  std::cout << "positions: " << base::with_thousands(report->counts.positions) << " of "
            << base::with_thousands(report->counts.games) << " games\n";
  print_left_out(report->counts);
  std::cout << "  judged: " << base::with_thousands(report->counts.kept) << " of "
            << base::with_thousands(report->games) << " games\n\n";
  print_judged("results", &learning::JudgedEvaluation::results, names, *report);
  print_judged("scores", &learning::JudgedEvaluation::scores, names, *report);
  if (!arguments.json.empty()) {
    const std::string text = base::to_text(json_of_judgement(arguments, names, *report));
    if (auto written = base::write_whole_file(arguments.json, text); !written) return report_error(written.error());
  }
  return faults == 0 ? kExitOk : kExitFailed;
}

void add_judge_options(CLI::App& judge, NetArguments& arguments) {
  judge
      .add_option("networks", arguments.judged,
                  "Networks, or training runs (run.zwtrain) for their best network; none: the classical evaluation")
      ->required();
  judge.add_option("--games", arguments.games, "Game files that none of them was trained on")->required();
  judge.add_option("--concurrency", arguments.judge.threads, "Number of threads; does not affect the results")
      ->check(CLI::Range(1, engine::Engine::kMostThreads))
      ->capture_default_str();
  judge.add_option("--scale", arguments.judge.scale, "Centipawns to expected result: ten to one at 400 / scale")
      ->check(CLI::Range(0.01, 10.0))
      ->capture_default_str();
  judge.add_option("--json", arguments.json, "Also write the results to this file as JSON");
  add_position_filter_options(judge, arguments.judge.filter);
  judge.footer(
      "Example: zugwerk net judge old.zugnet new.zugnet none --games judge.zwg --concurrency 2\n"
      "Mean squared errors of expected results, with each evaluation multiplied by its best-fitting factor. After ±:\n"
      "the standard error, computed over games, since the positions of a game share its result.");
}

}  // namespace

void add_net_command(CLI::App& app, Commands& commands) {
  auto arguments = std::make_shared<NetArguments>();
  CLI::App* const net = app.add_subcommand("net", "Inspect and compare networks");
  net->require_subcommand(1);
  net->footer("Help on one of them: zugwerk net info --help");

  CLI::App* const info = net->add_subcommand("info", "Describe a network: shape, hash, ranges of weights");
  CLI::App* const verify =
      net->add_subcommand("verify", "Check that a file is complete and that its weights cannot overflow");
  CLI::App* const eval = net->add_subcommand("eval", "Evaluate a position, piece by piece");
  CLI::App* const judge =
      net->add_subcommand("judge", "Compare how well networks predict the results and scores of games");
  CLI::App* const exported =
      net->add_subcommand("export", "Write the network of a file or training run, or a picture of it");
  for (CLI::App* const command : {info, verify, eval})
    command->add_option("file", arguments->file, "The network, - for standard input")->required();
  auto* const run =
      verify->add_option("--run", arguments->run, "Compare with the floating-point network of its training run");
  verify->add_option("--games", arguments->games, "Compare over positions of these games (default: those of the run)")
      ->needs(run);
  exported->add_option("file", arguments->file, "A network, or a training run (run.zwtrain)")->required();
  exported->add_option("-o,--output", arguments->network, "Write the network here; in a folder, under its own name");
  exported->add_option("--image", arguments->image, "Write the first layer as a picture (PNG)");
  exported->add_flag("--last", arguments->last, "Take the last network of the run instead of the best");
  add_position_options(*eval, arguments->position, "Position to evaluate");
  eval->footer("The value of a piece to its owner is the drop in evaluation when it is taken off the board, in pawns.");

  add_judge_options(*judge, *arguments);

  commands[net] = [arguments, info, verify, exported, judge] {
    if (judge->parsed()) return run_judge(*arguments);
    if (info->parsed()) return run_info(*arguments);
    if (exported->parsed()) return run_export(*arguments);
    if (verify->parsed()) return run_verify(*arguments);
    return run_eval(*arguments);
  };
}

}  // namespace zugwerk::app
