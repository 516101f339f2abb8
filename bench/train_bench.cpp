// bench/train_bench.cpp
//
// How fast networks learn: positions a second for some widths and numbers of threads, and the fraction of the
// processor's peak rate of multiply-adds. Positions come from a file of games, or from random games if there is none.
//
//   train_bench [GAMES.zwg]

#include <algorithm>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "base/rng.h"
#include "base/thread.h"
#include "chess/movegen.h"
#include "learning/network/network_trainer.h"
#include "learning/network/training_set.h"

namespace {

using namespace zugwerk;

constexpr std::size_t kBatch = 16'384;
constexpr std::size_t kBatches = 8;  // different ones, so that they are not cached
constexpr double kSeconds = 1;       // of one measurement
constexpr int kRounds = 3;           // the best one counts

std::vector<learning::TrainingSample> random_samples(std::size_t count) {
  std::vector<learning::TrainingSample> samples;
  base::Rng rng(1);
  constexpr int kPlies = 160;
  while (samples.size() < count) {
    chess::Position position;
    for (int ply = 0; ply < kPlies; ++ply) {
      const chess::MoveList moves = chess::legal_moves(position);
      if (moves.empty()) break;
      position.make(moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
      samples.push_back(learning::make_sample(position, eval::Score(0), games::GameResult::Draw, 0));
    }
  }
  samples.resize(count);
  return samples;
}

std::vector<learning::TrainingSample> samples_of(const std::string& path, std::size_t count) {
  learning::TrainingSetOptions options;
  options.hold_out = 0;
  auto set = learning::TrainingSet::read({path}, options, {});
  if (!set) {
    std::fprintf(stderr, "%s\n", set.error().message.c_str());
    return {};
  }
  auto order = learning::ShuffledEpoch::begin(*set, 1, 0);
  std::vector<learning::TrainingSample> samples(std::min(count, set->size()));
  if (!order || !order->next(samples)) return {};
  return samples;
}

// --- The peak -------------------------------------------------------------------------------------------------------

#if defined(__AVX512F__)
constexpr std::size_t kVectorBytes = 64;
#elif defined(__AVX__)
constexpr std::size_t kVectorBytes = 32;
#else
constexpr std::size_t kVectorBytes = 16;
#endif
using Vector = float __attribute__((vector_size(kVectorBytes)));

// Enough independent sums to hide the latency: latency times execution units of today's processors, within their
// registers.
constexpr std::size_t kChains = 12;

template <std::size_t... kNumbers>
void multiply_and_add(Vector (&sums)[kChains], Vector factor, Vector addend, std::index_sequence<kNumbers...>) {
  ((sums[kNumbers] = sums[kNumbers] * factor + addend), ...);
}

/// Multiply-adds per second of one thread.
double peak_of_one_thread() {
  constexpr int kRepeats = 20'000'000;
  constexpr float kFactor = 0.999F;
  Vector sums[kChains] = {};
  Vector factor{};
  Vector addend{};
  for (std::size_t lane = 0; lane < kVectorBytes / sizeof(float); ++lane) factor[lane] = addend[lane] = kFactor;
  const base::Stopwatch watch;
  for (int i = 0; i < kRepeats; ++i) multiply_and_add(sums, factor, addend, std::make_index_sequence<kChains>());
  const double seconds = watch.seconds();
  Vector total{};
  for (const Vector& sum : sums) total += sum;
  volatile float used = total[0];
  static_cast<void>(used);
  return static_cast<double>(kRepeats) * kChains * (kVectorBytes / sizeof(float)) / seconds;
}

double peak(int threads) {
  double best = 0;
  for (int round = 0; round < kRounds; ++round) {
    std::vector<double> rates(static_cast<std::size_t>(threads));
    {
      std::vector<base::Thread> running;
      for (double& rate : rates) running.emplace_back([&rate] { rate = peak_of_one_thread(); });
    }
    double sum = 0;
    for (const double rate : rates) sum += rate;
    best = std::max(best, sum);
  }
  return best;
}

// --- Training -------------------------------------------------------------------------------------------------------

double positions_per_second(const std::vector<learning::TrainingSample>& samples, std::size_t width, int threads,
                            const learning::TrainKernels& kernels) {
  constexpr double kResultShare = 0.3;
  constexpr double kScale = 1.1;
  constexpr double kRate = 0.001;
  learning::NetworkTrainer trainer(
      learning::LearningState(learning::FloatNetwork::random({width, nnue::kMostBuckets}, 1)),
      learning::TrainingTarget(kResultShare, kScale), learning::Judged::Rounded, threads, kernels);
  const std::span<const learning::TrainingSample> all(samples);
  double best = 0;
  for (int round = 0; round < kRounds; ++round) {
    const base::Stopwatch watch;
    std::size_t done = 0;
    while (watch.seconds() < kSeconds)
      for (std::size_t from = 0; from < all.size(); from += kBatch) {
        const auto batch = all.subspan(from, std::min(kBatch, all.size() - from));
        trainer.step(batch, kRate, 0);
        done += batch.size();
      }
    best = std::max(best, static_cast<double>(done) / watch.seconds());
  }
  return best;
}

}  // namespace

int main(int argc, char** argv) {
  const auto samples = argc > 1 ? samples_of(argv[1], kBatch * kBatches) : random_samples(kBatch * kBatches);
  if (samples.empty()) return 2;
  double pieces = 0;
  for (const learning::TrainingSample& sample : samples) pieces += __builtin_popcountll(sample.occupied);
  pieces /= static_cast<double>(samples.size());
  std::printf("%zu positions with %.1f pieces on average, batches of %zu\n", samples.size(), pieces, kBatch);

  constexpr double kBillion = 1e9;
  for (const int threads : {1, 2}) {
    const double most = peak(threads);
    std::printf("%d thread%s, peak %.1f billion multiply-adds a second\n", threads, threads == 1 ? "" : "s",
                most / kBillion);
    for (const learning::TrainKernels* kernels : learning::runnable_train_kernels())
      for (const std::size_t width : {std::size_t{128}, std::size_t{256}}) {
        const double rate = positions_per_second(samples, width, threads, *kernels);
        const double work = rate * learning::NetworkTrainer::work_of_position({width, nnue::kMostBuckets}, pieces);
        std::printf("  %-6s N = %zu  %9.0f positions/s  %5.1f billion multiply-adds/s  %4.1f %% of the peak\n",
                    std::string(kernels->name).c_str(), width, rate, work / kBillion, 100 * work / most);
      }
  }
  return 0;
}
