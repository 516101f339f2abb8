#include "web/engine_pool.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace zugwerk::web {

namespace {

using Clock = std::chrono::steady_clock;

[[nodiscard]] search::Milliseconds since(Clock::time_point start) {
  return std::chrono::duration_cast<search::Milliseconds>(Clock::now() - start);
}

[[nodiscard]] bool has_clock(const search::Limits& limits) {
  return limits.has_clock(chess::Color::White) || limits.has_clock(chess::Color::Black);
}

/// What is left of the limits after earlier turns.
[[nodiscard]] search::Limits what_is_left(search::Limits limits, const Progress& before) {
  if (limits.move_time) limits.move_time = std::max(*limits.move_time - before.time, search::Milliseconds(1));
  if (limits.nodes) limits.nodes = *limits.nodes > before.nodes ? *limits.nodes - before.nodes : 1;
  return limits;
}

}  // namespace

EnginePool::Seat::Seat(EnginePool& pool)
    : engine({
          .on_line =
              [this](const search::LineReport& report) {
                if (ticket->order_.on_line) ticket->order_.on_line(report);
              },
          .on_current_move = {},
          .on_best_move =
              [this, &pool](const search::BestMoveReport& report) {
                const std::scoped_lock lock(pool.mutex_);
                best = report;
                finished = true;
                pool.changed_.notify_all();
              },
      }) {}

base::Expected<std::unique_ptr<EnginePool>> EnginePool::create(const PoolSettings& settings) {
  std::unique_ptr<EnginePool> pool(new EnginePool(settings));
  const auto share = std::max<std::size_t>(1, settings.hash_megabytes / static_cast<std::size_t>(settings.threads));
  for (int i = 0; i < settings.threads; ++i) {
    auto seat = std::make_unique<Seat>(*pool);
    if (const auto set = seat->engine.set_hash(share); !set) return tl::make_unexpected(set.error());
    if (const auto set = seat->engine.load_tablebases(settings.tables); !set) return tl::make_unexpected(set.error());
    pool->seats_.push_back(std::move(seat));
  }
  for (const auto& seat : pool->seats_) seat->thread = std::thread([&of = *pool, &seat] { of.run(*seat); });
  return pool;
}

EnginePool::~EnginePool() {
  {
    const std::scoped_lock lock(mutex_);
    closing_ = true;
    changed_.notify_all();
  }
  for (const auto& seat : seats_)
    if (seat->thread.joinable()) seat->thread.join();
  for (const auto* queue : {&urgent_, &patient_})
    for (const auto& ticket : *queue)
      if (ticket->order_.on_end) ticket->order_.on_end({}, true);
}

std::shared_ptr<EnginePool::Ticket> EnginePool::place(Order order) {
  std::shared_ptr<Ticket> ticket(new Ticket(std::move(order)));
  const std::scoped_lock lock(mutex_);
  enqueue(ticket);
  changed_.notify_all();
  return ticket;
}

void EnginePool::enqueue(const std::shared_ptr<Ticket>& ticket) {
  ticket->waits_since_ = Clock::now();
  (ticket->order_.open_ended ? patient_ : urgent_).push_back(ticket);
}

void EnginePool::cancel(const std::shared_ptr<Ticket>& ticket) {
  if (!ticket) return;
  {
    const std::scoped_lock lock(mutex_);
    if (std::exchange(ticket->cancelled_, true)) return;
    const auto left = [&](std::deque<std::shared_ptr<Ticket>>& queue) { return std::erase(queue, ticket) > 0; };
    if (!left(urgent_) && !left(patient_)) {
      // It has a seat, whose thread will report its end; or it has ended.
      changed_.notify_all();
      return;
    }
  }
  if (ticket->order_.on_end) ticket->order_.on_end({}, true);
}

std::shared_ptr<EnginePool::Ticket> EnginePool::next_ticket() {
  const bool is_due = is_patience_over();
  if (!is_due && !urgent_.empty()) return next_urgent_ticket();
  auto ticket = std::move(patient_.front());
  patient_.pop_front();
  ticket->is_due_ = is_due;
  last_patient_turn_ = Clock::now();
  return ticket;
}

std::shared_ptr<EnginePool::Ticket> EnginePool::next_urgent_ticket() {
  const auto last_turn = [&](const std::shared_ptr<Ticket>& ticket) {
    const auto found = last_turns_.find(ticket->order_.client);
    return found == last_turns_.end() ? 0 : found->second;
  };
  // Of equals the first, which has waited longest.
  const auto next = std::min_element(urgent_.begin(), urgent_.end(),
                                     [&](const auto& a, const auto& b) { return last_turn(a) < last_turn(b); });
  auto ticket = std::move(*next);
  urgent_.erase(next);
  // Forgetting costs the others no more than one turn.
  constexpr std::size_t kMostClients = 1024;
  if (last_turns_.size() >= kMostClients) last_turns_.clear();
  last_turns_[ticket->order_.client] = ++turns_;
  return ticket;
}

bool EnginePool::is_patience_over() const {
  if (patient_.empty()) return false;
  return since(std::max(patient_.front()->waits_since_, last_patient_turn_)) >= settings_.longest_wait;
}

std::size_t EnginePool::order_count() {
  const std::scoped_lock lock(mutex_);
  return static_cast<std::size_t>(running_) + urgent_.size() + patient_.size();
}

bool EnginePool::must_make_room(const Ticket& ticket, search::Milliseconds spent) const {
  if (free_threads_ > 0) return false;
  if (!ticket.order_.open_ended) return spent >= settings_.long_turn && (!urgent_.empty() || is_patience_over());
  return (!urgent_.empty() && !ticket.is_due_) || (someone_waits() && spent >= settings_.turn);
}

void EnginePool::run(Seat& seat) {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [this] { return closing_ || (someone_waits() && free_threads_ > 0); });
    if (closing_) return;
    take_turn(seat, lock);
  }
}

void EnginePool::take_turn(Seat& seat, std::unique_lock<std::mutex>& lock) {
  seat.ticket = next_ticket();
  seat.finished = false;
  seat.best = {};
  Ticket& ticket = *seat.ticket;
  const Order& order = ticket.order_;
  ++running_;
  const int wanted_by = running_ + static_cast<int>(urgent_.size() + patient_.size());
  const int threads = std::clamp(settings_.threads / wanted_by, 1, free_threads_);
  free_threads_ -= threads;

  lock.unlock();
  if (seat.engine.threads() != threads) seat.engine.set_threads(threads);
  seat.engine.set_lines(order.lines);
  seat.engine.set_analyses(order.open_ended);
  seat.engine.set_level(order.elo);
  seat.engine.use_network(order.by_network);
  seat.engine.set_position(order.position);
  const auto start = Clock::now();
  seat.engine.go(what_is_left(order.limits, ticket.before_));

  const auto progress = [&] {
    return Progress{ticket.before_.nodes + seat.engine.nodes(), ticket.before_.time + since(start)};
  };
  lock.lock();
  while (true) {
    const auto has_to_leave = [&] {
      return closing_ || seat.finished || ticket.cancelled_ || must_make_room(ticket, since(start));
    };
    if (changed_.wait_for(lock, settings_.between_progress_reports, has_to_leave)) break;
    if (order.on_progress) {
      lock.unlock();
      order.on_progress(progress());
      lock.lock();
    }
  }
  // A search that is told to stop also reports a best move. That is final only if a clock runs: waiting for another
  // turn would cost the player more than searching less.
  const bool interrupted = closing_ || ticket.cancelled_;
  const bool finished = seat.finished || (!interrupted && has_clock(order.limits));
  lock.unlock();
  seat.engine.stop_and_wait();
  ticket.before_ = progress();
  if (order.on_progress) order.on_progress(ticket.before_);

  lock.lock();
  free_threads_ += threads;
  --running_;
  const bool cancelled = closing_ || ticket.cancelled_;
  if (!finished && !cancelled) {
    enqueue(seat.ticket);
  } else if (order.on_end) {
    lock.unlock();
    order.on_end(seat.best, cancelled && !finished);
    lock.lock();
  }
  seat.ticket.reset();
  changed_.notify_all();
}

}  // namespace zugwerk::web
