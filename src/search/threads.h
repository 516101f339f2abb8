// search/threads.h
//
// All threads of one engine: starts searches in the background, lets several workers share a transposition table (Lazy
// SMP), and names the move they agree on.

#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "chess/position.h"
#include "search/events.h"
#include "search/limits.h"
#include "search/settings.h"
#include "search/worker.h"

namespace zugwerk::search {

class Threads {
 public:
  static constexpr int kMostThreads = 1024;

  explicit Threads(Events events);
  Threads(const Threads&) = delete;
  Threads& operator=(const Threads&) = delete;
  ~Threads();

  // These are called from one thread. Changes end a running search first.
  void set_count(int count);
  [[nodiscard]] base::Expected<void> set_hash(std::size_t megabytes);
  /// Other machines that search the same positions from now on; nullptr for none. The caller keeps it alive.
  void set_exchange(Exchange* exchange);
  /// Clears the transposition table and the histories.
  void clear();
  /// Starts a search; none may be running (see end()).
  void go(const chess::Position& position, const Limits& limits, const Settings& settings);
  /// Ends a running search and returns when its best move has been reported.
  void end();

  /// Ends the search soon; its best move is still reported.
  void stop();
  /// The expected move was played: the search goes on with its clock running.
  void ponder_hit();
  /// Returns when no search is running.
  void wait();

  [[nodiscard]] int count() const { return static_cast<int>(workers_.size()); }
  [[nodiscard]] std::size_t hash_megabytes() const { return shared_.tt.megabytes(); }
  /// Visited by all threads, here and on other machines.
  [[nodiscard]] std::uint64_t nodes() const;
  /// Positions found in the tablebases, including the root moves.
  [[nodiscard]] std::uint64_t tb_hits() const;
  /// How late recent searches with a clock were; see time_manager.h. No search is running.
  [[nodiscard]] Milliseconds lateness() const { return shared_.time.lateness(); }

 private:
  using TimePoint = TimeManager::Clock::time_point;

  [[nodiscard]] std::uint64_t own_nodes() const;
  [[nodiscard]] std::uint64_t own_tb_hits() const;
  void run();
  /// Waits until the best move may be reported. Returns when our clock started for it; nothing if it did not, or if the
  /// search was stopped.
  [[nodiscard]] std::optional<TimePoint> wait_for_release();
  /// The lines of the main worker, or the line of the move that won the vote of the workers and of other
  /// machines.
  [[nodiscard]] std::vector<LineReport> chosen_lines() const;
  void report_best_move();

  const Events events_;
  Exchange* exchange_ = nullptr;
  Shared shared_;
  std::vector<std::unique_ptr<Worker>> workers_;
  std::thread main_;
  std::mutex mutex_;
  std::condition_variable released_;  // by a stop or a ponder hit, while the best move is held back
  bool held_ = false;
  std::optional<TimePoint> clock_started_;  // for the running search, unless it was stopped
};

}  // namespace zugwerk::search
