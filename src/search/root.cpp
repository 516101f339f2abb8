// The root: iterative deepening with aspiration windows, several lines (MultiPV), and the limits of a search.

#include <algorithm>
#include <cstdlib>
#include <tuple>

#include "chess/movegen.h"
#include "search/worker.h"

namespace zugwerk::search {

using namespace chess;
using namespace eval;

namespace {

/// Nodes between two checks of the limits.
constexpr std::uint64_t kNodesBetweenChecks = 1024;

/// Before this, iterations follow each other so fast that only complete ones are worth reporting.
constexpr Milliseconds kFirstProgressReport{1000};

}  // namespace

Worker::Worker(Shared& shared, int number)
    : shared_(shared), number_(number), histories_(std::make_unique<Histories>()) {}

void Worker::clear() {
  histories_ = std::make_unique<Histories>();  // several megabytes, too large for the stack
  evaluator_.clear();
  reductions_ = ReductionTable();  // a tuning build may have changed its parameters
}

void Worker::prepare(const Position& position) {
  position_ = position;
  evaluator_.set_network(shared_.settings.network);
  evaluator_.follow(position_);
  root_moves_.reset(position_, shared_.limits.search_moves, shared_.root_tb);
  reported_.clear();
  nodes_ = 0;
  tb_hits_ = 0;
  next_limit_check_ = 0;
  completed_depth_ = 0;
  null_move_barrier_ = 0;
  for (Ply& ply : stack_) ply = Ply();
  for (int ply = -kPliesBefore; ply < 0; ++ply)
    at(ply).continuation = &histories_->continuation(Piece::None, Square::A1);
}

void Worker::check_limits() {
  const auto& limits = shared_.limits;
  next_limit_check_ = nodes() + kNodesBetweenChecks;
  if (limits.nodes && is_main()) {
    // Exact with one thread; with several the sum is checked only now and then.
    const std::uint64_t done = shared_.all_nodes();
    if (done >= *limits.nodes && completed_depth_ >= 1) shared_.stop = true;
    const std::uint64_t left = *limits.nodes > done ? *limits.nodes - done : 1;
    next_limit_check_ = nodes() + std::clamp<std::uint64_t>(left, 1, kNodesBetweenChecks);
  }
  if (is_main() && shared_.time.hard_limit()) shared_.time.look();
  // Before the first iteration is finished there is no move to play. Every worker checks the clock: if there are more
  // workers than processors, the main one may not be running when the time is up.
  if (completed_depth_ >= 1 && !shared_.pondering.load(std::memory_order_relaxed) && shared_.time.must_stop())
    shared_.stop = true;
}

void Worker::search(const Events& events) {
  events_ = &events;
  if (root_moves_.empty()) return;
  const int deepest = std::min(shared_.limits.depth.value_or(kMaxPly - 1), kMaxPly - 1);
  for (int depth = 1; depth <= deepest && !stopped(); ++depth) {
    iterate(depth);
    if (stopped()) break;
    root_moves_.finish_iteration();
    completed_depth_ = depth;
    if (is_main()) finish_iteration(depth);
  }
}

std::size_t Worker::line_count() const {
  return std::min(static_cast<std::size_t>(shared_.settings.line_count), root_moves_.size());
}

void Worker::iterate(int depth) {
  root_depth_ = depth;
  root_moves_.start_iteration();
  for (line_index_ = 0; line_index_ < line_count(); ++line_index_) {
    search_line_with_aspiration(depth);
    if (stopped()) return;
    root_moves_.finish_line(line_index_);
    if (line_index_ + 1 < line_count()) report_progress();
  }
}

void Worker::search_line_with_aspiration(int depth) {
  selective_depth_ = 0;
  Score alpha = -kInfinite;
  Score beta = kInfinite;
  int delta = params::kAspirationDelta;
  const Score expected = root_moves_[line_index_].finished.score;
  const bool narrow = depth >= params::kAspirationMinDepth && expected != -kInfinite && !expected.is_decisive();
  if (narrow) {
    alpha = std::max(expected - delta, -kInfinite);
    beta = std::min(expected + delta, kInfinite);
  }
  int failed_high = 0;
  while (true) {
    const Score score = search_node<NodeType::Root>(alpha, beta, std::max(1, depth - failed_high), 0, false);
    root_moves_.order_line(line_index_);
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
    report_bound();
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
  // Whether the TT proves that the side to move mates here within the promised number of plies.
  const auto mate_from = [&](int ply, TtEntry& entry) {
    return shared_.tt.find(position.key(), ply, position.halfmove_clock(), entry) && entry.proves_mate() &&
           entry.score.is_win() && entry.score >= Score::mate_at(static_cast<int>(plies));
  };
  while (line.size() < plies) {
    const int ply = static_cast<int>(line.size());
    const bool mates = (line.size() % 2 == 0) == (score > kDraw);
    Move next;
    TtEntry entry;
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

LineReport Worker::report_of(const KnownLine& line, std::size_t number) const {
  LineReport report;
  report.depth = line.result->depth;
  report.selective_depth = std::max(line.result->selective_depth, 1);
  report.line_number = static_cast<int>(number);
  report.score = line.score;
  report.bound = line.bound;
  report.nodes = shared_.all_nodes();
  report.tb_hits = shared_.all_tb_hits();
  report.hashfull = shared_.tt.permille_full();
  report.elapsed = shared_.time.elapsed();
  report.moves = line.result->line;
  return report;
}

std::vector<LineReport> Worker::lines() const {
  std::vector<LineReport> lines;
  for (const KnownLine& line : root_moves_.best_known(line_count())) lines.push_back(report_of(line, lines.size() + 1));
  return lines;
}

void Worker::report(const std::vector<LineReport>& lines) {
  if (!events_->on_line) return;
  reported_.resize(std::max(reported_.size(), lines.size()));
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const auto what = [](const LineReport& line) { return std::tie(line.depth, line.score, line.bound, line.moves); };
    if (what(lines[i]) == what(reported_[i])) continue;
    events_->on_line(lines[i]);
    reported_[i] = lines[i];
  }
}

void Worker::report_progress() {
  if (is_main() && events_->on_line && shared_.time.elapsed() >= kFirstProgressReport) report(lines());
}

void Worker::report_bound() {
  if (!is_main() || !events_->on_line || shared_.time.elapsed() < kFirstProgressReport) return;
  const RootMove& root = root_moves_[line_index_];
  const LineReport bound = report_of({&root, &root.running, root.running.score, root.running.bound}, line_index_ + 1);
  events_->on_line(bound);
  reported_.resize(std::max(reported_.size(), line_index_ + 1));
  reported_[line_index_] = bound;
}

void Worker::finish_iteration(int depth) {
  if (events_->on_line || events_->on_iteration) {
    IterationReport iteration{depth, lines()};
    report(iteration.lines);
    if (events_->on_iteration) events_->on_iteration(iteration);
  }
  if (shared_.exchange != nullptr) shared_.exchange->iteration_finished({lines().front(), depth});
  const RootMove& best = root_moves_[0];
  const auto total = static_cast<double>(std::max<std::uint64_t>(nodes(), 1));
  shared_.time.note({best.move, best.finished.score, static_cast<double>(best.nodes) / total});
  if (has_searched_enough(depth)) shared_.finish();
}

bool Worker::has_searched_enough(int depth) const {
  const auto& limits = shared_.limits;
  const Score score = root_moves_[0].finished.score;
  if (limits.mate && score.is_mate() && score > kDraw && score.mate_in() <= *limits.mate) return true;
  if (limits.infinite) return false;
  if (limits.soft_nodes && shared_.all_nodes() >= *limits.soft_nodes) return true;
  // With a clock, a single legal move needs no thought, and a mate cannot be improved beyond its own depth.
  const bool thrifty = shared_.time.soft_limit() || limits.soft_nodes;
  if (thrifty && !shared_.settings.analyses) {
    if (shared_.time.soft_limit() && root_moves_.size() == 1 && depth >= params::kTimeOnlyMoveDepth) return true;
    if (score.is_mate() && 2 * std::abs(score.mate_in()) + params::kTimeMateDepthBeyond < depth) return true;
  }
  return shared_.time.should_stop();
}

}  // namespace zugwerk::search
