// engine/bench.h
//
// A fixed search over fixed positions. Its node count is the fingerprint of search and evaluation: commits that change
// how the engine plays change it, others must not.

#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

#include "base/error.h"
#include "nnue/embedded.h"

namespace zugwerk::engine {

struct BenchOptions {
  int depth = 12;
  int threads = 1;
  std::size_t hash_megabytes = 16;
  /// nullptr: the classical evaluation.
  std::shared_ptr<const nnue::Network> network = nnue::embedded_network();
};

struct BenchResult {
  std::uint64_t nodes = 0;  // the signature, with one thread
  double seconds = 0;
  bool complete = true;
};

/// Called after each position with its number (from 1), the number of positions, its FEN and its nodes.
using BenchProgress = std::function<void(std::size_t, std::size_t, std::string_view, std::uint64_t)>;

/// Searches every position to the same depth, with a transposition table that is cleared before each. Another thread
/// may raise `stop`; the result is then that of the positions until there.
[[nodiscard]] base::Expected<BenchResult> run_bench(const BenchOptions& options, const BenchProgress& progress = {},
                                                    const std::atomic<bool>* stop = nullptr);

/// Time, nodes, speed and signature, a line each; scripts read the last one.
[[nodiscard]] std::string to_text(const BenchResult& result);

}  // namespace zugwerk::engine
