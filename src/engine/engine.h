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
#include "chess/fen.h"
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

  // Every change ends a running search first; its best move is reported before the call returns.

  [[nodiscard]] base::Expected<void> set_hash(std::size_t megabytes) { return threads_.set_hash(megabytes); }
  void set_threads(int count) { threads_.set_count(count); }
  void set_lines(int count);
  void set_move_overhead(search::Milliseconds overhead);
  /// The opponent's time is used too, so more of our own can be spent.
  void set_ponders(bool ponders);
  /// Somebody looks on: obvious moves get their full time as well.
  void set_analyses(bool analyses);
  /// Loads the tablebases in the folders of a path; none for an empty path. On an error there are none either.
  [[nodiscard]] base::Expected<void> load_tablebases(const std::string& path);
  [[nodiscard]] const tablebase::Tables* tablebases() const { return settings_.tablebases.get(); }
  /// Pieces up to which they are asked, from which depth with exactly so many, and whether fifty moves are a draw.
  void set_tb_limits(int pieces, int depth, bool fifty_moves);
  /// Another network instead of the one that is loaded; none: only the classical evaluation is left.
  void set_network(std::shared_ptr<const nnue::Network> network);
  /// The same from a file, or the embedded one for an empty path. On an error everything stays as it was.
  [[nodiscard]] base::Expected<void> load_network(const std::string& path);
  /// Whether a loaded network evaluates, or the classical evaluation in spite of it.
  void use_network(bool use);
  /// Plays like a player of this rating (see level.h), or as well as possible; analyses are always as good as possible.
  void set_level(std::optional<int> elo);
  /// The two halves of that: whether strength is limited, and to what.
  void limit_strength(bool limit);
  void set_elo(int elo);
  /// The rating of the player that is imitated; none at full strength.
  [[nodiscard]] std::optional<int> level() const { return limits_strength_ ? std::optional(elo_) : std::nullopt; }
  /// With a seed a player of a level does the same again; without one every game is different.
  void set_level_seed(std::optional<std::uint64_t> seed);
  void clear_hash() { threads_.clear(); }
  void new_game();
  void set_position(chess::Position position);
  [[nodiscard]] const chess::Position& position() const { return position_; }

  /// The book and how it is used, for whoever sets options; not during a search.
  [[nodiscard]] Opening& opening() { return opening_; }

  /// Searches, or plays from the book where that is wanted: the report then is that of a short look at its move.
  void go(const search::Limits& limits);
  /// Ends the search soon; returns at once.
  void stop() { threads_.stop(); }
  /// Ends the search and returns when its best move has been reported.
  void stop_and_wait() { threads_.end(); }
  void ponder_hit() { threads_.ponder_hit(); }
  /// Returns when the search has ended by itself.
  void wait() { threads_.wait(); }

  /// What the next search is started with.
  [[nodiscard]] const search::Settings& settings() const { return settings_; }

  [[nodiscard]] std::uint64_t nodes() const { return threads_.nodes(); }
  [[nodiscard]] std::size_t hash_megabytes() const { return threads_.hash_megabytes(); }
  /// The network that evaluates; nothing if the classical evaluation does.
  [[nodiscard]] const std::shared_ptr<const nnue::Network>& network() const { return settings_.network; }
  [[nodiscard]] int threads() const { return threads_.count(); }

 private:
  void say(const std::vector<std::string>& notes) const;
  void choose_evaluation();
  void renew_player();
  /// Reports of the searching thread on their way out: a player of a level has the last word.
  [[nodiscard]] search::Events player_events();
  [[nodiscard]] search::BestMoveReport decide(const search::BestMoveReport& best);

  const search::Events events_;
  const OnNote on_note_;
  chess::Position position_;
  bool limits_strength_ = false;
  int elo_ = Level::kDefaultElo;  // kept while strength is not limited
  std::optional<std::uint64_t> level_seed_;
  std::optional<Level> player_;  // none: full strength
  bool weighs_ = false;          // the running search is the player's, and only the line it plays is reported
  /// Lines of the last complete iteration: scores of different depths must not be compared, or moves would be played
  /// for not having been refuted yet.
  std::vector<search::LineReport> weighed_;
  Opening opening_;
  search::Threads threads_;
  search::Settings settings_;
  std::shared_ptr<const nnue::Network> loaded_;  // whether used or not
  bool use_network_ = true;
};

}  // namespace zugwerk::engine
