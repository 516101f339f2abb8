#include "search/vote.h"

#include <algorithm>
#include <cstdint>
#include <map>

namespace zugwerk::search {

std::size_t elect(const std::vector<Ballot>& ballots) {
  eval::Score worst = eval::kInfinite;
  for (const Ballot& ballot : ballots) worst = std::min(worst, ballot.line.score);
  std::map<std::uint16_t, std::int64_t> votes;
  constexpr int kEverybodyCounts = 14;
  for (const Ballot& ballot : ballots)
    votes[ballot.line.moves.front().to_bits()] +=
        std::int64_t{ballot.line.score - worst + kEverybodyCounts} * ballot.completed_depth;
  const auto votes_for = [&](const LineReport& line) { return votes[line.moves.front().to_bits()]; };
  std::size_t chosen = 0;
  for (std::size_t i = 1; i < ballots.size(); ++i) {
    const LineReport& line = ballots[i].line;
    const LineReport& best = ballots[chosen].line;
    const bool decided = best.score.is_win() || line.score.is_win() || best.score.is_loss();
    if (decided ? line.score > best.score : votes_for(line) > votes_for(best)) chosen = i;
  }
  return chosen;
}

}  // namespace zugwerk::search
