// search/worker.h
//
// One thread's search: its own position, evaluator, histories and root moves. The tree is in search.cpp, the leaves in
// quiescence.cpp, iterative deepening in root.cpp.

#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <utility>
#include <vector>

#include "chess/position.h"
#include "eval/evaluator.h"
#include "eval/score.h"
#include "search/events.h"
#include "search/histories.h"
#include "search/limits.h"
#include "search/move_picker.h"
#include "search/root_tables.h"
#include "search/stack.h"
#include "search/time_manager.h"
#include "search/transposition_table.h"

namespace zugwerk::search {

/// What all threads of one search share.
struct Shared {
  TranspositionTable table;
  TimeManager time;
  Limits limits;
  Settings settings;
  std::atomic<bool> stop{false};
  std::atomic<bool> pondering{false};
  RootTables root_tables;
};

struct RootMove {
  chess::Move move;
  eval::Score score = -eval::kInfinite;
  eval::Score previous_score = -eval::kInfinite;
  Bound bound = Bound::Exact;
  std::vector<chess::Move> exact_line;  // that came with its last exact score; none before
  int selective_depth = 0;
  std::uint64_t nodes = 0;
  std::vector<chess::Move> line;  // starts with `move`
  int table_rank = 0;             // moves of a higher one are better, whatever the search thinks
  eval::Score table_score = eval::kNoScore;

  /// What to report: the score of this iteration or the last one, unless tables know better.
  [[nodiscard]] eval::Score reported_score() const {
    const eval::Score found = score != -eval::kInfinite ? score : previous_score;
    return table_score == eval::kNoScore || found == -eval::kInfinite || found.is_mate() ? found : table_score;
  }
  /// What that is worth. A mate whose line is not known to its end is no exact score: it is the least that is certain.
  [[nodiscard]] Bound reported_bound() const {
    const eval::Score reported = reported_score();
    const Bound found = score != -eval::kInfinite ? bound : Bound::Exact;
    const int plies = eval::kMate.value() - std::abs(reported.value());
    if (found != Bound::Exact || !reported.is_mate() || std::cmp_greater_equal(line.size(), plies)) return found;
    return reported > eval::kDraw ? Bound::Lower : Bound::Upper;
  }
};

enum class NodeType { Root, Pv, NonPv };

class Worker {
 public:
  /// `number` 0 is the main worker, which decides when the search has done enough and reports. All watch the clock.
  Worker(Shared& shared, int number);

  /// Takes over a position; root moves are the legal ones, or those of the limits.
  void prepare(const chess::Position& position);
  /// Searches until something ends it. The main worker reports lines to `events`.
  void search(const Events& events, const std::function<std::uint64_t()>& all_nodes,
              const std::function<std::uint64_t()>& all_tb_hits);
  /// Forgets what was learned in earlier searches.
  void clear();

  [[nodiscard]] std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
  /// Positions in its tree that it found in the tablebases.
  [[nodiscard]] std::uint64_t tb_hits() const { return tb_hits_.load(std::memory_order_relaxed); }
  [[nodiscard]] int completed_depth() const { return completed_depth_; }
  [[nodiscard]] const std::vector<RootMove>& root_moves() const { return root_moves_; }

 private:
  using Score = eval::Score;

  // root.cpp
  void iterate(int depth);
  void search_line_with_aspiration(int depth);
  /// Adds to a line that leads to a mate what only the table knows of the way there.
  void follow_mate(eval::Score score, std::vector<chess::Move>& line) const;
  void report_lines(int depth, bool finished_only) const;
  [[nodiscard]] bool iteration_ends_search(int depth);
  [[nodiscard]] RootMove& root_move(chess::Move move);
  /// Behind the last root move that endgame tables hold for as good as that of the line which is searched.
  [[nodiscard]] std::size_t rank_end() const;

  // search.cpp
  template <NodeType kNode>
  [[nodiscard]] Score search_node(Score alpha, Score beta, int depth, int ply, bool cut_node);
  void update_histories(chess::Move best, int depth, int ply, const chess::MoveList& quiets,
                        const chess::MoveList& captures);
  void update_continuations(chess::Piece piece, chess::Square to, int ply, int bonus);
  void update_quiet(chess::Move move, int ply, int bonus);
  [[nodiscard]] Continuations continuations(int ply) const;
  /// No move was good enough after the last one.
  void reward_last_move(int depth, int ply);
  [[nodiscard]] int quiet_history(chess::Move move, const Continuations& before, chess::Bitboard attacked);

  // quiescence.cpp
  template <NodeType kNode>
  [[nodiscard]] Score quiescence(Score alpha, Score beta, int ply);

  void make(chess::Move move, int ply);
  void undo();
  [[nodiscard]] bool is_draw(int ply) const;
  /// Whether the fifty-move rule leaves time for a mate that was found elsewhere.
  [[nodiscard]] bool is_in_time(eval::Score mate, int ply) const;
  /// The score of a position that the tables know, and how it bounds the true one.
  [[nodiscard]] bool ask_tables_in_tree(int depth, int ply, Score& score, Bound& bound);
  [[nodiscard]] Score corrected(Score evaluation, int ply);
  void count_node();
  void check_limits();
  /// The first iteration is always finished, so that there is a move to play.
  [[nodiscard]] bool stopped() const { return shared_.stop.load(std::memory_order_relaxed) && completed_depth_ >= 1; }
  [[nodiscard]] bool is_main() const { return number_ == 0; }

  /// Plies before the root, so that looking back never leaves the block.
  static constexpr int kPliesBefore = 6;
  [[nodiscard]] Ply& at(int ply) { return stack_[static_cast<std::size_t>(ply + kPliesBefore)]; }
  [[nodiscard]] const Ply& at(int ply) const { return stack_[static_cast<std::size_t>(ply + kPliesBefore)]; }

  Shared& shared_;
  const int number_;
  chess::Position position_;
  eval::Evaluator evaluator_;
  std::unique_ptr<Histories> histories_;
  ReductionTable reductions_;
  std::array<Ply, eval::kMaxPly + kPliesBefore + 4> stack_;
  std::array<Line, eval::kMaxPly + 4> lines_;
  std::vector<RootMove> root_moves_;
  std::atomic<std::uint64_t> nodes_{0};
  std::atomic<std::uint64_t> tb_hits_{0};
  std::uint64_t next_limit_check_ = 0;
  int selective_depth_ = 0;
  int root_depth_ = 0;
  int completed_depth_ = 0;
  int null_move_barrier_ = 0;   // no null move above this ply while one is verified
  std::size_t line_index_ = 0;  // of MultiPV
  const Events* events_ = nullptr;
  const std::function<std::uint64_t()>* all_nodes_ = nullptr;
  const std::function<std::uint64_t()>* all_tb_hits_ = nullptr;
  IterationReport progress_;
  chess::Move last_best_;  // of the previous iteration
};

}  // namespace zugwerk::search
