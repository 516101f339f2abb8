// search/events.h
//
// What a search reports while it runs. The search prints nothing; its caller renders the reports.

#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "chess/move.h"
#include "eval/score.h"
#include "search/bound.h"
#include "search/limits.h"

namespace zugwerk::search {

/// One line of analysis.
struct LineReport {
  int depth = 0;
  int selective_depth = 0;
  int line_number = 1;  // of MultiPV
  eval::Score score;
  Bound bound = Bound::Exact;
  std::uint64_t nodes = 0;
  std::uint64_t tb_hits = 0;  // endgame tablebases
  int hashfull = 0;
  Milliseconds elapsed{0};
  std::vector<chess::Move> moves;
};

/// A complete iteration: all lines that were asked for, best first, searched to this depth.
struct IterationReport {
  int depth = 0;
  std::vector<LineReport> lines;
};

struct CurrentMoveReport {
  int depth = 0;
  chess::Move move;
  int number = 1;
};

struct BestMoveReport {
  chess::Move best;    // none if there is no legal move
  chess::Move ponder;  // the expected reply, if any
};

/// What to call with each report of a search; any may be empty.
struct Events {
  /// A line that is new or has changed. In long searches bounds are reported too. The last report of line 1 before the
  /// best move starts with that move.
  std::function<void(const LineReport&)> on_line;
  std::function<void(const CurrentMoveReport&)> on_current_move;
  std::function<void(const BestMoveReport&)> on_best_move;
  std::function<void(const IterationReport&)> on_iteration = {};  // may be left out of a list of the others
};

}  // namespace zugwerk::search
