// bench/chess_bench.cpp
//
// Google Benchmark of the board: attack look-ups, generation, make and undo, exchange evaluation, keys. Every benchmark
// walks the same set of positions from random games, so that no branch predictor can memorise a single one.

#include <vector>

#include <benchmark/benchmark.h>

#include "base/rng.h"
#include "chess/movegen.h"
#include "chess/see.h"

namespace {

using namespace zugwerk;
using namespace zugwerk::chess;

constexpr int kGames = 64;
constexpr int kPlies = 80;

const std::vector<Position>& positions() {
  static const std::vector<Position> all = [] {
    std::vector<Position> result;
    base::Rng rng(2024);
    for (int game = 0; game < kGames; ++game) {
      Position position;
      for (int ply = 0; ply < kPlies; ++ply) {
        const MoveList moves = legal_moves(position);
        if (moves.empty()) break;
        position.make(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
        Position kept = position;
        kept.forget_history();
        result.push_back(std::move(kept));
      }
    }
    return result;
  }();
  return all;
}

struct Query {
  Square square;
  Bitboard occupied;
};

template <class Sliders>
void sliding_attacks(benchmark::State& state) {
  std::vector<Query> queries;
  base::Rng rng(7);
  for (const Position& position : positions()) queries.push_back({square_at(rng.below(64)), position.occupied()});
  for (auto _ : state)
    for (const auto& [square, occupied] : queries) {
      benchmark::DoNotOptimize(Sliders::bishop_attacks(square, occupied));
      benchmark::DoNotOptimize(Sliders::rook_attacks(square, occupied));
    }
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(2 * queries.size()));
}

template <MoveSet kSet>
void generation(benchmark::State& state) {
  std::int64_t moves_generated = 0;
  for (auto _ : state)
    for (const Position& position : positions()) {
      MoveList moves;
      generate<kSet>(position, moves);
      benchmark::DoNotOptimize(moves.begin());
      moves_generated += static_cast<std::int64_t>(moves.size());
    }
  state.SetItemsProcessed(moves_generated);
}

void counting(benchmark::State& state) {
  for (auto _ : state)
    for (const Position& position : positions()) benchmark::DoNotOptimize(count_legal_moves(position));
  state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(positions().size()));
}

/// Calls `use(position, move)` for every legal move of every position; the moves are generated beforehand.
template <class Use>
void for_every_move(benchmark::State& state, Use use) {
  std::vector<Position> own = positions();
  std::vector<MoveList> lists;
  std::int64_t total = 0;
  for (const Position& position : own) {
    lists.push_back(legal_moves(position));
    total += static_cast<std::int64_t>(lists.back().size());
  }
  for (auto _ : state)
    for (std::size_t i = 0; i < own.size(); ++i)
      for (const Move move : lists[i]) use(own[i], move);
  state.SetItemsProcessed(state.iterations() * total);
}

void make_and_undo(benchmark::State& state) {
  for_every_move(state, [](Position& position, Move move) {
    position.make(move);
    benchmark::DoNotOptimize(position.key());
    position.undo();
  });
}

void plain_key_after(benchmark::State& state) {
  for_every_move(state,
                 [](Position& position, Move move) { benchmark::DoNotOptimize(position.plain_key_after(move)); });
}

void legality(benchmark::State& state) {
  for_every_move(state, [](Position& position, Move move) { benchmark::DoNotOptimize(position.is_legal(move)); });
}

void exchange_evaluation(benchmark::State& state) {
  for_every_move(state,
                 [](Position& position, Move move) { benchmark::DoNotOptimize(see_at_least(position, move, 0)); });
}

BENCHMARK(sliding_attacks<MagicSliders>)->Name("attacks/magic");
BENCHMARK(sliding_attacks<PextSliders>)->Name("attacks/pext");
BENCHMARK(generation<MoveSet::All>)->Name("generate/all");
BENCHMARK(generation<MoveSet::Captures>)->Name("generate/captures");
BENCHMARK(generation<MoveSet::Quiets>)->Name("generate/quiets");
BENCHMARK(counting)->Name("count_legal_moves");
BENCHMARK(make_and_undo)->Name("make_and_undo");
BENCHMARK(plain_key_after)->Name("plain_key_after");
BENCHMARK(legality)->Name("is_legal");
BENCHMARK(exchange_evaluation)->Name("see_at_least");

}  // namespace

BENCHMARK_MAIN();
