// search/time_manager.h
//
// How long to think: a soft limit, after which no new iteration starts, scaled by how the search goes, and a hard limit
// that ends the search anywhere. Measures how late this machine and the client are, from game to game, and keeps a
// larger reserve if needed. Knows clocks and limits only.

#pragma once

#include <atomic>
#include <chrono>
#include <optional>

#include "chess/move.h"
#include "chess/piece.h"
#include "eval/score.h"
#include "search/limits.h"
#include "search/settings.h"

namespace zugwerk::search {

/// What a complete iteration says about how settled the search is.
struct IterationSummary {
  chess::Move best;
  eval::Score score;           // the side to move's
  double best_move_share = 0;  // of the nodes, spent on the best move
};

class TimeManager {
 public:
  using Clock = std::chrono::steady_clock;

  // Methods take the time as an argument for tests with their own clock.

  /// Starts the clock for a search by `us`. If our clock lost more time since the last answer than that answer took,
  /// the rest was lost on the way and counts as lateness.
  void start(const Limits& limits, chess::Color us, const Settings& settings, Clock::time_point now = Clock::now());

  // Lateness. Called by the main thread of the search only.

  /// The search looks at the clock every few hundred microseconds. If the last look was long ago, something else had
  /// the processor: had the time run out meanwhile, we would have been that late.
  void look(Clock::time_point now = Clock::now());
  /// A look after a pause of the search, which counts as no delay.
  void look_after_pause(Clock::time_point now = Clock::now()) { looked_ = now; }
  /// The answer is written: the last look of this search. `clock_started` is when our clock started for it; nothing if
  /// it did not, or if the client stopped the search.
  void note_answer(std::optional<Clock::time_point> clock_started, Clock::time_point now = Clock::now());

  /// The next search belongs to another game, so its clock cannot be compared with the last one.
  void forget_clock() { expected_.reset(); }
  /// The longest recent delay. Fades by one percent per move.
  [[nodiscard]] Milliseconds lateness() const;
  /// What delays may cost over the next moves, estimated from the last ones. Replaces the overhead if it is larger.
  [[nodiscard]] Milliseconds expected_delays() const;

  [[nodiscard]] Milliseconds elapsed() const {
    return std::chrono::duration_cast<Milliseconds>(Clock::now() - started_);
  }
  /// The hard limit is reached.
  [[nodiscard]] bool must_stop() const { return hard_ && elapsed() >= *hard_; }
  /// An iteration is complete. Called after each one, in order.
  void note(const IterationSummary& iteration);
  /// The soft limit is reached: no new iteration should start.
  [[nodiscard]] bool should_stop() const;
  /// The factor of the soft limit after the iterations so far.
  [[nodiscard]] double stretch() const;

  [[nodiscard]] std::optional<Milliseconds> soft_limit() const { return soft_; }
  [[nodiscard]] std::optional<Milliseconds> hard_limit() const { return hard_; }

 private:
  using Delay = std::chrono::duration<double, std::milli>;

  /// What our clock should show at our next move.
  struct ExpectedClock {
    chess::Color us;
    Delay remaining;
  };

  Clock::time_point started_ = Clock::now();
  Clock::time_point looked_ = started_;
  Delay longest_delay_{0};  // of this search
  Delay lateness_{0};
  Delay usual_delay_{0};  // per move, average over the last ones
  std::optional<ExpectedClock> expected_;
  // Of the running search.
  chess::Color us_ = chess::Color::White;
  PlayerClock clock_;
  bool last_before_control_ = false;
  std::optional<Milliseconds> soft_;
  std::optional<Milliseconds> hard_;
  std::optional<IterationSummary> last_;  // the last complete iteration
  int stable_iterations_ = 0;             // in a row before it, with the same best move
  int score_drop_ = 0;                    // centipawns since the iteration before; negative if the score rose
};

}  // namespace zugwerk::search
