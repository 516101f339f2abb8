#include "search/transposition_table.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>
#include <vector>

#include "base/thread.h"
#include "chess/position.h"

namespace zugwerk::search {

namespace {

using eval::Score;

// The word of an entry: move, score, evaluation (16 bits each), depth (8), then bound (2), PV flag (1), generation (5).
struct Packed {
  std::uint64_t bits;

  [[nodiscard]] std::uint16_t move() const { return static_cast<std::uint16_t>(bits); }
  [[nodiscard]] int score() const { return static_cast<std::int16_t>(bits >> 16); }
  [[nodiscard]] int evaluation() const { return static_cast<std::int16_t>(bits >> 32); }
  [[nodiscard]] int depth() const { return static_cast<int>((bits >> 48) & 0xFF); }
  [[nodiscard]] Bound bound() const { return static_cast<Bound>((bits >> 56) & 3); }
  [[nodiscard]] bool was_pv() const { return ((bits >> 58) & 1) != 0; }
  [[nodiscard]] unsigned generation() const { return static_cast<unsigned>(bits >> 59); }
  [[nodiscard]] std::uint64_t with_generation(unsigned generation) const {
    return (bits & ~(std::uint64_t{31} << 59)) | (static_cast<std::uint64_t>(generation) << 59);
  }
};

/// Makes the depths of the quiescence search fit into an unsigned byte.
constexpr int kDepthOffset = 4;

[[nodiscard]] std::uint16_t folded(std::uint64_t bits) {
  return static_cast<std::uint16_t>(bits ^ (bits >> 16) ^ (bits >> 32) ^ (bits >> 48));
}

/// The upper bits of the key choose the cluster, so the check takes the lower ones.
[[nodiscard]] std::uint32_t check_of(chess::Key key, std::uint64_t data) {
  return static_cast<std::uint32_t>(key & 0x1FFFFF) ^ folded(data);
}

/// Proven scores count plies from the root; stored ones count from the position itself.
[[nodiscard]] int to_tt(Score score, int ply) {
  if (score == eval::kNoScore) return score.value();
  if (score.is_win()) return score.value() + ply;
  if (score.is_loss()) return score.value() - ply;
  return score.value();
}
[[nodiscard]] Score from_tt(int value, int ply, int halfmove_clock) {
  const Score score(value);
  if (score == eval::kNoScore || !score.is_decisive()) return score;
  // The key does not contain the fifty-move counter.
  const int plies = (score.is_mate() ? eval::kMate : eval::kTablebaseWin).value() - std::abs(value);
  if (halfmove_clock + plies > chess::kFiftyMoves) return eval::clamped_to_unproven(score);
  if (score.is_win()) return score - ply;
  return score + ply;
}

[[nodiscard]] TtEntry entry_at(Packed packed, int ply, int halfmove_clock) {
  return {.score = from_tt(packed.score(), ply, halfmove_clock),
          .evaluation = Score(packed.evaluation()),
          .move = chess::Move::from_bits(packed.move()),
          .depth = packed.depth() - kDepthOffset,
          .bound = packed.bound(),
          .was_pv = packed.was_pv()};
}

}  // namespace

base::Expected<void> TranspositionTable::resize(std::size_t megabytes, int threads) {
  if (megabytes == megabytes_) {
    clear(threads);
    return {};
  }
  auto block = base::LargeBlock::allocate(megabytes << 20);
  if (!block) return tl::unexpected(block.error());
  block_ = *std::move(block);
  clusters_ = static_cast<Cluster*>(block_.data());  // zeroed memory is an empty cluster
  cluster_count_ = (megabytes << 20) / sizeof(Cluster);
  megabytes_ = megabytes;
  generation_ = 0;
  return {};
}

void TranspositionTable::clear(int threads) {
  constexpr std::size_t kSmallestShare = std::size_t{16} << 20;
  const std::size_t bytes = cluster_count_ * sizeof(Cluster);
  const std::size_t shares = std::clamp<std::size_t>(bytes / kSmallestShare, 1, static_cast<std::size_t>(threads));
  std::vector<base::Thread> helpers;
  for (std::size_t i = 0; i < shares; ++i) {
    const std::size_t first = cluster_count_ * i / shares;
    const std::size_t last = cluster_count_ * (i + 1) / shares;
    const auto wipe = [this, first, last] {
      std::memset(static_cast<void*>(clusters_ + first), 0, (last - first) * sizeof(Cluster));
    };
    if (i + 1 == shares)
      wipe();
    else
      helpers.emplace_back(wipe);
  }
  generation_ = 0;
}

int TranspositionTable::permille_full() const {
  constexpr std::size_t kSample = 1000;
  const std::size_t sample = std::min(kSample, cluster_count_);
  std::size_t used = 0;
  for (std::size_t i = 0; i < sample; ++i) {
    for (const auto& word : clusters_[i].data) {
      const Packed packed{word.load(std::memory_order_relaxed)};
      if (packed.bound() != Bound::None && packed.generation() == generation_) ++used;
    }
  }
  return static_cast<int>(used * 1000 / (sample * kEntriesPerCluster));
}

bool TranspositionTable::find(chess::Key key, int ply, int halfmove_clock, TtEntry& entry) const {
  const Cluster& home = cluster(key);
  for (std::size_t i = 0; i < kEntriesPerCluster; ++i) {
    const Packed packed{home.data[i].load(std::memory_order_relaxed)};
    if (!matches(home, i, key, packed.bits)) continue;
    entry = entry_at(packed, ply, halfmove_clock);
    return true;
  }
  return false;
}

int TranspositionTable::staleness(std::uint64_t data) const {
  return static_cast<int>((generation_ - Packed{data}.generation()) & kGenerationMask);
}

bool TranspositionTable::matches(const Cluster& home, std::size_t entry, chess::Key key, std::uint64_t data) {
  const std::uint32_t check = check_of(key, data);
  const unsigned more = home.more_checks.load(std::memory_order_relaxed) >> (5 * entry) & 31U;
  return home.check[entry].load(std::memory_order_relaxed) == (check & 0xFFFF) && more == check >> 16 && data != 0;
}

// Two threads that write to one cluster may spoil each other's part of the common word. Then an entry does not match
// and is lost, which does no harm.
void TranspositionTable::write(Cluster& home, std::size_t entry, chess::Key key, std::uint64_t data) {
  const std::uint32_t check = check_of(key, data);
  const unsigned others = home.more_checks.load(std::memory_order_relaxed) & ~(31U << (5 * entry));
  home.data[entry].store(data, std::memory_order_relaxed);
  home.check[entry].store(static_cast<std::uint16_t>(check), std::memory_order_relaxed);
  home.more_checks.store(static_cast<std::uint16_t>(others | (check >> 16) << (5 * entry)), std::memory_order_relaxed);
}

std::uint64_t TranspositionTable::store(chess::Key key, int ply, int halfmove_clock, const TtEntry& entry) {
  // The worth of an entry is its depth minus its age; the least worthy is replaced.
  constexpr int kDepthPerAge = 4;
  constexpr int kBonusForPv = 2;
  constexpr int kKeepMargin = 4;
  Cluster& home = cluster(key);
  std::size_t victim = 0;
  int least_worth = 1 << 20;
  chess::Move move = entry.move;
  for (std::size_t i = 0; i < kEntriesPerCluster; ++i) {
    const Packed old{home.data[i].load(std::memory_order_relaxed)};
    if (matches(home, i, key, old.bits)) {
      // Without a new move the old one stays. A much shallower bound does not replace an entry of this search.
      if (!move) move = chess::Move::from_bits(old.move());
      if (entry.bound != Bound::Exact && staleness(old.bits) == 0 &&
          entry.depth + kDepthOffset + kKeepMargin + (entry.was_pv ? kBonusForPv : 0) <= old.depth())
        return 0;
      // A longer mate does not replace a shorter one that is still in time for the fifty-move rule. Otherwise a
      // transposition back into the mating line would overwrite the mate score.
      if (proves_mate(from_tt(old.score(), 0, halfmove_clock), old.bound()) &&
          std::abs(to_tt(entry.score, ply)) < std::abs(old.score())) {
        write(home, i, key, old.with_generation(generation_));
        return 0;
      }
      victim = i;
      break;
    }
    const int worth = old.bits == 0 ? -1 : old.depth() - kDepthPerAge * staleness(old.bits);
    if (worth < least_worth) {
      least_worth = worth;
      victim = i;
    }
  }
  const auto half_word = [](int value) { return static_cast<std::uint64_t>(static_cast<std::uint16_t>(value)); };
  const std::uint64_t data =
      move.to_bits() | (half_word(to_tt(entry.score, ply)) << 16) | (half_word(entry.evaluation.value()) << 32) |
      (static_cast<std::uint64_t>(std::clamp(entry.depth + kDepthOffset, 0, 255)) << 48) |
      (static_cast<std::uint64_t>(entry.bound) << 56) | (static_cast<std::uint64_t>(entry.was_pv) << 58) |
      (static_cast<std::uint64_t>(generation_) << 59);
  write(home, victim, key, data);
  return data;
}

void TranspositionTable::store_word(chess::Key key, std::uint64_t word) {
  // At the position itself, with no moves towards a draw, a score is stored as it stands in the word.
  store(key, 0, 0, entry_at(Packed{word}, 0, 0));
}

}  // namespace zugwerk::search
