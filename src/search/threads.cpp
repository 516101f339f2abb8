#include "search/threads.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "base/thread.h"

namespace zugwerk::search {

using namespace chess;
using namespace eval;

namespace {

constexpr std::size_t kFirstHashMegabytes = 16;

}  // namespace

Threads::Threads(Events events) : events_(std::move(events)) {
  shared_.all_nodes = [this] { return nodes(); };
  shared_.all_tb_hits = [this] { return tb_hits(); };
  static_cast<void>(shared_.tt.resize(kFirstHashMegabytes, 1));
  set_count(1);
}

Threads::~Threads() { end(); }

void Threads::set_count(int count) {
  end();
  while (this->count() > count) workers_.pop_back();
  while (this->count() < count) workers_.push_back(std::make_unique<Worker>(shared_, this->count()));
}

base::Expected<void> Threads::set_hash(std::size_t megabytes) {
  end();
  return shared_.tt.resize(megabytes, count());
}

void Threads::clear() {
  end();
  shared_.tt.clear(count());
  shared_.time.forget_clock();
  for (const auto& worker : workers_) worker->clear();
}

void Threads::set_exchange(Exchange* exchange) {
  end();
  exchange_ = exchange;
}

std::uint64_t Threads::own_nodes() const {
  std::uint64_t sum = 0;
  for (const auto& worker : workers_) sum += worker->nodes();
  return sum;
}

std::uint64_t Threads::own_tb_hits() const {
  std::uint64_t sum = shared_.root_tb.hits;
  for (const auto& worker : workers_) sum += worker->tb_hits();
  return sum;
}

std::uint64_t Threads::nodes() const {
  return own_nodes() + (shared_.exchange != nullptr ? shared_.exchange->nodes() : 0);
}

std::uint64_t Threads::tb_hits() const {
  return own_tb_hits() + (shared_.exchange != nullptr ? shared_.exchange->tb_hits() : 0);
}

void Threads::go(const Position& position, const Limits& limits, const Settings& settings) {
  assert(!main_.joinable());
  const TimePoint now = TimeManager::Clock::now();
  shared_.exchange = settings.alone ? nullptr : exchange_;
  shared_.start(position, limits, settings);
  for (const auto& worker : workers_) worker->prepare(position);
  {
    const std::scoped_lock lock(mutex_);
    held_ = limits.infinite || limits.ponder;
    clock_started_ = held_ ? std::nullopt : std::optional(now);
  }
  if (shared_.exchange != nullptr)
    shared_.exchange->search_started({.position = position.key(),
                                      .tt = &shared_.tt,
                                      .nodes = [this] { return own_nodes(); },
                                      .tb_hits = [this] { return own_tb_hits(); },
                                      .settings = settings});
  main_ = std::thread([this] { run(); });
}

void Threads::run() {
  std::optional<TimePoint> clock_started;
  {
    std::vector<base::Thread> helpers;
    for (std::size_t i = 1; i < workers_.size(); ++i)
      helpers.emplace_back([this, i] { workers_[i]->search(Events{}); });
    workers_[0]->search(events_);
    clock_started = wait_for_release();
    shared_.stop = true;
  }
  if (shared_.exchange != nullptr) shared_.exchange->search_ended();
  shared_.tb_lease.reset();
  report_best_move();
  shared_.time.note_answer(clock_started);
}

std::optional<Threads::TimePoint> Threads::wait_for_release() {
  // Protocols do not allow a best move before stop or ponderhit, even if there is nothing left to search.
  std::unique_lock lock(mutex_);
  if (held_) {
    released_.wait(lock, [this] { return !held_; });
    shared_.time.look_after_pause();
  }
  return clock_started_;
}

std::vector<LineReport> Threads::chosen_lines() const {
  std::vector<LineReport> chosen = workers_[0]->lines();
  if (chosen.empty() || shared_.settings.line_count > 1 || shared_.limits.depth) return chosen;

  std::vector<Ballot> ballots;
  for (const auto& worker : workers_) ballots.push_back({worker->lines().front(), worker->completed_depth()});
  if (shared_.exchange != nullptr) {
    for (Ballot& ballot : shared_.exchange->ballots()) {
      // Another machine may lack the tablebases that exclude a move here.
      if (!workers_[0]->root_moves().competes(0, ballot.line.moves.front())) continue;
      ballot.line.nodes = chosen.front().nodes;
      ballot.line.tb_hits = chosen.front().tb_hits;
      ballot.line.hashfull = chosen.front().hashfull;
      ballot.line.elapsed = chosen.front().elapsed;
      ballots.push_back(std::move(ballot));
    }
  }
  return {std::move(ballots[elect(ballots)].line)};
}

void Threads::report_best_move() {
  const std::vector<LineReport> lines = chosen_lines();
  workers_[0]->report(lines);
  BestMoveReport report;
  if (!lines.empty()) {
    const std::vector<Move>& best = lines.front().moves;
    report.best = best[0];
    if (best.size() > 1) report.ponder = best[1];
  }
  if (events_.on_best_move) events_.on_best_move(report);
}

void Threads::stop() {
  const std::scoped_lock lock(mutex_);
  clock_started_.reset();
  shared_.stop = true;
  shared_.pondering = false;
  held_ = false;
  released_.notify_all();
}

void Threads::ponder_hit() {
  shared_.ponder_hit();
  const std::scoped_lock lock(mutex_);
  held_ = shared_.limits.infinite;
  if (!held_) clock_started_ = TimeManager::Clock::now();
  released_.notify_all();
}

void Threads::wait() {
  if (main_.joinable()) main_.join();
}

void Threads::end() {
  if (!main_.joinable()) return;
  stop();
  wait();
}

}  // namespace zugwerk::search
