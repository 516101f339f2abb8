// The root: iterative deepening with aspiration windows, several lines (MultiPV), and the limits of a search.

#include <algorithm>
#include <cstdlib>

#include "chess/movegen.h"
#include "search/worker.h"

namespace zugwerk::search {

using namespace chess;
using namespace eval;

namespace {

/// How often the clock is looked at, in nodes.
constexpr std::uint64_t kNodesBetweenChecks = 1024;

}  // namespace

Worker::Worker(Shared& shared, int number)
    : shared_(shared), number_(number), histories_(std::make_unique<Histories>()) {}

void Worker::clear() {
  histories_ = std::make_unique<Histories>();  // some megabytes, too much for a stack
  evaluator_.clear();
  reductions_ = ReductionTable();  // its numbers may have been tuned
}

void Worker::prepare(const Position& position) {
  position_ = position;
  evaluator_.set_network(shared_.settings.network);
  evaluator_.follow(position_);
  root_moves_.clear();
  for (const Move move : legal_moves(position_)) {
    const auto& wanted = shared_.limits.search_moves;
    if (wanted.empty() || std::find(wanted.begin(), wanted.end(), move) != wanted.end()) {
      RootMove root;
      root.move = move;
      root.line = {move};
      for (const RankedMove& ranked : shared_.root_tables.moves)
        if (ranked.move == move) {
          root.table_rank = ranked.rank;
          root.table_score = ranked.score;
        }
      root_moves_.push_back(std::move(root));
    }
  }
  std::stable_sort(root_moves_.begin(), root_moves_.end(),
                   [](const RootMove& a, const RootMove& b) { return a.table_rank > b.table_rank; });
  nodes_ = 0;
  tb_hits_ = 0;
  next_limit_check_ = 0;
  completed_depth_ = 0;
  null_move_barrier_ = 0;
  progress_ = {};
  last_best_ = Move();
  for (Ply& ply : stack_) ply = Ply();
  for (int ply = -kPliesBefore; ply < 0; ++ply)
    at(ply).continuation = &histories_->continuation(Piece::None, Square::A1);
}

RootMove& Worker::root_move(Move move) {
  return *std::find_if(root_moves_.begin(), root_moves_.end(), [&](const RootMove& root) { return root.move == move; });
}

std::size_t Worker::rank_end() const {
  std::size_t end = line_index_ + 1;
  while (end < root_moves_.size() && root_moves_[end].table_rank == root_moves_[line_index_].table_rank) ++end;
  return end;
}

void Worker::check_limits() {
  const auto& limits = shared_.limits;
  next_limit_check_ = nodes() + kNodesBetweenChecks;
  if (limits.nodes && is_main()) {
    // Exact with one thread; with several the sum is looked at now and then.
    const std::uint64_t done = (*all_nodes_)();
    if (done >= *limits.nodes && completed_depth_ >= 1) shared_.stop = true;
    const std::uint64_t left = *limits.nodes > done ? *limits.nodes - done : 1;
    next_limit_check_ = nodes() + std::clamp<std::uint64_t>(left, 1, kNodesBetweenChecks);
  }
  // Without a finished first iteration there is no move to play. Every worker looks at the clock: where there are more
  // of them than processors, the main one may be waiting for its turn when the time is up.
  if (completed_depth_ >= 1 && !shared_.pondering.load(std::memory_order_relaxed) && shared_.time.must_stop())
    shared_.stop = true;
}

void Worker::search(const Events& events, const std::function<std::uint64_t()>& all_nodes,
                    const std::function<std::uint64_t()>& all_tb_hits) {
  events_ = &events;
  all_nodes_ = &all_nodes;
  all_tb_hits_ = &all_tb_hits;
  if (root_moves_.empty()) return;
  const int deepest = std::min(shared_.limits.depth.value_or(kMaxPly - 1), kMaxPly - 1);
  for (int depth = 1; depth <= deepest && !stopped(); ++depth) {
    iterate(depth);
    if (stopped()) break;
    completed_depth_ = depth;
    if (is_main() && iteration_ends_search(depth)) shared_.stop = true;
  }
}

void Worker::iterate(int depth) {
  root_depth_ = depth;
  for (RootMove& root : root_moves_) root.previous_score = root.score;
  const std::size_t lines = std::min(static_cast<std::size_t>(shared_.settings.line_count), root_moves_.size());
  for (line_index_ = 0; line_index_ < lines && !stopped(); ++line_index_) {
    search_line_with_aspiration(depth);
    if (stopped()) break;
    // A line that turned out better than one before it moves up.
    std::stable_sort(root_moves_.begin(), root_moves_.begin() + static_cast<std::ptrdiff_t>(line_index_) + 1,
                     [](const RootMove& a, const RootMove& b) {
                       return a.table_rank != b.table_rank ? a.table_rank > b.table_rank : a.score > b.score;
                     });
  }
  if (is_main()) report_lines(depth, stopped());
}

void Worker::search_line_with_aspiration(int depth) {
  selective_depth_ = 0;
  Score alpha = -kInfinite;
  Score beta = kInfinite;
  int delta = params::kAspirationDelta;
  const Score expected = root_moves_[line_index_].previous_score;
  const bool narrow = depth >= params::kAspirationMinDepth && expected != -kInfinite && !expected.is_decisive();
  if (narrow) {
    alpha = std::max(expected - delta, -kInfinite);
    beta = std::min(expected + delta, kInfinite);
  }
  int failed_high = 0;
  while (true) {
    const Score score = search_node<NodeType::Root>(alpha, beta, std::max(1, depth - failed_high), 0, false);
    std::stable_sort(root_moves_.begin() + static_cast<std::ptrdiff_t>(line_index_),
                     root_moves_.begin() + static_cast<std::ptrdiff_t>(rank_end()),
                     [](const RootMove& a, const RootMove& b) {
                       return a.score != b.score ? a.score > b.score : a.previous_score > b.previous_score;
                     });
    if (stopped()) return;
    if (score <= alpha) {
      beta = Score((alpha.value() + beta.value()) / 2);
      alpha = std::max(score - delta, -kInfinite);
      failed_high = 0;
    } else if (score >= beta) {
      beta = std::min(score + delta, kInfinite);
      failed_high = std::min(failed_high + 1, params::kAspirationMostReduction);
    } else {
      return;
    }
    delta += delta * params::kAspirationGrowthPercent / 100 + 1;
    if (delta > params::kAspirationWideOpen) {
      alpha = -kInfinite;
      beta = kInfinite;
    }
  }
}

void Worker::follow_mate(Score score, std::vector<Move>& line) const {
  const auto plies = static_cast<std::size_t>(kMate.value() - std::abs(score.value()));
  Position position = position_;
  for (const Move move : line) position.make(move);
  // Whether the table knows that the side to move mates here as soon as was promised.
  const auto mate_from = [&](int ply, TableEntry& entry) {
    return shared_.table.find(position.key(), ply, entry) && entry.proves_mate() && entry.score.is_win() &&
           entry.score >= Score::mate_at(static_cast<int>(plies));
  };
  while (line.size() < plies) {
    const int ply = static_cast<int>(line.size());
    const bool mates = (line.size() % 2 == 0) == (score > kDraw);
    Move next;
    TableEntry entry;
    if (mates) {
      if (mate_from(ply, entry) && position.is_legal(entry.move)) next = entry.move;
    } else {
      Score latest = kInfinite;
      for (const Move move : legal_moves(position)) {
        position.make(move);
        const bool known = mate_from(ply + 1, entry);
        position.undo();
        if (known && entry.score < latest) {
          latest = entry.score;
          next = move;
        }
      }
    }
    if (!next) return;
    position.make(next);
    line.push_back(next);
  }
}

void Worker::report_lines(int depth, bool finished_only) const {
  if (!events_->on_line) return;
  const std::size_t lines = std::min(static_cast<std::size_t>(shared_.settings.line_count), root_moves_.size());
  const Milliseconds elapsed = shared_.time.elapsed();
  for (std::size_t i = 0; i < lines; ++i) {
    const RootMove& root = root_moves_[i];
    const bool searched = root.score != -kInfinite;
    if (finished_only && !searched) continue;
    const Score score = root.reported_score();
    if (score == -kInfinite) continue;
    LineReport report;
    report.depth = depth;
    report.selective_depth = std::max(root.selective_depth, 1);
    report.line_number = static_cast<int>(i) + 1;
    report.score = score;
    report.bound = root.reported_bound();
    report.nodes = (*all_nodes_)();
    report.table_hits = (*all_tb_hits_)();
    report.table_permille = shared_.table.permille_full();
    report.elapsed = elapsed;
    report.moves = root.line;
    events_->on_line(report);
  }
}

bool Worker::iteration_ends_search(int depth) {
  const auto& limits = shared_.limits;
  const RootMove& best = root_moves_.front();
  if (limits.mate && best.score.is_mate() && best.score > kDraw && best.score.mate_in() <= *limits.mate) return true;

  progress_.stable_iterations = best.move == last_best_ ? progress_.stable_iterations + 1 : 0;
  last_best_ = best.move;
  const std::uint64_t total = std::max<std::uint64_t>(nodes(), 1);
  progress_.best_move_share = static_cast<double>(best.nodes) / static_cast<double>(total);
  progress_.score_drop =
      best.previous_score == -kInfinite || best.score.is_decisive() || best.previous_score.is_decisive()
          ? 0
          : best.previous_score - best.score;
  if (limits.infinite || shared_.pondering.load()) return false;
  if (limits.soft_nodes && (*all_nodes_)() >= *limits.soft_nodes) return true;
  // A single legal move needs no thought when the clock runs, and a mate cannot be improved below its own depth.
  const bool thrifty = shared_.time.soft_limit() || limits.soft_nodes;
  if (thrifty && !shared_.settings.analyses) {
    if (shared_.time.soft_limit() && root_moves_.size() == 1 && depth >= params::kTimeOnlyMoveDepth) return true;
    if (best.score.is_mate() && 2 * std::abs(best.score.mate_in()) + params::kTimeMateDepthBeyond < depth) return true;
  }
  return shared_.time.should_stop(progress_);
}

}  // namespace zugwerk::search
