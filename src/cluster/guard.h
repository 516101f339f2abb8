// cluster/guard.h
//
// Stands between a client and a cluster that may be lost at any moment: passes lines on, knows what the client is
// waiting for and until when, and lets a local engine answer if the cluster does not. Starts no processes and waits for
// nothing: guard_run.h does that. Times are arguments.

#pragma once

#include <deque>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/clock.h"
#include "chess/notation/fen.h"
#include "chess/position.h"
#include "search/limits.h"
#include "search/settings.h"

namespace zugwerk::cluster {

using base::Milliseconds;
using base::TimePoint;

class Guard {
 public:
  /// Rank 0 answers at once, even while it searches. If it has not answered for so long, the cluster is lost.
  static constexpr Milliseconds kSilence{500};
  static constexpr Milliseconds kIdleSilence{5000};  // the same between searches
  /// The same after an option or a new game, since clearing a large transposition table takes a while.
  static constexpr Milliseconds kLongestTask{60'000};
  /// How long after the hard limit of a search, or after `stop`, the guard answers itself.
  static constexpr Milliseconds kGrace{30};
  static constexpr Milliseconds kStopGrace{500};
  /// A cluster that is not ready after so long is started again.
  static constexpr Milliseconds kLongestStart{30'000};
  static constexpr Milliseconds kLongestPause{30'000};  // between two attempts
  /// Starting processes keeps the guard from everything else for a moment, and on a busy machine for a long one. So it
  /// is put off while an answer is due within this time, but not for ever.
  static constexpr Milliseconds kQuietBeforeAnswer{400};
  static constexpr Milliseconds kLongestQuiet{5'000};
  static constexpr int kMostLocalHash = 256;  // megabytes

  struct Ports {
    std::function<void(const std::string& line)> to_client;
    std::function<void(const std::string& line)> to_cluster;
    std::function<void(const std::string& line)> to_local;
    /// An error if that is impossible.
    std::function<std::optional<std::string>()> start_cluster;
    /// Kills what is left of it.
    std::function<void()> end_cluster;
  };

  Guard(Ports ports, TimePoint now);

  /// False if the client wants to end.
  [[nodiscard]] bool from_client(const std::string& line, TimePoint now);
  void from_cluster(const std::string& line, TimePoint now);
  void from_local(const std::string& line);
  /// The cluster's process has ended, for this reason.
  void cluster_ended(const std::string& reason, TimePoint now);
  /// Time has passed. Call it at least every 10 ms.
  void look(TimePoint now);

 private:
  enum class State { Down, Starting, Ready };
  enum class Asked { AtStart, ByGuard, ByClient };  // why an answer to `isready` is expected

  struct Ping {
    Asked by;
    TimePoint sent;
    Milliseconds patience;
  };

  /// A search that the client waits for.
  struct Search {
    std::string go;  // the client's line
    search::Limits limits;
    TimePoint started;
    bool by_cluster = false;
    bool held = false;                  // no best move before stop or ponderhit
    std::optional<TimePoint> deadline;  // answer by then, whatever is known
    std::string best;                   // the first moves of the best line so far
    std::string ponder;
  };

  void start(TimePoint now);
  [[nodiscard]] bool should_wait_with_start(TimePoint now) const {
    return now - next_start_ < kLongestQuiet && search_ && search_->deadline &&
           *search_->deadline - now < kQuietBeforeAnswer;
  }
  void become_ready();
  void lose(const std::string& reason, TimePoint now);
  void set_option(const std::string& line, std::string_view arguments);
  void set_position(const std::string& line, std::string_view arguments);
  void go(const std::string& line, std::string_view arguments, TimePoint now);
  void stop(TimePoint now);
  void ponder_hit(TimePoint now);
  void ask(Asked by, Milliseconds patience, TimePoint now);
  /// Both engines obey this line.
  void to_both(const std::string& line);
  [[nodiscard]] std::optional<TimePoint> deadline_of(const search::Limits& limits, TimePoint started) const;
  /// Remembers the moves of a line of analysis, and the best move.
  void note_analysis(std::string_view line);
  /// The local engine goes on with the search of a cluster that is lost.
  void take_over(TimePoint now);
  /// Answers with the best line so far and returns true, if there is one.
  [[nodiscard]] bool answer_now();
  /// Time is up: the client gets an answer now, from whoever has one.
  void meet_deadline(TimePoint now);
  void end_search();
  void note(const std::string& text);

  const Ports ports_;
  State state_ = State::Down;
  bool was_ready_ = false;
  TimePoint state_since_;
  TimePoint next_start_;
  Milliseconds pause_{0};
  std::string last_reason_;

  // What a cluster that starts again must be told.
  std::vector<std::pair<std::string, std::string>> options_;  // names in lower case, whole lines
  std::string position_line_;

  chess::Variant variant_ = chess::Variant::Standard;
  chess::Position position_;
  search::Settings settings_;

  std::optional<Search> search_;
  int superseded_ = 0;        // searches that the client has replaced by a new one; their best moves are passed on
  int cluster_swallows_ = 0;  // best moves that will come too late
  int local_swallows_ = 0;
  TimePoint abandoned_;        // when the cluster last owed a best move
  std::deque<Ping> pings_;     // answers expected from the cluster
  bool client_waits_ = false;  // for readyok, until the cluster has started
  TimePoint next_ping_;
};

}  // namespace zugwerk::cluster
