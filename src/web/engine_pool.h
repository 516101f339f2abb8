// web/engine_pool.h
//
// Searches for many clients with few threads and one budget of memory. Every search gets a seat with an engine; how
// many threads it may use depends on how many others there are. If there are more searches than threads, open-ended
// ones take turns and yield at once to a move that a player waits for; long move searches take turns among themselves,
// or move immediately if a clock runs. Independent of sessions and HTTP.

#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "base/error.h"
#include "chess/position.h"
#include "engine/engine.h"
#include "search/events.h"
#include "search/limits.h"

namespace zugwerk::web {

/// The progress of an order, over all of its turns.
struct Progress {
  std::uint64_t nodes = 0;
  search::Milliseconds time{0};
};

/// A search to be done. The functions are called from the pool's threads, one at a time for each order.
struct Order {
  chess::Position position;
  search::Limits limits;
  int lines = 1;
  bool by_network = true;   // if the program has one; otherwise the classical evaluation
  std::optional<int> elo;   // plays like a player of this rating
  bool open_ended = false;  // until cancelled: it may be interrupted and resumed
  std::string client;       // whose turn it is: among moves, the client whose last turn is longest ago goes first
  std::function<void(const search::LineReport&)> on_line;
  std::function<void(const Progress&)> on_progress;  // about ten times a second while it has a seat
  /// Called once, at the end; there is no best move if it was cancelled before one was found.
  std::function<void(const search::BestMoveReport&, bool cancelled)> on_end;
};

struct PoolSettings {
  int threads = 1;                            // searching at the same time, for all clients together
  std::size_t hash_megabytes = 64;            // for all hash tables together
  std::string tables = {};                    // folders of tablebases; empty: none
  search::Milliseconds turn{250};             // how long an open-ended search goes on while others wait
  search::Milliseconds long_turn{2000};       // how long a move goes on while other players wait
  search::Milliseconds longest_wait{10'000};  // after which an open-ended search gets a turn although players wait
  search::Milliseconds between_progress_reports{100};
};

class EnginePool {
 public:
  /// An order that was placed.
  class Ticket {
   private:
    friend class EnginePool;
    explicit Ticket(Order order) : order_(std::move(order)) {}
    Order order_;
    Progress before_;  // in earlier turns
    // Guarded by the pool's mutex.
    std::chrono::steady_clock::time_point waits_since_;
    bool is_due_ = false;  // an open-ended search that may finish its turn although players wait
    bool cancelled_ = false;
  };

  /// Fails if there is not enough memory.
  [[nodiscard]] static base::Expected<std::unique_ptr<EnginePool>> create(const PoolSettings& settings);
  EnginePool(const EnginePool&) = delete;
  EnginePool& operator=(const EnginePool&) = delete;
  /// Cancels whatever is left.
  ~EnginePool();

  [[nodiscard]] std::shared_ptr<Ticket> place(Order order);
  /// The order ends soon, with its on_end; returns at once. Does nothing if the order has ended.
  void cancel(const std::shared_ptr<Ticket>& ticket);

  [[nodiscard]] const PoolSettings& settings() const { return settings_; }
  /// Orders that are waiting or being searched.
  [[nodiscard]] std::size_t order_count();

 private:
  struct Seat {
    explicit Seat(EnginePool& pool);
    std::shared_ptr<Ticket> ticket;  // set by the seat's thread while no search runs
    search::BestMoveReport best;     // guarded by the pool's mutex
    bool finished = false;           // the same
    engine::Engine engine;
    std::thread thread;
  };

  explicit EnginePool(const PoolSettings& settings) : settings_(settings), free_threads_(settings.threads) {}

  void run(Seat& seat);
  void take_turn(Seat& seat, std::unique_lock<std::mutex>& lock);
  void enqueue(const std::shared_ptr<Ticket>& ticket);
  [[nodiscard]] std::shared_ptr<Ticket> next_ticket();
  [[nodiscard]] std::shared_ptr<Ticket> next_urgent_ticket();
  /// Whether the first open-ended search has waited so long that it goes before a move.
  [[nodiscard]] bool is_patience_over() const;
  /// Whether a search that has run for this long must yield its seat to a waiting one. If it has a clock it then plays
  /// its move, since it would lose time in the queue.
  [[nodiscard]] bool must_make_room(const Ticket& ticket, search::Milliseconds spent) const;
  [[nodiscard]] bool someone_waits() const { return !urgent_.empty() || !patient_.empty(); }

  const PoolSettings settings_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool closing_ = false;
  int free_threads_;
  int running_ = 0;
  std::deque<std::shared_ptr<Ticket>> urgent_;
  std::deque<std::shared_ptr<Ticket>> patient_;
  std::chrono::steady_clock::time_point last_patient_turn_;
  std::uint64_t turns_ = 0;
  std::map<std::string, std::uint64_t> last_turns_;  // of clients
  std::vector<std::unique_ptr<Seat>> seats_;
};

}  // namespace zugwerk::web
