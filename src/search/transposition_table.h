// search/transposition_table.h
//
// What searches have found out about positions, shared by all threads without locks. An entry is one 64-bit word and a
// 21-bit check that is mixed with the word: an entry torn by two writers does not match and is not found.

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "base/bits.h"
#include "base/error.h"
#include "base/memory.h"
#include "chess/move.h"
#include "chess/zobrist.h"
#include "eval/score.h"
#include "search/bound.h"

namespace zugwerk::search {

/// What is known of a position. Scores are from the side to move's point of view; mates count from this position's ply.
struct TtEntry {
  /// Depth of an entry that holds only the static evaluation.
  static constexpr int kUnsearched = -2;

  eval::Score score = eval::kNoScore;
  eval::Score evaluation = eval::kNoScore;  // static, before corrections
  chess::Move move;
  int depth = 0;
  Bound bound = Bound::None;
  bool was_pv = false;

  /// A mate holds whatever the depth of the search that found it: moves that might avert it are never pruned.
  [[nodiscard]] bool proves_mate() const { return search::proves_mate(score, bound); }
};

class TranspositionTable {
 public:
  static constexpr std::size_t kMostMegabytes = std::size_t{1} << 20;

  /// Allocates an empty table of this size. On an error the old one stays.
  [[nodiscard]] base::Expected<void> resize(std::size_t megabytes, int threads);
  /// Clears all entries, with several threads if there is much memory.
  void clear(int threads);
  /// A new search starts: entries of older ones are replaced first.
  void age() { generation_ = (generation_ + 1) & kGenerationMask; }

  [[nodiscard]] std::size_t megabytes() const { return megabytes_; }
  /// Share of the table used by the current search, in thousandths, from a sample.
  [[nodiscard]] int permille_full() const;

  void prefetch(chess::Key key) const { __builtin_prefetch(&cluster(key)); }

  /// Fills `entry` if the position is found. Mate scores become distances from the root, which is `ply` plies away.
  /// Wins and losses that come too late for the fifty-move rule with this counter are returned as unproven scores.
  [[nodiscard]] bool find(chess::Key key, int ply, int halfmove_clock, TtEntry& entry) const;
  /// The word of the entry as stored, for store_word(); 0 if the old entry was worth more.
  std::uint64_t store(chess::Key key, int ply, int halfmove_clock, const TtEntry& entry);
  /// Stores an entry of another table, as its store() returned it.
  void store_word(chess::Key key, std::uint64_t word);

 private:
  static constexpr std::size_t kEntriesPerCluster = 3;
  static constexpr unsigned kGenerationMask = 31;

  /// Half a cache line.
  struct alignas(32) Cluster {
    std::atomic<std::uint64_t> data[kEntriesPerCluster];
    std::atomic<std::uint16_t> check[kEntriesPerCluster];
    std::atomic<std::uint16_t> more_checks;  // five more bits for each entry
  };
  static_assert(sizeof(Cluster) == 32);

  [[nodiscard]] Cluster& cluster(chess::Key key) const { return clusters_[base::multiply_high(key, cluster_count_)]; }
  [[nodiscard]] static bool matches(const Cluster& home, std::size_t entry, chess::Key key, std::uint64_t data);
  static void write(Cluster& home, std::size_t entry, chess::Key key, std::uint64_t data);
  [[nodiscard]] int staleness(std::uint64_t data) const;

  base::LargeBlock block_;
  Cluster* clusters_ = nullptr;
  std::size_t cluster_count_ = 0;
  std::size_t megabytes_ = 0;
  unsigned generation_ = 0;
};

}  // namespace zugwerk::search
