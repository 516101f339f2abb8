// `zugwerk spsa`: tunes search parameters by games.

#include <cstdint>
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
#include "arena/spsa/spsa_run.h"
#include "base/clock.h"
#include "base/files/whole_file.h"
#include "base/format.h"
#include "base/interrupt.h"
#include "base/text.h"

namespace zugwerk::app {

namespace {

struct SpsaArguments {
  std::vector<std::string> engine;
  std::string time_control;
  std::optional<std::uint64_t> nodes;
  bool no_pin = false;
  std::uint64_t every = 50;
  arena::SpsaSettings settings;
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
  settings.rules.adjudication.resign = arena::ResignRule{};
  settings.rules.adjudication.draw = arena::DrawRule{};
  if (!settings.resume && std::filesystem::exists(settings.state))
    return base::failure(settings.state +
                         ": already exists; continue it with --resume or name another file with --state");
  if (!settings.resume && settings.parameters.empty())
    return base::failure("nothing to tune: name options of the engine with --param");
  return settings;
}

void print_parameters(const arena::Spsa& spsa, const arena::Spsa& start) {
  for (std::size_t i = 0; i < spsa.parameters().size(); ++i) {
    const arena::SpsaParameter& parameter = spsa.parameters()[i];
    std::cout << base::format("  {:<34}{:>10.2f}  ({:.2f} when this began)\n", parameter.name, parameter.value,
                              start.parameters()[i].value);
  }
  std::cout << std::flush;
}

int run_spsa_command(const SpsaArguments& arguments) {
  const auto settings = settings_of(arguments);
  if (!settings) return report_error(settings.error());
  if (auto writable = base::check_can_be_written(settings->state); !writable) return report_error(writable.error());
  const auto start = arena::begin_spsa(*settings);
  if (!start) return report_error(start.error());
  const base::InterruptGuard interrupt;
  const base::Stopwatch watch;
  const auto result = arena::run_spsa(*settings, *start, interrupt.flag(), [&](const arena::Spsa& now) {
    if (now.done() % arguments.every != 0) return;
    const auto left = static_cast<double>(now.options().iterations - now.done());
    const double each = watch.seconds() / static_cast<double>(now.done() - start->done());
    std::cout << now.done() << " of " << now.options().iterations << " pairs, " << base::duration_text(each * left)
              << " left\n";
    print_parameters(now, *start);
  });
  if (!result) {
    std::cerr << result.error().message << '\n';
    if (std::filesystem::exists(settings->state)) std::cerr << "the progress so far is in " << settings->state << '\n';
    return exit_code_of(result.error(), kExitFailed);
  }
  std::cout << result->done() << " of " << result->options().iterations << " pairs\n";
  print_parameters(*result, *start);
  if (result->done() >= result->options().iterations) return kExitOk;
  std::cerr << "interrupted; continue with --resume\n";
  return kExitInterrupted;
}

}  // namespace

void add_spsa_command(CLI::App& app, Commands& commands) {
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
  spsa->add_option("--iterations", settings.options.iterations, "Pairs of games in total")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  spsa->add_option("--rate", settings.options.rate, "How far a point moves a parameter at the end, in steps")
      ->check(CLI::Range(1e-6, 1.0))
      ->capture_default_str();
  spsa->add_option("--seed", settings.options.seed, "Seed of openings and directions")->capture_default_str();
  constexpr int kMostSlots = 1024;
  spsa->add_option("--concurrency", settings.concurrency, "Pairs of games at once")
      ->check(CLI::Range(1, kMostSlots))
      ->capture_default_str();
  spsa->add_flag("--no-pin", arguments->no_pin, "Do not pin each game to its own processor");
  spsa->add_option("--openings", settings.openings, "EPD or PGN file, also packed by zip or zstd (default: our own)");
  spsa->add_option("--state", settings.state, "File for the state of the run")->capture_default_str();
  spsa->add_flag("--resume", settings.resume, "Resume the run in the state file");
  spsa->add_option("--every", arguments->every, "Print the parameters after this many pairs")
      ->check(CLI::PositiveNumber)
      ->capture_default_str();
  commands[spsa] = [arguments] { return run_spsa_command(*arguments); };
}

}  // namespace zugwerk::app
