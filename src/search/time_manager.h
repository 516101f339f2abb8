// search/time_manager.h
//
// How long to think: a soft limit, after which no new iteration is started, stretched or shrunk by how the search goes,
// and a hard limit at which it ends wherever it is. Knows clocks and limits only.

#pragma once

#include <atomic>
#include <chrono>
#include <optional>

#include "chess/move.h"
#include "chess/piece.h"
#include "eval/score.h"
#include "search/limits.h"

namespace zugwerk::search {

/// What a complete iteration tells about how settled the search is.
struct IterationSummary {
  chess::Move best;
  eval::Score score;           // the side to move's
  double best_move_share = 0;  // of all nodes, those spent on the best move
};

class TimeManager {
 public:
  using Clock = std::chrono::steady_clock;

  /// Starts the clock for a search by `us`.
  void start(const Limits& limits, chess::Color us, const Settings& settings);

  [[nodiscard]] Milliseconds elapsed() const {
    return std::chrono::duration_cast<Milliseconds>(Clock::now() - started_);
  }
  /// The hard limit is reached.
  [[nodiscard]] bool must_stop() const { return hard_ && elapsed() >= *hard_; }
  /// An iteration is complete. Called after each of them, in their order.
  void note(const IterationSummary& iteration);
  /// The soft limit is reached: another iteration is not worth its start.
  [[nodiscard]] bool should_stop() const;
  /// What the soft limit is multiplied with after the iterations so far.
  [[nodiscard]] double stretch() const;

  [[nodiscard]] std::optional<Milliseconds> soft_limit() const { return soft_; }
  [[nodiscard]] std::optional<Milliseconds> hard_limit() const { return hard_; }

 private:
  Clock::time_point started_ = Clock::now();
  std::optional<Milliseconds> soft_;
  std::optional<Milliseconds> hard_;
  std::optional<IterationSummary> last_;  // iteration
  int stable_iterations_ = 0;             // so many in a row before it had the same best move
  int score_drop_ = 0;                    // centipawns, whichever moves were best; negative if the score rose
};

}  // namespace zugwerk::search
