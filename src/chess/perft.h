// chess/perft.h
//
// Counts all lines of legal moves to a depth: the standard test of a move generator, and a measure of its speed.

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "base/error.h"
#include "chess/position.h"

namespace zugwerk::chess {

/// The number of leaves `depth` plies below the position; 1 at depth 0. The last ply is counted without being made.
[[nodiscard]] std::uint64_t perft(const Position& position, int depth);

/// What kinds of moves lead to the leaves.
struct PerftDetails {
  std::uint64_t nodes = 0;
  std::uint64_t captures = 0;  // en passant included
  std::uint64_t en_passant = 0;
  std::uint64_t castles = 0;
  std::uint64_t promotions = 0;
  std::uint64_t checks = 0;
  std::uint64_t discovered_checks = 0;  // by another piece than the one that moved; castling's rook has moved
  std::uint64_t double_checks = 0;
  std::uint64_t mates = 0;

  PerftDetails& operator+=(const PerftDetails& other);
  bool operator==(const PerftDetails&) const = default;
};

inline constexpr int kDeepestPerft = 64;

struct PerftOptions {
  int depth = 1;  // 1 to kDeepestPerft
  int threads = 1;
  std::size_t hash_megabytes = 0;  // 0: no hash table
  bool details = false;            // every leaf is made and examined; no hash table is used
};

struct PerftResult {
  struct RootMove {
    Move move;
    PerftDetails counts;
  };
  /// In the order of generation; only `nodes` is filled without details.
  std::vector<RootMove> root_moves;
  PerftDetails total;
  bool complete = true;  // false: stopped before the end, and the counts are what was done by then
  double seconds = 0;
};

/// Called from time to time, by one thread at a time, with the share of the work done (0 to 1) and the nodes so far.
using PerftProgress = std::function<void(double, std::uint64_t)>;

/// Perft with several threads and a shared hash table; ends soon after `stop` becomes true. An error if the hash table
/// does not fit into memory.
[[nodiscard]] base::Expected<PerftResult> run_perft(const Position& position, const PerftOptions& options,
                                                    const std::atomic<bool>& stop, const PerftProgress& progress = {});

}  // namespace zugwerk::chess
