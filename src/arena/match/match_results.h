// arena/match/match_results.h
//
// The score of a match: points and game pairs of each pairing and each engine, faults of engines, and the state of the
// SPRT. Only counts; the text is match_report.h's.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "arena/game/game_play.h"
#include "arena/game/referee.h"
#include "arena/match/schedule.h"
#include "arena/statistics/match_statistics.h"
#include "base/error.h"
#include "chess/piece.h"

namespace zugwerk::arena {

/// A finished game, without its moves.
struct FinishedGame {
  ScheduledGame game;
  std::size_t opening = 0;  // its index in the list
  Verdict verdict;
  std::size_t plies = 0;
  double seconds = 0;
  std::array<FaultCounts, chess::kColorCount> faults{};
};

/// Seen from one player.
struct Tally {
  GameCounts games;
  Pentanomial pairs;  // with both games finished

  [[nodiscard]] std::uint64_t game_count() const { return games.wins + games.draws + games.losses; }
  [[nodiscard]] std::uint64_t pair_count() const;
  [[nodiscard]] double points() const {
    return static_cast<double>(games.wins) + 0.5 * static_cast<double>(games.draws);
  }
  void add(const Tally& other);
};

/// The same seen from the opponent.
[[nodiscard]] Tally reversed(const Tally& tally);

enum class SprtState { Undecided, AcceptsElo0, AcceptsElo1 };

enum class MatchEnd { Running, Complete, Decided, Interrupted, Failed };

class MatchResults {
 public:
  MatchResults() = default;
  MatchResults(std::vector<std::string> names, std::vector<Pairing> pairings, std::uint64_t planned_games,
               std::optional<SprtSettings> sprt);

  /// Counts a game of the schedule, each once.
  void add(const FinishedGame& game);

  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  [[nodiscard]] const std::vector<Pairing>& pairings() const { return pairings_; }
  [[nodiscard]] std::uint64_t planned_games() const { return planned_games_; }
  /// In the order in which they ended.
  [[nodiscard]] const std::vector<FinishedGame>& games() const { return games_; }

  /// Of one pairing, seen from its first engine.
  [[nodiscard]] const Tally& tally_of_pairing(std::size_t pairing) const { return tallies_[pairing]; }
  /// Of one engine against all others.
  [[nodiscard]] Tally tally_of_engine(std::size_t engine) const;
  [[nodiscard]] const FaultCounts& faults_of_engine(std::size_t engine) const { return faults_[engine]; }

  [[nodiscard]] const std::optional<SprtSettings>& sprt() const { return sprt_; }
  /// Zero without an SPRT.
  [[nodiscard]] double llr() const;
  [[nodiscard]] SprtState sprt_state() const;

  MatchEnd end = MatchEnd::Running;
  std::string error;  // why it failed, if it did
  base::ErrorKind error_kind = base::ErrorKind::Input;
  std::uint64_t games_from_journal = 0;  // played before this run
  double seconds = 0;                    // of this run

 private:
  std::vector<std::string> names_;
  std::vector<Pairing> pairings_;
  std::uint64_t planned_games_ = 0;
  std::optional<SprtSettings> sprt_;
  std::vector<FinishedGame> games_;
  std::vector<Tally> tallies_;
  std::vector<FaultCounts> faults_;
  /// Of pairs with one finished game: the first engine's points in halves, by pairing and pair.
  std::map<std::pair<std::size_t, std::uint64_t>, std::size_t> open_pairs_;
};

}  // namespace zugwerk::arena
