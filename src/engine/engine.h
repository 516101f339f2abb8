// engine/engine.h
//
// A chess engine as an object: a position, options, and a search in the background that reports events. Owns the
// transposition table and the threads; prints nothing, so that every protocol can render it. Two engines can live in
// one process.

#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "chess/notation/fen.h"
#include "chess/position.h"
#include "engine/level.h"
#include "engine/opening.h"
#include "nnue/network.h"
#include "search/events.h"
#include "search/limits.h"
#include "search/settings.h"
#include "search/threads.h"
#include "tablebase/syzygy.h"

namespace zugwerk::engine {

class Engine {
 public:
  static constexpr std::size_t kDefaultHash = 16;  // megabytes
  static constexpr std::size_t kMostHash = search::TranspositionTable::kMostMegabytes;
  static constexpr int kMostThreads = search::Threads::kMostThreads;
  static constexpr int kMostLines = 256;
  static constexpr int kMostOverhead = 5000;

  /// Called with a sentence for people when a search starts: a move from the book, a file that is broken.
  using OnNote = std::function<void(const std::string&)>;

  /// Events arrive from the search's thread, notes from the thread that calls go(). The embedded network evaluates, if
  /// there is one.
  explicit Engine(search::Events events, OnNote on_note = {});

  // Every change ends a running search first. Its best move is reported before the call returns.

  [[nodiscard]] base::Expected<void> set_hash(std::size_t megabytes) { return threads_.set_hash(megabytes); }
  /// Searches at full strength are shared with other machines from now on; nullptr: not. The caller keeps it alive.
  void set_exchange(search::Exchange* exchange) { threads_.set_exchange(exchange); }
  void set_threads(int count) { threads_.set_count(count); }
  void set_lines(int count);
  void set_move_overhead(search::Milliseconds overhead);
  /// The opponent's time is used too, so more of our own can be spent.
  void set_ponders(bool ponders);
  /// Analysis: forced moves and known mates get their full time too.
  void set_analyses(bool analyses);
  /// Loads the tablebases in the folders of a path; none for an empty path. On an error there are none either.
  [[nodiscard]] base::Expected<void> load_tablebases(const std::string& path);
  [[nodiscard]] const tablebase::Tables* tablebases() const { return settings_.tablebases.get(); }
  /// The most pieces to probe with, the least depth with exactly that many, and whether fifty moves are a draw.
  void set_tb_limits(int pieces, int depth, bool fifty_moves);
  /// Replaces the loaded network; nullptr leaves only the classical evaluation.
  void set_network(std::shared_ptr<const nnue::Network> network);
  /// The same from a file; the embedded network for an empty path. On an error nothing changes.
  [[nodiscard]] base::Expected<void> load_network(const std::string& path);
  /// Whether to use the loaded network or the classical evaluation.
  void use_network(bool use);
  /// Plays like a player of this rating (see level.h), or at full strength. Analyses are always at full strength.
  void set_level(std::optional<int> elo);
  /// The two halves of that: whether strength is limited, and to what.
  void limit_strength(bool limit);
  void set_elo(int elo);
  /// The rating it plays at; none: full strength.
  [[nodiscard]] std::optional<int> level() const { return limits_strength_ ? std::optional(elo_) : std::nullopt; }
  /// With a seed a level plays reproducibly; without one every game is different.
  void set_level_seed(std::optional<std::uint64_t> seed);
  void clear_hash() { threads_.clear(); }
  void new_game();
  void set_position(chess::Position position);
  [[nodiscard]] const chess::Position& position() const { return position_; }

  /// The book and its settings; not to be changed during a search.
  [[nodiscard]] Opening& opening() { return opening_; }

  /// Searches, or plays from the book if that is enabled; a book move is reported after a search to depth 1.
  void go(const search::Limits& limits);
  /// Ends the search soon; returns at once.
  void stop() { threads_.stop(); }
  /// Ends the search and returns when its best move has been reported.
  void stop_and_wait() { threads_.end(); }
  void ponder_hit() { threads_.ponder_hit(); }
  /// Waits for the search to end by itself.
  void wait() { threads_.wait(); }

  /// What the next search is started with.
  [[nodiscard]] const search::Settings& settings() const { return settings_; }

  [[nodiscard]] std::uint64_t nodes() const { return threads_.nodes(); }
  [[nodiscard]] std::size_t hash_megabytes() const { return threads_.hash_megabytes(); }
  /// The network in use; nullptr if the classical evaluation is.
  [[nodiscard]] const std::shared_ptr<const nnue::Network>& network() const { return settings_.network; }
  [[nodiscard]] int threads() const { return threads_.count(); }

 private:
  void say(const std::vector<std::string>& notes) const;
  void choose_evaluation();
  void renew_player();
  /// Passes the reports of the search on. A player of a level chooses the best move itself.
  [[nodiscard]] search::Events player_events();
  [[nodiscard]] search::BestMoveReport decide(const search::BestMoveReport& best);

  const search::Events events_;
  const OnNote on_note_;
  chess::Position position_;
  bool limits_strength_ = false;
  int elo_ = Level::kDefaultElo;  // kept while strength is not limited
  std::optional<std::uint64_t> level_seed_;
  std::optional<Level> player_;  // none: full strength
  bool weighs_ = false;          // the player of a level will choose among the lines; only its choice is reported
  /// Lines of the last complete iteration. Scores of different depths must not be compared: a move could be chosen only
  /// because it has not been refuted yet.
  std::vector<search::LineReport> weighed_;
  Opening opening_;
  search::Threads threads_;
  search::Settings settings_;
  std::shared_ptr<const nnue::Network> loaded_;  // even if not in use
  bool use_network_ = true;
};

}  // namespace zugwerk::engine
