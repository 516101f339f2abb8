// bench/nnue_bench.cpp
//
// Google Benchmark of the network, for every kernel that the processor runs: evaluations from scratch, incremental
// evaluations, and whole searches, compared with the classical evaluation. Networks are random: an evaluation costs the
// same as with a trained one, but a search visits other positions.

#include <memory>
#include <string>
#include <vector>

#include <benchmark/benchmark.h>

#include "base/rng.h"
#include "chess/movegen.h"
#include "engine/bench.h"
#include "nnue/accumulator.h"
#include "support/random_network.h"

namespace {

using namespace zugwerk;
using namespace zugwerk::chess;

constexpr int kGames = 32;
constexpr int kPlies = 80;
constexpr std::uint64_t kSeed = 1;
constexpr std::size_t kBuckets = 8;

struct Played {
  Position start;
  std::vector<Move> moves;
};

const std::vector<Played>& games() {
  static const std::vector<Played> all = [] {
    std::vector<Played> result(kGames);
    base::Rng rng(2024);
    for (Played& game : result) {
      Position position = game.start;
      for (int ply = 0; ply < kPlies; ++ply) {
        const MoveList moves = legal_moves(position);
        if (moves.empty()) break;
        game.moves.push_back(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
        position.make(game.moves.back());
      }
    }
    return result;
  }();
  return all;
}

void evaluate_fresh(benchmark::State& state, std::size_t width, const nnue::Kernels* kernels) {
  const auto network = test::random_network(width, kBuckets, kSeed, *kernels);
  std::vector<nnue::Network::Board> boards;
  for (const Played& game : games()) {
    Position position = game.start;
    for (const Move move : game.moves) {
      position.make(move);
      boards.push_back(position.setup().board);
    }
  }
  for (auto _ : state)
    for (const auto& board : boards) benchmark::DoNotOptimize(network->evaluate(board, Color::White));
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(boards.size()));
}

/// Makes a move and evaluates; the time includes making the move.
void evaluate_incrementally(benchmark::State& state, std::size_t width, const nnue::Kernels* kernels) {
  nnue::AccumulatorStack accumulators(test::random_network(width, kBuckets, kSeed, *kernels));
  std::int64_t count = 0;
  for (auto _ : state)
    for (const Played& game : games()) {
      Position position = game.start;
      accumulators.follow(position);
      for (const Move move : game.moves) {
        accumulators.before_move(position, move);
        position.make(move);
        benchmark::DoNotOptimize(accumulators.evaluate(position));
      }
      count += static_cast<std::int64_t>(game.moves.size());
    }
  state.SetItemsProcessed(count);
}

/// Items are nodes.
void search(benchmark::State& state, const std::shared_ptr<const nnue::Network>& network) {
  constexpr int kDepth = 8;
  engine::BenchOptions options;
  options.depth = kDepth;
  options.network = network;
  std::int64_t nodes = 0;
  for (auto _ : state) {
    const auto result = engine::run_bench(options);
    if (!result) return state.SkipWithError(result.error().message.c_str());
    nodes += static_cast<std::int64_t>(result->nodes);
  }
  state.SetItemsProcessed(nodes);
}

void register_all() {
  for (const std::size_t width : {std::size_t{128}, std::size_t{256}})
    for (const nnue::Kernels* kernels : nnue::runnable_kernels()) {
      const std::string suffix = "/" + std::to_string(width) + "/" + std::string(kernels->name);
      benchmark::RegisterBenchmark(("fresh" + suffix).c_str(),
                                   [=](benchmark::State& state) { evaluate_fresh(state, width, kernels); });
      benchmark::RegisterBenchmark(("incremental" + suffix).c_str(),
                                   [=](benchmark::State& state) { evaluate_incrementally(state, width, kernels); });
    }
  const auto add_search = [](const std::string& name, const std::shared_ptr<const nnue::Network>& network) {
    benchmark::RegisterBenchmark(("search/" + name).c_str(), [=](benchmark::State& state) { search(state, network); })
        ->Unit(benchmark::kMillisecond)
        ->MeasureProcessCPUTime();  // it runs in its own thread
  };
  add_search("classical", nullptr);
  for (const std::size_t width : {std::size_t{128}, std::size_t{256}})
    add_search(std::to_string(width), test::random_network(width, kBuckets, kSeed));
}

}  // namespace

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  register_all();
  benchmark::RunSpecifiedBenchmarks();
  return 0;
}
