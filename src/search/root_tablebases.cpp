#include "search/root_tablebases.h"

#include <algorithm>

#include "chess/dead_position.h"
#include "chess/movegen.h"
#include "tablebase/syzygy.h"

namespace zugwerk::search {

using namespace chess;
using namespace eval;
using tablebase::RootResult;
using tablebase::Wdl;

namespace {

/// Above every distance in plies, so that certain results rank above all that depend on the fifty-move counter.
constexpr int kCertain = 1000;

/// Whether a position has occurred twice since the last capture or pawn move: no progress is being made.
[[nodiscard]] bool has_repeated(Position position) {
  while (position.halfmove_clock() > 0 && position.history_length() > 0) {
    if (position.repetitions() > 0) return true;
    position.undo();
  }
  return false;
}

/// Wins that are safe from the fifty-move rule rank equal, and the search chooses among them. Once a position has been
/// repeated or the counter gets tight, the shortest way to the next capture or pawn move ranks first.
[[nodiscard]] int rank_of(const RootResult& result, int counter, bool repeated, bool fifty_moves) {
  if (result.dtz > 0) {
    // DTZ may be rounded: the true distance can be one ply longer.
    const bool in_time = !fifty_moves || result.dtz + counter < kFiftyMoves;
    return in_time && !repeated ? kCertain : kCertain - (result.dtz + counter);
  }
  if (result.dtz < 0) {
    // A loss that cannot reach the fifty moves stays a loss; otherwise the longest resistance ranks first.
    const int plies = -result.dtz;
    return 2 * plies + counter < kFiftyMoves || !fifty_moves ? -kCertain : -kCertain + plies + counter;
  }
  return 0;
}

[[nodiscard]] Score score_of(Wdl wdl, bool fifty_moves) {
  const int least = fifty_moves ? 2 : 1;
  if (static_cast<int>(wdl) >= least) return kTablebaseWin - 1;
  if (static_cast<int>(wdl) <= -least) return -kTablebaseWin + 1;
  return kDraw;
}

/// Without DTZ files: the WDL value after every move.
[[nodiscard]] std::vector<RankedMove> rank_by_result(Position position, const Settings& settings,
                                                     const tablebase::Lease& lease) {
  std::vector<RankedMove> ranked;
  for (const Move move : legal_moves(position)) {
    position.make(move);
    std::optional<Wdl> reply;
    if (!has_legal_move(position))
      reply = position.in_check() ? Wdl::Loss : Wdl::Draw;
    else if (has_insufficient_material(position) || position.is_repetition(0))
      reply = Wdl::Draw;
    else
      reply = lease.probe_wdl(position);
    position.undo();
    if (!reply) return {};
    const Wdl wdl = static_cast<Wdl>(-static_cast<int>(*reply));
    const int result = settings.fifty_moves ? static_cast<int>(wdl) : 2 * ((wdl > Wdl::Draw) - (wdl < Wdl::Draw));
    ranked.push_back({move, result, score_of(wdl, settings.fifty_moves)});
  }
  return ranked;
}

}  // namespace

RootTablebases probe_root_tablebases(const Position& position, const Settings& settings,
                                     const tablebase::Lease* lease) {
  RootTablebases answer;
  if (lease == nullptr) return answer;
  answer.pieces_in_tree = std::min(lease->largest(), settings.tb_pieces);
  if (base::popcount(position.occupied()) > answer.pieces_in_tree || position.castling().any()) return answer;
  if (const auto results = lease->probe_root(position)) {
    const bool repeated = has_repeated(position);
    for (const RootResult& result : *results)
      answer.moves.push_back({result.move, rank_of(result, position.halfmove_clock(), repeated, settings.fifty_moves),
                              score_of(result.wdl, settings.fifty_moves)});
    // The ranks alone make progress; without probes in the tree the search is free to look for mates.
    answer.pieces_in_tree = 0;
  } else {
    answer.moves = rank_by_result(position, settings, *lease);
    // Without DTZ only probes in the tree make progress in a won position; a draw is held by the ranks alone.
    const auto best = std::max_element(answer.moves.begin(), answer.moves.end(),
                                       [](const RankedMove& a, const RankedMove& b) { return a.rank < b.rank; });
    if (best != answer.moves.end() && best->rank <= 0) answer.pieces_in_tree = 0;
  }
  answer.hits = answer.moves.size();
  return answer;
}

}  // namespace zugwerk::search
