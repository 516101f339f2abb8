#include "arena/match/schedule.h"

#include <utility>

namespace zugwerk::arena {

std::vector<Pairing> make_pairings(std::size_t engines, bool gauntlet) {
  std::vector<Pairing> pairings;
  for (std::size_t first = 0; first < (gauntlet ? 1 : engines); ++first)
    for (std::size_t second = first + 1; second < engines; ++second) pairings.push_back({first, second});
  return pairings;
}

std::uint64_t Schedule::game_count() const {
  const std::uint64_t whole_pairs = games_per_pairing_ / 2 * pairings_.size();
  const std::uint64_t single_games = games_per_pairing_ % 2 * pairings_.size();
  const std::uint64_t in_pairs = 2 * shard_.share_of(whole_pairs);
  return in_pairs + shard_.share_of(whole_pairs + single_games) - shard_.share_of(whole_pairs);
}

std::uint64_t Schedule::last_number() const {
  const std::uint64_t whole_pairs = games_per_pairing_ / 2;
  const std::uint64_t whole_games = whole_pairs * 2 * pairings_.size();
  const bool odd = games_per_pairing_ % 2 != 0;
  // The single games of the last round keep the numbers that they have in a longer match.
  return odd && !pairings_.empty() ? whole_games + 2 * pairings_.size() - 1 : whole_games;
}

std::optional<ScheduledGame> Schedule::game(std::uint64_t number) const {
  if (number == 0 || number > last_number()) return std::nullopt;
  const std::uint64_t index = number - 1;
  const bool swapped = index % 2 != 0;
  const std::uint64_t pair = index / 2 / pairings_.size();
  if (pair * 2 + (swapped ? 1 : 0) >= games_per_pairing_) return std::nullopt;
  if (!shard_.has(index / 2)) return std::nullopt;
  ScheduledGame game;
  game.number = number;
  game.pairing = static_cast<std::size_t>(index / 2 % pairings_.size());
  game.pair = pair;
  game.white = pairings_[game.pairing].first;
  game.black = pairings_[game.pairing].second;
  if (swapped) std::swap(game.white, game.black);
  return game;
}

}  // namespace zugwerk::arena
