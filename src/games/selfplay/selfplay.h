// games/selfplay/selfplay.h
//
// Self-play to generate training games: random openings, a fixed effort per move, games adjudicated when both sides
// agree on the score. Game number n depends on the options and the seed alone, so the games of a file are the same for
// any number of threads and however often the work was interrupted. For the file format see game_file.h.

#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/rng.h"
#include "chess/position.h"
#include "engine/etiquette.h"
#include "eval/score.h"
#include "games/archive/game_file.h"
#include "games/archive/game_record.h"
#include "games/archive/packed_position.h"
#include "nnue/embedded.h"
#include "search/solo.h"

namespace zugwerk::games {

/// Adjudication: when a game is ended before the rules end it. Scores are in centipawns. Consecutive plies alternate
/// between the sides, so two of them mean that both agree.
struct Adjudication {
  int win_score = 2000;
  int win_plies = 4;  // a proven win needs only one
  int draw_score = 10;
  int draw_plies = 8;
  int draw_first_ply = 80;  // by move number
  int most_plies = 400;     // of the record; such a game is drawn
};

/// Watches the scores of one game.
class Adjudicator {
 public:
  struct Verdict {
    GameResult result = GameResult::Draw;
    EndCause end_cause = EndCause::Unknown;
  };

  explicit Adjudicator(const Adjudication& rules) : rules_(rules) {}

  /// `white_score` is the next score, for the position at this ply by move number.
  [[nodiscard]] std::optional<Verdict> add(eval::Score white_score, int ply);

 private:
  Adjudication rules_;
  engine::Opinions opinions_;  // of both sides in turn, from White's view
};

struct SelfplayOptions {
  std::uint64_t nodes = 1000;  // per move: no iteration starts after this many
  /// Per move, exactly; 0 for kHardPerSoft times `nodes`.
  std::uint64_t hard_nodes = 0;
  static constexpr std::uint64_t kHardPerSoft = 16;
  /// Random moves before the record begins: this many or, at random, one more.
  int random_plies = 8;
  /// Openings beyond this score for either side, in centipawns, are thrown away.
  int largest_opening_score = 500;
  Adjudication adjudication;
  /// Both players evaluate with this network; none: the classical evaluation.
  std::shared_ptr<const nnue::Network> network = nnue::embedded_network();
  /// Start from one of the 960 positions.
  bool chess960 = false;
  /// Start from a random one of these instead; empty for the standard start.
  std::vector<PackedPosition> openings;
  /// When to end, both including what is already in the file; without either, when stopped.
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

  /// The options must outlive the player. Fails if memory runs out.
  [[nodiscard]] static base::Expected<std::unique_ptr<SelfplayPlayer>> create(const SelfplayOptions& options);

  /// Game `number` from 0; nothing if `stop` was raised. Fails if no opening is acceptable.
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

struct SelfplayProgress {
  HeldGames held;           // before this run
  std::uint64_t games = 0;  // of this run
  std::uint64_t plies = 0;
  std::uint64_t usable = 0;
  std::uint64_t nodes = 0;
  std::uint64_t rejected_openings = 0;
  double seconds = 0;
  /// The share done, 0 to 1; nothing without a target.
  std::optional<double> share;
};
/// Called a few times a second from the calling thread.
using SelfplayProgressHandler = std::function<void(const SelfplayProgress&)>;

/// Plays and writes until the target is reached or `stop` is raised. `held` is what the writer's file already holds.
/// Games are written in order; a frame is closed every few seconds' worth of nodes. On an error everything written
/// before is kept.
[[nodiscard]] base::Expected<SelfplayProgress> run_selfplay(const SelfplayOptions& options, GameWriter& writer,
                                                            const HeldGames& held, const std::atomic<bool>& stop,
                                                            const SelfplayProgressHandler& on_progress = {});

}  // namespace zugwerk::games
