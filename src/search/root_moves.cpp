#include "search/root_moves.h"

#include <algorithm>
#include <cstdlib>

#include "chess/movegen.h"

namespace zugwerk::search {

using chess::Move;
using eval::Score;

namespace {

/// How to report a result; `most` is the highest score that the running iteration leaves possible.
[[nodiscard]] KnownLine shown(const RootMove& root, const MoveResult& result, Score most = eval::kInfinite) {
  KnownLine line{&root, &result, result.score, result.bound};
  if (root.tb_score != eval::kNoScore && !result.score.is_mate()) line.score = root.tb_score;
  if (line.score > most) {
    line.score = most;
    line.bound = Bound::Upper;
  }
  const int plies_to_mate = eval::kMate.value() - std::abs(line.score.value());
  if (line.bound == Bound::Exact && line.score.is_mate() && std::cmp_less(result.line.size(), plies_to_mate))
    line.bound = line.score > eval::kDraw ? Bound::Lower : Bound::Upper;
  return line;
}

/// Whether the result of an unfinished search counts instead of the last finished one.
[[nodiscard]] bool replaces(const RootMove& leader, const RootMove& incumbent) {
  const MoveResult& found = leader.running;
  const MoveResult& old = incumbent.finished;
  if (!has_lower(found.bound)) return false;
  if (old.proves_win()) return found.score > old.score;
  // The incumbent is searched first, so a leader with another move has beaten it at the new depth.
  if (leader.move != incumbent.move) return true;
  // Other moves have not been searched yet, so a lower score may not be that of the position.
  return found.bound == Bound::Exact ? found.score >= old.score : found.proves_win();
}

}  // namespace

void RootMoves::reset(const chess::Position& position, const std::vector<Move>& wanted, const RootTablebases& tb) {
  moves_.clear();
  finished_lines_ = 0;
  for (const Move move : chess::legal_moves(position)) {
    if (!wanted.empty() && std::find(wanted.begin(), wanted.end(), move) == wanted.end()) continue;
    RootMove root;
    root.move = move;
    for (const RankedMove& ranked : tb.moves)
      if (ranked.move == move) {
        root.tb_rank = ranked.rank;
        root.tb_score = ranked.score;
      }
    moves_.push_back(std::move(root));
  }
  std::stable_sort(moves_.begin(), moves_.end(),
                   [](const RootMove& a, const RootMove& b) { return a.tb_rank > b.tb_rank; });
}

RootMove& RootMoves::find(Move move) {
  return *std::find_if(moves_.begin(), moves_.end(), [&](const RootMove& root) { return root.move == move; });
}

std::size_t RootMoves::rank_end(std::size_t line) const {
  std::size_t end = line + 1;
  while (end < moves_.size() && moves_[end].tb_rank == moves_[line].tb_rank) ++end;
  return end;
}

bool RootMoves::competes(std::size_t line, Move move) const {
  return std::any_of(moves_.begin() + static_cast<std::ptrdiff_t>(line),
                     moves_.begin() + static_cast<std::ptrdiff_t>(rank_end(line)),
                     [&](const RootMove& root) { return root.move == move; });
}

void RootMoves::start_iteration() {
  finished_lines_ = 0;
  for (RootMove& root : moves_) root.running = {};
}

void RootMoves::order_line(std::size_t line) {
  std::stable_sort(moves_.begin() + static_cast<std::ptrdiff_t>(line),
                   moves_.begin() + static_cast<std::ptrdiff_t>(rank_end(line)),
                   [](const RootMove& a, const RootMove& b) {
                     return a.running.score != b.running.score ? a.running.score > b.running.score
                                                               : a.finished.score > b.finished.score;
                   });
}

void RootMoves::finish_line(std::size_t line) {
  const Score found = moves_[line].running.score;
  const int depth = moves_[line].running.depth;
  bool kept_mate = false;
  for (std::size_t i = line; i < rank_end(line); ++i) {
    RootMove& root = moves_[i];
    if (root.finished.proves_win() && root.finished.score > found) {
      root.running = root.finished;
      root.running.depth = depth;  // a proof holds at any depth
      kept_mate = true;
    }
  }
  if (kept_mate) order_line(line);
  // A line with a better score than an earlier one moves up.
  std::stable_sort(moves_.begin(), moves_.begin() + static_cast<std::ptrdiff_t>(line) + 1,
                   [](const RootMove& a, const RootMove& b) {
                     return a.tb_rank != b.tb_rank ? a.tb_rank > b.tb_rank : a.running.score > b.running.score;
                   });
  finished_lines_ = line + 1;
}

void RootMoves::finish_iteration() {
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    moves_[i].finished = std::exchange(moves_[i].running, {});
    moves_[i].place = i;
  }
  finished_lines_ = 0;
}

std::vector<KnownLine> RootMoves::best_known(std::size_t count) const {
  std::vector<KnownLine> lines;
  for (std::size_t i = 0; i < std::min(count, finished_lines_); ++i)
    lines.push_back(shown(moves_[i], moves_[i].running));

  // The old lines in their own order, capped: none of their moves has beaten the last finished line.
  std::vector<const RootMove*> old;
  for (std::size_t i = finished_lines_; i < moves_.size(); ++i)
    if (moves_[i].finished.is_known()) old.push_back(&moves_[i]);
  std::sort(old.begin(), old.end(), [](const RootMove* a, const RootMove* b) { return a->place < b->place; });
  if (count == 1 && lines.empty() && !old.empty() && replaces(moves_.front(), *old.front()))
    return {shown(moves_.front(), moves_.front().running)};
  const Score most = lines.empty() ? eval::kInfinite : lines.back().score;
  for (const RootMove* root : old)
    if (lines.size() < count) lines.push_back(shown(*root, root->finished, most));
  return lines;
}

}  // namespace zugwerk::search
