// `zugwerk bench`: the fingerprint of the search, and its speed.

#include <cstdint>
#include <iostream>
#include <memory>

#include "app/commands.h"
#include "app/exit_codes.h"
#include "base/text.h"
#include "engine/bench.h"
#include "search/threads.h"
#include "search/transposition_table.h"

namespace zugwerk::app {

namespace {

int run_bench_command(const engine::BenchOptions& options, bool quiet) {
  const auto result =
      engine::run_bench(options, [&](std::size_t number, std::size_t count, std::string_view fen, std::uint64_t nodes) {
        if (!quiet) std::cout << number << '/' << count << "  " << nodes << "  " << fen << '\n';
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
  struct Arguments {
    engine::BenchOptions options;
    bool quiet = false;
  };
  auto arguments = std::make_shared<Arguments>();
  CLI::App* const bench = app.add_subcommand("bench", "Search fixed positions: signature and speed");
  const int deepest = 100;
  bench->add_option("--depth", arguments->options.depth, "Depth of every search")
      ->check(CLI::Range(1, deepest))
      ->capture_default_str();
  bench->add_option("--threads", arguments->options.threads, "Threads; the signature holds for one")
      ->check(CLI::Range(1, search::Threads::kMostThreads))
      ->capture_default_str();
  bench->add_option("--hash", arguments->options.hash_megabytes, "Size of the transposition table in MB")
      ->check(CLI::Range(std::size_t{1}, search::TranspositionTable::kMostMegabytes))
      ->capture_default_str();
  bench->add_flag("--quiet", arguments->quiet, "Only the totals");
  commands[bench] = [arguments] { return run_bench_command(arguments->options, arguments->quiet); };
}

}  // namespace zugwerk::app
