// web/session.h
//
// The server's state for one tab: its running search, and the stream that reports on it. Games and variations belong to
// the page; every request includes its position, so nothing is lost if a session ends.

#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/json.h"
#include "search/events.h"
#include "web/engine_pool.h"
#include "web/positions.h"

namespace zugwerk::web {

/// What a search for one move found.
struct Found {
  search::BestMoveReport best;
  std::optional<search::LineReport> line;  // the last one of the best move
  bool cancelled = false;
};

class Session {
 public:
  using Clock = std::chrono::steady_clock;

  Session(EnginePool& pool, std::string id) : pool_(pool), id_(std::move(id)) {}
  Session(const Session&) = delete;
  Session& operator=(const Session&) = delete;
  ~Session() { close(); }

  [[nodiscard]] const std::string& id() const { return id_; }

  /// Starts the analysis of a position, replacing any other. Returns its number, which its events carry; or nothing if
  /// no stream is open.
  [[nodiscard]] std::optional<std::uint64_t> analyse(const Place& place, int lines, bool by_network);
  void stop_analysis();

  /// Searches for a move, replacing any other search. `on_found` is called once, when the move is found or the search
  /// cancelled, from any thread and possibly before this returns. With a rating the move is that of a player of this
  /// strength. `client` is the address of whoever waits.
  using Thought = std::shared_ptr<EnginePool::Ticket>;
  Thought think(const Place& place, const search::Limits& limits, std::optional<int> elo, const std::string& client,
                const std::function<void(const Found&)>& on_found);
  /// Its client no longer waits for it.
  void give_up(const Thought& thought) { pool_.cancel(thought); }

  /// A new stream replaces an earlier one, which ends. `on_news` is called from any thread whenever there is an event
  /// or the stream has ended; it must not call back.
  [[nodiscard]] std::uint64_t open_stream(std::function<void()> on_news);
  /// The next event for this stream, empty if there is none; nothing if the stream has ended.
  [[nodiscard]] std::optional<std::string> next_event(std::uint64_t stream);
  /// The client has disconnected; its search is stopped.
  void close_stream(std::uint64_t stream);

  /// Ends everything, for good.
  void close();

  /// Since when the session has been idle; nothing while a stream or a request is open.
  [[nodiscard]] std::optional<Clock::time_point> idle_since() const;

 private:
  /// One analysis, shared with the pool's threads, which may briefly outlive the session.
  struct Analysis {
    std::uint64_t number = 0;
    Place place;
    int lines = 1;
    int depth = 0;
    int selective_depth = 0;
    int hashfull = 0;
    std::vector<search::LineReport> reports;  // by line number
    Progress progress;
    bool begun = false;
  };

  /// The state that the pool's threads change; they share its ownership.
  struct Board {
    /// With the mutex held.
    void tell() const {
      if (on_news) on_news();
    }

    std::mutex mutex;
    std::function<void()> on_news;  // of the newest stream
    std::optional<Analysis> analysis;
    std::uint64_t version = 0;  // of the analysis, incremented with every change
    std::uint64_t stream = 0;   // the newest; 0 before the first
    int thoughts = 0;           // searches for moves that have not ended
    bool listening = false;
    bool closed = false;
    Clock::time_point last_sign = Clock::now();
  };

  [[nodiscard]] Order order_of(const Analysis& analysis, bool by_network) const;
  static void hear(Board& board, std::uint64_t number, const search::LineReport& report);
  [[nodiscard]] static std::string analysis_event(const Analysis& analysis);

  EnginePool& pool_;
  const std::string id_;
  const std::shared_ptr<Board> board_ = std::make_shared<Board>();
  // Guarded by the board's mutex.
  std::shared_ptr<EnginePool::Ticket> analysing_;
  std::shared_ptr<EnginePool::Ticket> thinking_;
  std::uint64_t analyses_ = 0;
  std::uint64_t told_version_ = 0;
};

/// All sessions, by their names. Thread-safe.
class Sessions {
 public:
  static constexpr std::size_t kMost = 200;

  explicit Sessions(EnginePool& pool) : pool_(pool) {}

  /// If there are too many, the one that has been idle longest ends. Nothing if all are in use.
  [[nodiscard]] std::shared_ptr<Session> create();
  [[nodiscard]] std::shared_ptr<Session> find(const std::string& id) const;
  /// False if there is none of this name.
  bool remove(const std::string& id);
  void close_all();
  [[nodiscard]] std::size_t count() const;

 private:
  EnginePool& pool_;
  mutable std::mutex mutex_;
  std::map<std::string, std::shared_ptr<Session>> sessions_;
};

}  // namespace zugwerk::web
