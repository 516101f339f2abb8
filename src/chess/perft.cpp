#include "chess/perft.h"

#include <algorithm>
#include <mutex>
#include <optional>
#include <utility>

#include "base/bits.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/thread.h"
#include "chess/movegen.h"

namespace zugwerk::chess {

namespace {

/// Results by position and depth, shared by all threads without locks: an entry whose two words do not belong together,
/// because two threads wrote at once, is not found.
class PerftTable {
 public:
  [[nodiscard]] static base::Expected<PerftTable> of_megabytes(std::size_t megabytes) {
    auto block = base::LargeBlock::allocate(megabytes << 20);
    if (!block) return tl::unexpected(block.error());
    PerftTable table;
    table.entries_ = static_cast<Entry*>(block->data());  // zeroed memory is what a fresh Entry holds
    table.count_ = (megabytes << 20) / sizeof(Entry);
    table.block_ = *std::move(block);
    return table;
  }

  [[nodiscard]] std::optional<std::uint64_t> find(Key key, int depth) const {
    const Key mixed = with_depth(key, depth);
    const Entry& entry = slot(mixed);
    const std::uint64_t nodes = entry.nodes.load(std::memory_order_relaxed);
    if ((entry.check.load(std::memory_order_relaxed) ^ nodes) != mixed || nodes == 0) return std::nullopt;
    return nodes;
  }

  void store(Key key, int depth, std::uint64_t nodes) {
    const Key mixed = with_depth(key, depth);
    Entry& entry = slot(mixed);
    entry.nodes.store(nodes, std::memory_order_relaxed);
    entry.check.store(mixed ^ nodes, std::memory_order_relaxed);
  }

 private:
  struct Entry {
    std::atomic<std::uint64_t> check{0};
    std::atomic<std::uint64_t> nodes{0};
  };

  [[nodiscard]] static Key with_depth(Key key, int depth) {
    return key ^ (static_cast<Key>(depth) * 0x9E3779B97F4A7C15);
  }
  [[nodiscard]] Entry& slot(Key mixed) const { return entries_[base::multiply_high(mixed, count_)]; }

  base::LargeBlock block_;
  Entry* entries_ = nullptr;
  std::size_t count_ = 0;
};

/// Checking the stop flag costs time; below this depth a subtree is small enough to finish.
constexpr int kShallowestStopCheck = 4;
/// Shallower subtrees are faster to count than to look up.
constexpr int kShallowestTableDepth = 2;

/// One thread's walk.
class Walker {
 public:
  Walker(Position position, PerftTable* table, const std::atomic<bool>& stop)
      : position_(std::move(position)), table_(table), stop_(stop) {}

  [[nodiscard]] Position& position() { return position_; }

  [[nodiscard]] std::uint64_t count(int depth) {
    if (depth == 0) return 1;
    if (depth == 1) return static_cast<std::uint64_t>(count_legal_moves(position_));
    if (depth >= kShallowestStopCheck && stop_.load(std::memory_order_relaxed)) return 0;
    const bool use_table = table_ != nullptr && depth >= kShallowestTableDepth;
    if (use_table)
      if (const auto known = table_->find(position_.key(), depth)) return *known;

    std::uint64_t nodes = 0;
    for (const Move move : legal_moves(position_)) {
      position_.make(move);
      nodes += count(depth - 1);
      position_.undo();
    }
    if (use_table && !stop_.load(std::memory_order_relaxed)) table_->store(position_.key(), depth, nodes);
    return nodes;
  }

  [[nodiscard]] PerftDetails count_details(int depth) {
    PerftDetails details;
    if (depth >= kShallowestStopCheck && stop_.load(std::memory_order_relaxed)) return details;
    for (const Move move : legal_moves(position_)) {
      if (depth == 1) {
        details += leaf(move);
      } else {
        position_.make(move);
        details += count_details(depth - 1);
        position_.undo();
      }
    }
    return details;
  }

  [[nodiscard]] PerftDetails leaf(Move move) {
    PerftDetails details;
    details.nodes = 1;
    details.captures = position_.is_capture(move) ? 1 : 0;
    details.en_passant = move.is_en_passant() ? 1 : 0;
    details.castles = move.is_castling() ? 1 : 0;
    details.promotions = move.is_promotion() ? 1 : 0;
    position_.make(move);
    if (const Bitboard checkers = position_.checkers(); checkers != 0) {
      const Color mover = ~position_.side_to_move();
      Bitboard moved = bit(move.to());
      if (move.is_castling()) {
        const Wing wing = move.to() > move.from() ? Wing::King : Wing::Queen;
        moved = bit(castled_rook_square(mover, wing)) | bit(castled_king_square(mover, wing));
      }
      details.checks = 1;
      details.double_checks = more_than_one(checkers) ? 1 : 0;
      details.discovered_checks = (checkers & ~moved) != 0 && !more_than_one(checkers) ? 1 : 0;
      details.mates = has_legal_move(position_) ? 0 : 1;
    }
    position_.undo();
    return details;
  }

 private:
  Position position_;
  PerftTable* table_;
  const std::atomic<bool>& stop_;
};

/// A subtree for one thread to walk: a root move, or a root move and a reply.
struct Task {
  std::size_t root_move;
  Move first;
  Move second;  // none if the task is the whole of the first move
};

[[nodiscard]] std::vector<Task> split(const Position& position, const MoveList& root_moves, int depth) {
  // At low depths, too little is left below two plies to be worth splitting further.
  constexpr int kShallowestSplit = 3;
  std::vector<Task> tasks;
  Position scratch = position;
  for (std::size_t i = 0; i < root_moves.size(); ++i) {
    if (depth < kShallowestSplit) {
      tasks.push_back({i, root_moves[i], Move()});
      continue;
    }
    scratch.make(root_moves[i]);
    for (const Move reply : legal_moves(scratch)) tasks.push_back({i, root_moves[i], reply});
    scratch.undo();
  }
  return tasks;
}

/// Everything the threads of one run share.
class Run {
 public:
  Run(const Position& position, const PerftOptions& options, PerftTable* table, const std::atomic<bool>& stop,
      const PerftProgress& progress)
      : position_(position),
        options_(options),
        table_(table),
        stop_(stop),
        progress_(progress),
        root_moves_(legal_moves(position)),
        tasks_(split(position, root_moves_, options.depth)) {
    for (const Move move : root_moves_) result_.root_moves.push_back({move, {}});
  }

  [[nodiscard]] PerftResult finish() && {
    const base::Stopwatch stopwatch;
    {
      std::vector<base::Thread> helpers;
      for (int i = 1; i < options_.threads; ++i) helpers.emplace_back([this] { work(); });
      work();
    }
    for (const auto& root_move : result_.root_moves) result_.total += root_move.counts;
    result_.complete = !stop_.load();
    result_.seconds = stopwatch.seconds();
    return std::move(result_);
  }

 private:
  void work() {
    Walker walker(position_, table_, stop_);
    while (!stop_.load(std::memory_order_relaxed)) {
      const std::size_t number = next_task_.fetch_add(1);
      if (number >= tasks_.size()) return;
      const Task& task = tasks_[number];
      const PerftDetails counts = walk(walker, task);
      const std::scoped_lock lock(mutex_);
      result_.root_moves[task.root_move].counts += counts;
      nodes_ += counts.nodes;
      ++finished_;
      if (progress_) progress_(static_cast<double>(finished_) / static_cast<double>(tasks_.size()), nodes_);
    }
  }

  [[nodiscard]] PerftDetails walk(Walker& walker, const Task& task) const {
    const int plies = task.second ? 2 : 1;
    const int below = options_.depth - plies;
    if (below == 0 && options_.details) return walker.leaf(task.first);
    walker.position().make(task.first);
    if (task.second) walker.position().make(task.second);
    PerftDetails counts;
    if (options_.details)
      counts = walker.count_details(below);
    else
      counts.nodes = walker.count(below);
    for (int i = 0; i < plies; ++i) walker.position().undo();
    return counts;
  }

  const Position& position_;
  const PerftOptions& options_;
  PerftTable* table_;
  const std::atomic<bool>& stop_;
  const PerftProgress& progress_;
  const MoveList root_moves_;
  const std::vector<Task> tasks_;
  std::atomic<std::size_t> next_task_{0};

  std::mutex mutex_;  // guards what follows
  PerftResult result_;
  std::uint64_t nodes_ = 0;
  std::size_t finished_ = 0;
};

}  // namespace

PerftDetails& PerftDetails::operator+=(const PerftDetails& other) {
  nodes += other.nodes;
  captures += other.captures;
  en_passant += other.en_passant;
  castles += other.castles;
  promotions += other.promotions;
  checks += other.checks;
  discovered_checks += other.discovered_checks;
  double_checks += other.double_checks;
  mates += other.mates;
  return *this;
}

std::uint64_t perft(const Position& position, int depth) {
  const std::atomic<bool> never{false};
  return Walker(position, nullptr, never).count(depth);
}

base::Expected<PerftResult> run_perft(const Position& position, const PerftOptions& options,
                                      const std::atomic<bool>& stop, const PerftProgress& progress) {
  std::optional<PerftTable> table;
  if (options.hash_megabytes > 0 && !options.details) {
    auto made = PerftTable::of_megabytes(options.hash_megabytes);
    if (!made) return tl::unexpected(made.error());
    table = *std::move(made);
  }
  return Run(position, options, table ? &*table : nullptr, stop, progress).finish();
}

}  // namespace zugwerk::chess
