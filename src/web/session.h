// web/session.h
//
// What the server keeps for one tab: the search that runs for it, and the stream by which it hears of it. Games and
// variations are the page's; every request brings its position along, so a session can be lost without loss.

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

  /// Starts the analysis of a position, in the place of any other. Returns its number, by which its events are known;
  /// or nothing if nobody listens to the stream.
  [[nodiscard]] std::optional<std::uint64_t> analyse(const Place& place, int lines, bool by_network);
  void stop_analysis();

  /// Searches for a move, in the place of whatever else ran. `on_found` is called once, when it is found or was
  /// cancelled, from any thread and perhaps at once. With a rating the move is that of a player of this strength.
  using Thought = std::shared_ptr<EnginePool::Ticket>;
  Thought think(const Place& place, const search::Limits& limits, std::optional<int> elo,
                const std::function<void(const Found&)>& on_found);
  /// Nobody waits for it any more.
  void give_up(const Thought& thought) { pool_.cancel(thought); }

  /// A new stream takes the place of an earlier one, which ends. `on_news` is called from any thread whenever there is
  /// an event or the stream is over; it must not call back.
  [[nodiscard]] std::uint64_t open_stream(std::function<void()> on_news);
  /// The next event for this stream, empty if there is none. Nothing: it is over.
  [[nodiscard]] std::optional<std::string> next_event(std::uint64_t stream);
  /// The other end is gone; whatever ran for it is stopped.
  void close_stream(std::uint64_t stream);

  /// Ends everything, for good.
  void close();

  /// Since when nobody has listened or asked; nothing while somebody does.
  [[nodiscard]] std::optional<Clock::time_point> idle_since() const;

 private:
  /// One analysis, shared with the pool's threads, which may outlive the session by a moment.
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

  /// What the pool's threads change; owned together with them.
  struct Board {
    /// With the mutex held.
    void tell() const {
      if (on_news) on_news();
    }

    std::mutex mutex;
    std::function<void()> on_news;  // of the newest stream
    std::optional<Analysis> analysis;
    std::uint64_t version = 0;  // of the analysis, counted with every change
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

  /// Where there are too many, the one that has been idle for longest ends. Nothing if all of them are in use.
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
