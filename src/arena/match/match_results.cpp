#include "arena/match/match_results.h"

#include <algorithm>
#include <cassert>
#include <numeric>
#include <utility>

namespace zugwerk::arena {

std::uint64_t Tally::pair_count() const {
  return std::accumulate(pairs.pairs.begin(), pairs.pairs.end(), std::uint64_t{0});
}

void Tally::add(const Tally& other) {
  games.wins += other.games.wins;
  games.draws += other.games.draws;
  games.losses += other.games.losses;
  for (std::size_t i = 0; i < pairs.pairs.size(); ++i) pairs.pairs[i] += other.pairs.pairs[i];
}

Tally reversed(const Tally& tally) {
  Tally result = tally;
  std::swap(result.games.wins, result.games.losses);
  std::reverse(result.pairs.pairs.begin(), result.pairs.pairs.end());
  return result;
}

MatchResults::MatchResults(std::vector<std::string> names, std::vector<Pairing> pairings, std::uint64_t planned_games,
                           std::optional<SprtSettings> sprt)
    : names_(std::move(names)),
      pairings_(std::move(pairings)),
      planned_games_(planned_games),
      sprt_(sprt),
      tallies_(pairings_.size()),
      faults_(names_.size()) {}

void MatchResults::add(const FinishedGame& game) {
  Tally& tally = tallies_[game.game.pairing];
  const bool first_is_white = game.game.white == pairings_[game.game.pairing].first;
  std::size_t halves = 1;
  switch (game.verdict.result) {
    case chess::PgnResult::WhiteWins:
      halves = first_is_white ? 2 : 0;
      break;
    case chess::PgnResult::BlackWins:
      halves = first_is_white ? 0 : 2;
      break;
    case chess::PgnResult::Draw:
      break;
    case chess::PgnResult::Unknown:
      assert(false);
      break;
  }
  if (halves == 2)
    ++tally.games.wins;
  else if (halves == 1)
    ++tally.games.draws;
  else
    ++tally.games.losses;
  const auto pair = std::make_pair(game.game.pairing, game.game.pair);
  if (const auto other = open_pairs_.find(pair); other != open_pairs_.end()) {
    ++tally.pairs.pairs[other->second + halves];
    open_pairs_.erase(other);
  } else {
    open_pairs_.emplace(pair, halves);
  }
  const std::array<std::size_t, chess::kColorCount> players{game.game.white, game.game.black};
  for (std::size_t color = 0; color < players.size(); ++color)
    for (std::size_t kind = 0; kind < kEngineFaultKinds; ++kind)
      faults_[players[color]][kind] += game.faults[color][kind];
  games_.push_back(game);
}

Tally MatchResults::tally_of_engine(std::size_t engine) const {
  Tally sum;
  for (std::size_t i = 0; i < pairings_.size(); ++i) {
    if (pairings_[i].first == engine) sum.add(tallies_[i]);
    if (pairings_[i].second == engine) sum.add(reversed(tallies_[i]));
  }
  return sum;
}

double MatchResults::llr() const { return sprt_ ? log_likelihood_ratio(tallies_.front().pairs, *sprt_) : 0; }

SprtState MatchResults::sprt_state() const {
  if (!sprt_) return SprtState::Undecided;
  const SprtBounds bounds = sprt_bounds(*sprt_);
  const double ratio = llr();
  if (ratio <= bounds.lower) return SprtState::AcceptsElo0;
  if (ratio >= bounds.upper) return SprtState::AcceptsElo1;
  return SprtState::Undecided;
}

}  // namespace zugwerk::arena
