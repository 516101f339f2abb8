// `zugwerk bench`: the fingerprint of the search, and its speed.

#include <cstdint>
#include <iostream>
#include <memory>

#include "app/commands.h"
#include "app/exit_codes.h"
#include "base/text.h"
#include "engine/bench.h"
#include "engine/engine.h"
#include "nnue/kernels.h"

namespace zugwerk::app {

namespace {

struct BenchArguments {
  engine::BenchOptions options;
  std::string network;  // a file, or "none"
  std::string kernel;
  bool quiet = false;
};

/// The network and kernel that the command line asks for, or why that is impossible.
base::Expected<std::shared_ptr<const nnue::Network>> network_with_kernel(const BenchArguments& arguments) {
  if (arguments.network == "none") return nullptr;
  const nnue::Kernels* kernels = &nnue::best_kernels();
  if (!arguments.kernel.empty()) {
    kernels = nnue::find_kernels(arguments.kernel);
    if (kernels == nullptr) {
      std::string names;
      for (const nnue::Kernels* runnable : nnue::runnable_kernels()) names += " " + std::string(runnable->name);
      return base::failure("--kernel " + base::in_quotes(arguments.kernel) + ": this processor runs" + names);
    }
  }
  if (!arguments.network.empty()) return nnue::Network::load(arguments.network, *kernels);
  if (!arguments.options.network) return nullptr;
  return std::make_shared<const nnue::Network>(arguments.options.network->weights(), *kernels);
}

int run_bench_command(BenchArguments arguments) {
  const auto network = network_with_kernel(arguments);
  if (!network) {
    std::cerr << network.error().message << '\n';
    return kExitBadInput;
  }
  engine::BenchOptions& options = arguments.options;
  options.network = *network;
  const auto result =
      engine::run_bench(options, [&](std::size_t number, std::size_t count, std::string_view fen, std::uint64_t nodes) {
        if (!arguments.quiet) std::cout << number << '/' << count << "  " << nodes << "  " << fen << '\n';
      });
  if (!result) {
    std::cerr << result.error().message << '\n';
    return kExitBadInput;
  }
  std::cout << engine::to_text(*result) << '\n';
  return kExitOk;
}

}  // namespace

void add_bench_command(CLI::App& app, Commands& commands) {
  auto arguments = std::make_shared<BenchArguments>();
  CLI::App* const bench = app.add_subcommand("bench", "Search fixed positions: signature and speed");
  const int deepest = 100;
  bench->add_option("--depth", arguments->options.depth, "Depth of every search")
      ->check(CLI::Range(1, deepest))
      ->capture_default_str();
  bench->add_option("--threads", arguments->options.threads, "Threads; the signature holds for one")
      ->check(CLI::Range(1, engine::Engine::kMostThreads))
      ->capture_default_str();
  bench->add_option("--hash", arguments->options.hash_megabytes, "Size of the transposition table in MB")
      ->check(CLI::Range(std::size_t{1}, engine::Engine::kMostHash))
      ->capture_default_str();
  bench->add_option("--network", arguments->network, "Network to evaluate with; none: the classical evaluation")
      ->type_name("FILE|none");
  // Every kernel must give the same signature.
  bench->add_option("--kernel", arguments->kernel, "Kernel to evaluate a network with")->group("");
  bench->add_flag("--quiet", arguments->quiet, "Only the totals");
  commands[bench] = [arguments] { return run_bench_command(*arguments); };
}

}  // namespace zugwerk::app
