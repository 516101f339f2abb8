// games/selfplay/selfplay.h
//
// The engine against itself, for games to learn from: many games at once (one is selfplay_player.h's), written in the
// order of their numbers. Game number n follows from the options and the seed alone, so the games of a file are the
// same for any number of threads and however often the work was interrupted. How they are kept is game_file.h's; how
// shards of a run become one file is selfplay_shards.h's.

#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>

#include "base/error.h"
#include "games/archive/game_file.h"
#include "games/selfplay/selfplay_player.h"

namespace zugwerk::games {

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
/// Where self-play closes the frames of its file. It depends on the games alone, so that merged shards have the bytes
/// of one run.
class SelfplayFrames {
 public:
  /// `nodes` per move.
  explicit SelfplayFrames(std::uint64_t nodes) : nodes_(nodes) {}
  /// Whether a frame ends after this game, the next one of the file.
  [[nodiscard]] bool closes_after(const GameRecord& game);

 private:
  std::uint64_t nodes_;
  // In the frame so far.
  std::uint64_t plies_ = 0;
  std::uint64_t games_ = 0;
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
