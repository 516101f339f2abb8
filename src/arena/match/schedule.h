// arena/match/schedule.h
//
// The pairings of a match: their order, colours and openings. Only numbers; engines and openings are given by their
// index.

#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "base/shard.h"

namespace zugwerk::arena {

/// Two engines that play each other; results are counted from the first.
struct Pairing {
  std::size_t first = 0;
  std::size_t second = 0;
  bool operator==(const Pairing&) const = default;
};

/// A round robin, or a gauntlet of the first engine against all others.
[[nodiscard]] std::vector<Pairing> make_pairings(std::size_t engines, bool gauntlet);

struct ScheduledGame {
  std::uint64_t number = 0;  // from 1; does not change if the match is extended
  std::size_t pairing = 0;
  std::uint64_t pair = 0;  // of games with one opening, counted within the pairing from 0
  std::size_t white = 0;
  std::size_t black = 0;
  bool operator==(const ScheduledGame&) const = default;
};

/// All pairings play their first pair of games, then all their second, and so on. In the second game of a pair the
/// colours are swapped. With an odd number of games, the last pair of a pairing has only one.
class Schedule {
 public:
  /// Of a shard only its games, every Nth pair, with the numbers that they have in the whole match.
  Schedule(std::vector<Pairing> pairings, std::uint64_t games_per_pairing, const base::Shard& shard = {})
      : pairings_(std::move(pairings)), games_per_pairing_(games_per_pairing), shard_(shard) {}

  [[nodiscard]] const std::vector<Pairing>& pairings() const { return pairings_; }
  [[nodiscard]] std::uint64_t game_count() const;
  /// No game has a higher number.
  [[nodiscard]] std::uint64_t last_number() const;
  /// Nothing if the match has no game with this number.
  [[nodiscard]] std::optional<ScheduledGame> game(std::uint64_t number) const;

 private:
  std::vector<Pairing> pairings_;
  std::uint64_t games_per_pairing_;
  base::Shard shard_;
};

}  // namespace zugwerk::arena
