// games/selfplay/selfplay_player.h
//
// One game of the engine against itself: a random opening, a fixed effort per move, an end that both sides agree on.

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "base/error.h"
#include "base/rng.h"
#include "base/shard.h"
#include "chess/position.h"
#include "games/archive/game_record.h"
#include "games/archive/packed_position.h"
#include "games/selfplay/adjudication.h"
#include "nnue/embedded.h"
#include "search/solo.h"

namespace zugwerk::games {

struct SelfplayOptions {
  std::uint64_t nodes = 1000;  // per move: no iteration begins after this many
  /// Per move, exactly; 0 for kHardPerSoft times `nodes`.
  std::uint64_t hard_nodes = 0;
  static constexpr std::uint64_t kHardPerSoft = 16;
  /// Random moves before the record begins: this many, or one more, by chance.
  int random_plies = 8;
  /// Openings beyond this score for either side, in centipawns, are thrown away.
  int largest_opening_score = 500;
  Adjudication adjudication;
  /// Both players evaluate by this network; none: by the classical evaluation.
  std::shared_ptr<const nnue::Network> network = nnue::embedded_network();
  /// Start from one of the 960 positions.
  bool chess960 = false;
  /// Start from one of these instead, by chance; empty for the start of a game.
  std::vector<PackedPosition> openings;
  /// The part of a run to play; its games have the numbers that they have in the whole run.
  base::Shard shard;
  /// When to end, both counting what is in the file already; without one, when stopped. Of a shard, its own games.
  std::optional<std::uint64_t> games;
  std::optional<std::uint64_t> positions;  // plies on record
  int threads = 1;
  std::size_t hash_megabytes = 4;  // per thread
  std::uint64_t seed = 0;
};

/// Plays games with a search of its own, in the calling thread.
class SelfplayPlayer {
 public:
  struct Played {
    GameRecord game;
    std::uint64_t nodes = 0;
    std::uint64_t usable = 0;  // positions that the usual filter keeps
    std::uint64_t rejected_openings = 0;
  };

  /// The options outlive the player. Fails for want of memory.
  [[nodiscard]] static base::Expected<std::unique_ptr<SelfplayPlayer>> create(const SelfplayOptions& options);

  /// Game `number` from 0; nothing if `stop` was raised. An error says that no opening is acceptable.
  [[nodiscard]] base::Expected<std::optional<Played>> play(std::uint64_t number, const std::atomic<bool>& stop);

  /// Ends a long search early, from another thread, once `stop` is raised.
  void hurry() { solo_->stop(); }

 private:
  SelfplayPlayer(const SelfplayOptions& options, std::unique_ptr<search::Solo> solo);

  [[nodiscard]] base::Expected<chess::Position> choose_opening(base::Rng& rng, Played& played,
                                                               const std::atomic<bool>& stop);
  /// A position after random moves, or nothing if the game ended meanwhile.
  [[nodiscard]] std::optional<chess::Position> random_opening(base::Rng& rng) const;

  const SelfplayOptions& options_;
  std::unique_ptr<search::Solo> solo_;
  search::Limits limits_;
};

}  // namespace zugwerk::games
