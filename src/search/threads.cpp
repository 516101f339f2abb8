#include "search/threads.h"

#include <algorithm>
#include <map>
#include <utility>

namespace zugwerk::search {

using namespace chess;
using namespace eval;

namespace {

constexpr std::size_t kFirstTableMegabytes = 16;

}  // namespace

Threads::Threads(Events events) : events_(std::move(events)) {
  static_cast<void>(shared_.table.resize(kFirstTableMegabytes, 1));
  set_count(1);
}

Threads::~Threads() {
  stop();
  wait();
}

void Threads::set_count(int count) {
  stop();
  wait();
  while (this->count() > count) workers_.pop_back();
  while (this->count() < count) workers_.push_back(std::make_unique<Worker>(shared_, this->count()));
}

base::Expected<void> Threads::set_table_size(std::size_t megabytes) {
  stop();
  wait();
  return shared_.table.resize(megabytes, count());
}

void Threads::clear() {
  stop();
  wait();
  shared_.table.clear(count());
  for (const auto& worker : workers_) worker->clear();
}

std::uint64_t Threads::nodes() const {
  std::uint64_t sum = 0;
  for (const auto& worker : workers_) sum += worker->nodes();
  return sum;
}

std::uint64_t Threads::tb_hits() const {
  std::uint64_t sum = shared_.root_tables.hits;
  for (const auto& worker : workers_) sum += worker->tb_hits();
  return sum;
}

void Threads::go(const Position& position, const Limits& limits, const Settings& settings) {
  stop();
  wait();
  shared_.limits = limits;
  shared_.settings = settings;
  shared_.stop = false;
  shared_.pondering = limits.ponder;
  shared_.table.age();
  shared_.time.start(limits, position.side_to_move(), settings);
  shared_.root_tables = ask_tables(position, settings);
  for (const auto& worker : workers_) worker->prepare(position);
  {
    const std::scoped_lock lock(mutex_);
    held_ = limits.infinite || limits.ponder;
  }
  main_ = std::thread([this] { run(); });
}

void Threads::run() {
  const auto all_nodes = [this] { return nodes(); };
  const auto all_tb_hits = [this] { return tb_hits(); };
  {
    std::vector<std::jthread> helpers;
    for (std::size_t i = 1; i < workers_.size(); ++i)
      helpers.emplace_back(
          [this, i, &all_nodes, &all_tb_hits] { workers_[i]->search(Events{}, all_nodes, all_tb_hits); });
    workers_[0]->search(events_, all_nodes, all_tb_hits);
    {
      // An analysis or a ponder search that has nothing left to find still owes silence until it is asked.
      std::unique_lock lock(mutex_);
      released_.wait(lock, [this] { return !held_; });
    }
    shared_.stop = true;
  }
  report_best_move(chosen_worker());
}

const Worker& Threads::chosen_worker() const {
  const Worker* chosen = workers_[0].get();
  if (workers_.size() == 1 || chosen->root_moves().empty() || shared_.settings.line_count > 1 || shared_.limits.depth)
    return *chosen;

  const auto score_of = [](const Worker& worker) {
    const RootMove& best = worker.root_moves().front();
    return best.score != -kInfinite ? best.score : best.previous_score;
  };
  // Deep and good results vote for their moves; a proven mate needs no majority.
  Score worst = kInfinite;
  for (const auto& worker : workers_) worst = std::min(worst, score_of(*worker));
  std::map<std::uint16_t, std::int64_t> votes;
  constexpr int kEverybodyCounts = 14;
  for (const auto& worker : workers_)
    votes[worker->root_moves().front().move.to_bits()] +=
        std::int64_t{score_of(*worker) - worst + kEverybodyCounts} * worker->completed_depth();
  for (const auto& worker : workers_) {
    const Score score = score_of(*worker);
    const Score best = score_of(*chosen);
    const auto vote = [&](const Worker& of) { return votes[of.root_moves().front().move.to_bits()]; };
    const bool better =
        best.is_win() || score.is_win() || best.is_loss() ? score > best : vote(*worker) > vote(*chosen);
    if (better) chosen = worker.get();
  }
  return *chosen;
}

void Threads::report_best_move(const Worker& chosen) const {
  BestMoveReport report;
  if (!chosen.root_moves().empty()) {
    const RootMove& best = chosen.root_moves().front();
    report.best = best.move;
    if (best.line.size() > 1) report.ponder = best.line[1];
    // The last line that is reported belongs to the move that is played.
    if (&chosen != workers_[0].get() && events_.on_line) {
      LineReport line;
      line.depth = chosen.completed_depth();
      line.selective_depth = std::max(best.selective_depth, 1);
      line.score = best.reported_score();
      line.nodes = nodes();
      line.table_hits = tb_hits();
      line.table_permille = shared_.table.permille_full();
      line.elapsed = shared_.time.elapsed();
      line.moves = best.line;
      line.bound = best.reported_bound();
      events_.on_line(line);
    }
  }
  if (events_.on_best_move) events_.on_best_move(report);
}

void Threads::stop() {
  shared_.stop = true;
  shared_.pondering = false;
  const std::scoped_lock lock(mutex_);
  held_ = false;
  released_.notify_all();
}

void Threads::ponder_hit() {
  shared_.pondering = false;
  const std::scoped_lock lock(mutex_);
  held_ = shared_.limits.infinite;
  released_.notify_all();
}

void Threads::wait() {
  if (main_.joinable()) main_.join();
}

}  // namespace zugwerk::search
