// search/worker.h
//
// One thread's search: its own position, evaluator, histories and root moves. The tree is in search.cpp, the leaves in
// quiescence.cpp, iterative deepening in root.cpp.

#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "chess/position.h"
#include "eval/evaluator.h"
#include "eval/score.h"
#include "search/events.h"
#include "search/histories.h"
#include "search/limits.h"
#include "search/move_picker.h"
#include "search/root_moves.h"
#include "search/shared.h"
#include "search/stack.h"
#include "search/transposition_table.h"

namespace zugwerk::search {

enum class NodeType { Root, Pv, NonPv };

class Worker {
 public:
  /// `number` 0 is the main worker, which reports and decides when the search is done. All of them watch the clock.
  Worker(Shared& shared, int number);

  /// Sets the position. Root moves are the legal moves, or those of the limits.
  void prepare(const chess::Position& position);
  /// Searches until a limit or a stop ends it. The main worker reports to `events`.
  void search(const Events& events);
  /// Clears what was learned in earlier searches.
  void clear();

  [[nodiscard]] std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
  [[nodiscard]] int completed_depth() const { return completed_depth_; }
  /// Positions in its tree that it found in the tablebases.
  [[nodiscard]] std::uint64_t tb_hits() const { return tb_hits_.load(std::memory_order_relaxed); }
  [[nodiscard]] const RootMoves& root_moves() const { return root_moves_; }
  /// The best lines so far, as many as were asked for and there are moves; empty in a finished position. Not while it
  /// is searching in another thread.
  [[nodiscard]] std::vector<LineReport> lines() const;
  /// Reports the lines that differ from the last report with the same line number.
  void report(const std::vector<LineReport>& lines);

 private:
  using Score = eval::Score;

  // root.cpp
  void iterate(int depth);
  void search_line_with_aspiration(int depth);
  /// Completes a PV that leads to a mate with moves from the transposition table.
  void follow_mate(eval::Score score, std::vector<chess::Move>& line) const;
  [[nodiscard]] LineReport report_of(const KnownLine& line, std::size_t number) const;
  /// Reports the lines so far, or a bound of one, in a long iteration.
  void report_progress();
  void report_bound();
  /// Reports a complete iteration of the main worker, and ends the search if that was enough.
  void finish_iteration(int depth);
  [[nodiscard]] bool has_searched_enough(int depth) const;
  [[nodiscard]] std::size_t line_count() const;

  // search.cpp
  template <NodeType kNode>
  [[nodiscard]] Score search_node(Score alpha, Score beta, int depth, int ply, bool cut_node);
  void update_histories(chess::Move best, int depth, int ply, const chess::MoveList& quiets,
                        const chess::MoveList& captures);
  void update_continuations(chess::Piece piece, chess::Square to, int ply, int bonus);
  void update_quiet(chess::Move move, int ply, int bonus);
  [[nodiscard]] Continuations continuations(int ply) const;
  /// No move raised alpha, which speaks for the opponent's last move.
  void reward_last_move(int depth, int ply);
  [[nodiscard]] int quiet_history(chess::Move move, const Continuations& before, chess::Bitboard attacked);

  // quiescence.cpp
  template <NodeType kNode>
  [[nodiscard]] Score quiescence(Score alpha, Score beta, int ply);

  void make(chess::Move move, int ply);
  void undo();
  [[nodiscard]] bool is_draw(int ply) const;
  /// Probes the transposition table; a move that it returns is legal.
  [[nodiscard]] bool probe_hash(int ply, TtEntry& known) const;
  void store_hash(int ply, const TtEntry& entry);
  /// False if the position is not looked up or not found; else its score, and how that bounds the true one.
  [[nodiscard]] bool probe_tablebases(int depth, int ply, Score& score, Bound& bound);
  [[nodiscard]] Score corrected(Score evaluation, int ply);
  void count_node();
  void check_limits();
  /// The first iteration is always finished, so that there is a move to play.
  [[nodiscard]] bool stopped() const { return shared_.stop.load(std::memory_order_relaxed) && completed_depth_ >= 1; }
  [[nodiscard]] bool is_main() const { return number_ == 0; }

  /// Plies before the root, so that looking back never leaves the array.
  static constexpr int kPliesBefore = 6;
  [[nodiscard]] Ply& at(int ply) { return stack_[static_cast<std::size_t>(ply + kPliesBefore)]; }
  [[nodiscard]] const Ply& at(int ply) const { return stack_[static_cast<std::size_t>(ply + kPliesBefore)]; }
  [[nodiscard]] Line& line(int ply) { return lines_[static_cast<std::size_t>(ply)]; }

  Shared& shared_;
  const int number_;
  chess::Position position_;
  eval::Evaluator evaluator_;
  std::unique_ptr<Histories> histories_;
  ReductionTable reductions_;
  std::array<Ply, eval::kMaxPly + kPliesBefore + 4> stack_;
  std::array<Line, eval::kMaxPly + 4> lines_;
  RootMoves root_moves_;
  std::atomic<std::uint64_t> nodes_{0};
  std::atomic<std::uint64_t> tb_hits_{0};
  std::uint64_t next_limit_check_ = 0;
  int selective_depth_ = 0;
  int root_depth_ = 0;
  int completed_depth_ = 0;
  int null_move_barrier_ = 0;   // no null moves before this ply while one is verified
  std::size_t line_index_ = 0;  // of MultiPV
  const Events* events_ = nullptr;
  std::vector<LineReport> reported_;  // the last report of each line
};

}  // namespace zugwerk::search
