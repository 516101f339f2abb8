// engine/engine.h
//
// A chess engine as an object: a position, options, and a search in the background that reports events. Owns the table
// and the threads; prints nothing, so that every protocol can render it. Two engines can live in one process.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "base/error.h"
#include "chess/fen.h"
#include "chess/position.h"
#include "nnue/network.h"
#include "search/events.h"
#include "search/limits.h"
#include "search/threads.h"

namespace zugwerk::engine {

class Engine {
 public:
  static constexpr std::size_t kDefaultHash = 16;
  static constexpr int kMostLines = 256;
  static constexpr int kMostOverhead = 5000;

  /// Events arrive from the search's thread. The embedded network evaluates, if there is one.
  explicit Engine(search::Events events);

  // Every change ends a running search first; its best move is reported before the call returns.

  [[nodiscard]] base::Expected<void> set_hash(std::size_t megabytes) { return threads_.set_table_size(megabytes); }
  void set_threads(int count) { threads_.set_count(count); }
  void set_lines(int count);
  void set_move_overhead(search::Milliseconds overhead);
  /// The opponent's time is used too, so more of our own can be spent.
  void set_ponders(bool ponders);
  /// Somebody looks on: obvious moves get their full time as well.
  void set_analyses(bool analyses);
  /// Another network instead of the one that is loaded; none: only the classical evaluation is left.
  void set_network(std::shared_ptr<const nnue::Network> network);
  /// The same from a file, or the embedded one for an empty path. On an error everything stays as it was.
  [[nodiscard]] base::Expected<void> load_network(const std::string& path);
  /// Whether a loaded network evaluates, or the classical evaluation in spite of it.
  void use_network(bool use);
  void clear_hash() { threads_.clear(); }
  void new_game() { threads_.clear(); }
  void set_position(chess::Position position);
  [[nodiscard]] const chess::Position& position() const { return position_; }

  void go(const search::Limits& limits) { threads_.go(position_, limits, settings_); }
  /// Ends the search soon; returns at once.
  void stop() { threads_.stop(); }
  /// Ends the search and returns when its best move has been reported.
  void stop_and_wait();
  void ponder_hit() { threads_.ponder_hit(); }
  /// Returns when the search has ended by itself.
  void wait() { threads_.wait(); }

  [[nodiscard]] std::uint64_t nodes() const { return threads_.nodes(); }
  [[nodiscard]] std::size_t hash_megabytes() const { return threads_.table_megabytes(); }
  /// The network that evaluates; nothing if the classical evaluation does.
  [[nodiscard]] const std::shared_ptr<const nnue::Network>& network() const { return settings_.network; }
  [[nodiscard]] int threads() const { return threads_.count(); }

 private:
  void choose_evaluation();

  chess::Position position_;
  search::Threads threads_;
  search::Settings settings_;
  std::shared_ptr<const nnue::Network> loaded_;  // whether used or not
  bool use_network_ = true;
};

}  // namespace zugwerk::engine
