// search/root_moves.h
//
// The root moves of a search and what is known of each: the result of the last complete iteration, and that of the
// iteration in progress. Decides which of them counts when a search is interrupted. Does not search and does not
// report.

#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "chess/move.h"
#include "chess/position.h"
#include "eval/score.h"
#include "search/bound.h"
#include "search/root_tablebases.h"

namespace zugwerk::search {

/// What a search found out about one root move.
struct MoveResult {
  eval::Score score = -eval::kInfinite;  // lowest while unknown, so that results can always be compared
  Bound bound = Bound::None;             // None: not searched
  std::vector<chess::Move> line;         // starts with the move itself
  int depth = 0;
  int selective_depth = 0;

  [[nodiscard]] bool is_known() const { return bound != Bound::None; }
  /// The side to move mates by force.
  [[nodiscard]] bool proves_win() const { return is_known() && proves_mate(score, bound) && score > eval::kDraw; }
};

struct RootMove {
  chess::Move move;
  MoveResult finished;      // of the last complete iteration
  MoveResult running;       // of the iteration in progress
  std::size_t place = 0;    // among the root moves at the end of the last complete iteration
  std::uint64_t nodes = 0;  // spent on it in this search
  int tb_rank = 0;          // tablebase rank: higher is better, whatever the search says
  eval::Score tb_score = eval::kNoScore;
};

/// One of the best lines, ready to report: the tablebase score replaces any score but a mate, and a mate whose line is
/// incomplete is only a bound.
struct KnownLine {
  const RootMove* root = nullptr;
  const MoveResult* result = nullptr;
  eval::Score score;
  Bound bound = Bound::Exact;
};

class RootMoves {
 public:
  /// The legal moves of a position, restricted to `wanted` unless that is empty; higher tablebase ranks first.
  void reset(const chess::Position& position, const std::vector<chess::Move>& wanted, const RootTablebases& tb);

  [[nodiscard]] bool empty() const { return moves_.empty(); }
  [[nodiscard]] std::size_t size() const { return moves_.size(); }
  /// In the order in which the next search of the root tries them.
  [[nodiscard]] const RootMove& operator[](std::size_t index) const { return moves_[index]; }

  // A search calls these in order: an iteration starts; each of its lines is searched, perhaps with several windows,
  // and finished; the iteration is finished.

  void start_iteration();
  /// Whether the search of this line may consider the move: no earlier line has taken it, and none of the moves left
  /// has a higher tablebase rank.
  [[nodiscard]] bool competes(std::size_t line, chess::Move move) const;
  void add_nodes(chess::Move move, std::uint64_t nodes) { find(move).nodes += nodes; }
  void set_result(chess::Move move, MoveResult result) { find(move).running = std::move(result); }
  /// The move was searched and did not raise alpha: it keeps its place.
  void clear_result(chess::Move move) { find(move).running = {}; }
  /// Puts the best result of a line's search first; moves without one stay in the order of their finished results.
  void order_line(std::size_t line);
  /// A line has its exact score. If an earlier iteration proved a faster mate, that result stays.
  void finish_line(std::size_t line);
  void finish_iteration();

  /// The best lines, at most `count`, best first. Between iterations these are the results of the last one. During an
  /// iteration, finished lines come first, and the scores of old ones are capped at that of the last finished line.
  /// With `count` 1, an unfinished line counts if a new move has beaten the old one or the same move scores no worse.
  /// After a fail low, or if a proven mate was not found again, the finished result stays.
  [[nodiscard]] std::vector<KnownLine> best_known(std::size_t count) const;

 private:
  [[nodiscard]] RootMove& find(chess::Move move);
  /// One past the last root move with the same tablebase rank as the given line's.
  [[nodiscard]] std::size_t rank_end(std::size_t line) const;

  std::vector<RootMove> moves_;
  std::size_t finished_lines_ = 0;  // of the running iteration
};

}  // namespace zugwerk::search
