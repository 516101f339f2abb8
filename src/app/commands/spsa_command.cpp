// `zugwerk spsa`: tunes search parameters by games.

#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/commands.h"
#include "app/engine_argument.h"
#include "app/exit_codes.h"
#include "app/playing_ranks.h"
#include "app/progress_option.h"
#include "app/report_error.h"
#include "arena/spsa/spsa_run.h"
#include "base/clock.h"
#include "base/files/whole_file.h"
#include "base/format.h"
#include "base/interrupt.h"
#include "base/json.h"
#include "base/text.h"

namespace zugwerk::app {

namespace {

struct SpsaArguments {
  std::vector<std::string> engine;
  std::string time_control;
  std::optional<std::uint64_t> nodes;
  bool no_pin = false;
  double patience = 60;
  double start_patience = 10;
  std::uint64_t every = 50;
  arena::SpsaSettings settings;
  /// Options that only a new run has, by the name of their field in the state.
  std::vector<std::pair<std::string, const CLI::Option*>> fixed;
  std::string progress;
};

[[nodiscard]] base::Expected<arena::SpsaSettings> settings_of(const SpsaArguments& arguments) {
  arena::SpsaSettings settings = arguments.settings;
  arena::PlayLimits limits;
  if (!arguments.time_control.empty()) {
    const auto control = arena::parse_time_control(arguments.time_control);
    if (!control) return base::failure("--tc: " + control.error().message);
    limits.clock = *control;
  }
  limits.nodes = arguments.nodes;
  auto engine = arena::parse_engine(engine_words(arguments.engine), limits);
  if (!engine) return tl::unexpected(engine.error());
  if (!engine->limits.any()) return base::failure("the engine has no limit: --tc or --nodes");
  settings.engine = *std::move(engine);
  settings.pin = !arguments.no_pin;
  constexpr double kThousand = 1000;
  settings.rules.patience = arena::Milliseconds(static_cast<arena::Milliseconds::rep>(arguments.patience * kThousand));
  settings.rules.grace = std::min(settings.rules.grace, settings.rules.patience);
  settings.start_patience =
      arena::Milliseconds(static_cast<arena::Milliseconds::rep>(arguments.start_patience * kThousand));
  settings.rules.adjudication.resign = arena::ResignRule{};
  settings.rules.adjudication.draw = arena::DrawRule{};
  return settings;
}

[[nodiscard]] base::Expected<void> check_state(const arena::SpsaSettings& settings) {
  if (!settings.resume && std::filesystem::exists(settings.state))
    return base::failure(settings.state +
                         ": already exists; continue it with --resume or name another file with --state");
  if (!std::filesystem::exists(settings.state) && settings.parameters.empty())
    return base::failure((settings.resume ? settings.state + ": there is no run to resume, and " : "") +
                         "nothing to tune: name options of the engine with --param");
  return {};
}

/// A resumed run keeps the options that it was begun with; others are not accepted in silence.
[[nodiscard]] base::Expected<void> check_same_options(const SpsaArguments& arguments, const arena::Spsa& start) {
  const auto as_json = [](const arena::SpsaOptions& options) {
    return base::Json{{"iterations", options.iterations}, {"rate", options.rate}, {"seed", options.seed}};
  };
  const base::Json before = as_json(start.options());
  const base::Json now = as_json(arguments.settings.options);
  for (const auto& [field, option] : arguments.fixed)
    if (option->count() > 0 && before[field] != now[field])
      return base::failure(base::format("{}: begun with {} {}, not {}", arguments.settings.state, option->get_name(),
                                        before[field].dump(), now[field].dump()));
  return {};
}

/// What the numbers are now, and the chart of what they were.
[[nodiscard]] arena::Progress progress_of(const arena::Spsa& now, const arena::Spsa& start,
                                          const arena::ProgressChart& chart, double seconds) {
  arena::Progress told;
  told.done = now.done();
  told.total = now.options().iterations;
  told.unit = "pairs";
  told.seconds = seconds;
  told.seconds_left = arena::seconds_left(seconds, static_cast<double>(now.done() - start.done()),
                                          static_cast<double>(told.total - told.done));
  told.text = base::format("{} of {} pairs", told.done, told.total);
  for (const arena::SpsaParameter& parameter : now.parameters()) {
    base::append_format(told.text, "{} {} {:.2f}", told.facts.empty() ? ":" : ",", parameter.name, parameter.value);
    told.facts.emplace_back(parameter.name, base::format("{:.2f}, between {:g} and {:g}", parameter.value,
                                                         parameter.least, parameter.most));
  }
  told.chart = chart;
  return told;
}

void print_parameters(const arena::Spsa& spsa, const arena::Spsa& start) {
  for (std::size_t i = 0; i < spsa.parameters().size(); ++i) {
    const arena::SpsaParameter& parameter = spsa.parameters()[i];
    std::cout << base::format("  {:<34}{:>10.2f}  ({:.2f} when this began)\n", parameter.name, parameter.value,
                              start.parameters()[i].value);
  }
  std::cout << std::flush;
}

/// As a match, to be compared between ranks.
[[nodiscard]] arena::MatchSettings run_of(const arena::SpsaSettings& settings) {
  arena::MatchSettings run;
  run.engines = {settings.engine};
  run.rules = settings.rules;
  return run;
}

/// What another rank than 0 does.
int work_for_spsa(PlayingRanks& ranks, const base::Expected<arena::SpsaSettings>& settings) {
  if (!settings) return ranks.work(tl::unexpected(settings.error()), {}, {});
  return ranks.work(run_of(*settings), arena::place_settings(*settings),
                    {.concurrency = settings->concurrency,
                     .pin = settings->pin && ranks.may_pin(),
                     .cores_per_game = arena::cores_per_game({&settings->engine.engine, 1}, settings->rules.ponder)});
}

int run_spsa(const SpsaArguments& arguments, PlayingRanks& ranks) {
  auto settings = settings_of(arguments);
  if (ranks.is_worker()) return work_for_spsa(ranks, settings);
  if (!settings) return report_error(settings.error());
  if (const auto state = check_state(*settings); !state) return report_error(state.error());
  settings->pin = settings->pin && ranks.may_pin();
  if (auto writable = base::check_can_be_written(settings->state); !writable) return report_error(writable.error());
  const auto start = arena::begin_spsa(*settings);
  if (!start) return report_error(start.error());
  if (const auto same = check_same_options(arguments, *start); !same) return report_error(same.error());
  auto progress_file = arena::ProgressFile::open(arguments.progress, "spsa");
  if (!progress_file) return report_error(progress_file.error());
  std::vector<std::string> names;
  for (const arena::SpsaParameter& parameter : start->parameters()) names.push_back(parameter.name);
  arena::ProgressChart chart("Numbers over the pairs", "pairs", "value", names);
  chart.take_points(progress_file->earlier_chart(), static_cast<double>(start->done()));
  const base::InterruptGuard interrupt;
  const base::Stopwatch watch;
  const auto on_progress = [&](const arena::Spsa& now) {
    std::vector<double> values;
    for (const arena::SpsaParameter& parameter : now.parameters()) values.push_back(parameter.value);
    chart.add(static_cast<double>(now.done()), values);
    if (progress_file->is_due()) progress_file->write(progress_of(now, *start, chart, watch.seconds()));
    if (now.done() % arguments.every != 0) return;
    const auto left = static_cast<double>(now.options().iterations - now.done());
    const double each = watch.seconds() / static_cast<double>(now.done() - start->done());
    std::cout << now.done() << " of " << now.options().iterations << " pairs, " << base::duration_text(each * left)
              << " left\n";
    print_parameters(now, *start);
  };
  const auto on_note = [](const std::string& note) { std::cerr << "warning: " + note << std::endl; };
  const auto result =
      arena::run_spsa(*settings, *start, interrupt.flag(), on_progress, ranks.others(run_of(*settings)), on_note);
  if (!result) {
    std::cerr << result.error().message << '\n';
    if (std::filesystem::exists(settings->state)) std::cerr << "the progress so far is in " << settings->state << '\n';
    return exit_code_of(result.error(), kExitFailed);
  }
  std::cout << result->done() << " of " << result->options().iterations << " pairs\n";
  print_parameters(*result, *start);
  const bool done = result->done() >= result->options().iterations;
  if (!done) std::cerr << "interrupted; continue with --resume\n";
  const int code = done ? kExitOk : kExitInterrupted;
  return with_progress_reported(
      code, progress_file->finish(progress_of(*result, *start, chart, watch.seconds()), progress_state_of_exit(code)));
}

int run_spsa_command(const SpsaArguments& arguments, const OpenRanks& open_ranks) {
  auto ranks = PlayingRanks::join(open_ranks);
  if (!ranks) return report_error(ranks.error(), kExitFailed);
  return ranks->leave(run_spsa(arguments, *ranks));
}

}  // namespace

void add_spsa_command(CLI::App& app, Commands& commands, const OpenRanks& ranks) {
  auto arguments = std::make_shared<SpsaArguments>();
  arena::SpsaSettings& settings = arguments->settings;
  settings.state = "spsa.json";
  CLI::App* const spsa = app.add_subcommand("spsa", "Tune parameters of an engine by games against itself");
  spsa->footer(
      "Example: zugwerk spsa --engine cmd=build/tune/zugwerk option.Hash=8 --nodes 5000 --concurrency 2\n"
      "         --param kReverseFutilityMargin --param kLmrDivisorScaled=80 --iterations 5000 --openings openings.epd\n"
      "The parameters are options that the engine announces with bounds, as a build with -DZUGWERK_TUNE=ON does for "
      "every\n"
      "number of its search. Use `zugwerk match` to test whether the result is better.");
  spsa->add_option("--engine", arguments->engine, "The engine, as key=value words: cmd= option.NAME= ...")
      ->required()
      ->type_name("KEY=VALUE ...");
  spsa->add_option("--param", settings.parameters, "A parameter, NAME or NAME=STEP (default: a twentieth of its range)")
      ->allow_extra_args(false);
  spsa->add_option("--tc", arguments->time_control, "Time control: [moves/]seconds[+seconds per move]");
  spsa->add_option("--nodes", arguments->nodes, "Nodes per move")->check(CLI::PositiveNumber);
  const auto fixed = [&](const char* field, CLI::Option* option) {
    option->capture_default_str();
    arguments->fixed.emplace_back(field, option);
  };
  fixed("iterations", spsa->add_option("--iterations", settings.options.iterations, "Pairs of games in all")
                          ->check(CLI::PositiveNumber));
  fixed("rate", spsa->add_option("--rate", settings.options.rate, "How far a point moves a number at the end, in steps")
                    ->check(CLI::Range(1e-6, 1.0)));
  fixed("seed", spsa->add_option("--seed", settings.options.seed, "Seed of openings and directions"));
  constexpr int kMostSlots = 1024;
  spsa->add_option("--concurrency", settings.concurrency, "Pairs of games at once")
      ->check(CLI::Range(1, kMostSlots))
      ->capture_default_str();
  spsa->add_flag("--no-pin", arguments->no_pin, "Do not give each game a processor of its own");
  const double shortest_patience = 0.01;
  const double longest_patience = 1e6;
  spsa->add_option("--patience", arguments->patience, "Seconds without a clock after which an engine counts as hung")
      ->check(CLI::Range(shortest_patience, longest_patience))
      ->capture_default_str();
  spsa->add_option("--start-patience", arguments->start_patience, "Seconds that an engine may take to be ready")
      ->check(CLI::Range(shortest_patience, longest_patience))
      ->capture_default_str();
  spsa->add_option("--openings", settings.openings, "EPD or PGN file, also packed by zip or zstd (default: our own)");
  spsa->add_option("--state", settings.state, "File that keeps what was learned")->capture_default_str();
  spsa->add_flag("--resume", settings.resume, "Resume the run in the state file, or begin it");
  add_progress_option(*spsa, arguments->progress);
  spsa->add_option("--every", arguments->every, "Print the numbers after so many pairs")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  commands[spsa] = [arguments, ranks] { return run_spsa_command(*arguments, ranks); };
}

}  // namespace zugwerk::app
