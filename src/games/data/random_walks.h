// games/data/random_walks.h
//
// Positions in great number for a network to learn an evaluation from, before it learns from games: from every position
// of a game some random moves are made, and what the evaluation, or a short search, says of each position on the way is
// kept as its score. An evaluation costs a microsecond, where a move of a game costs hundreds; and positions in which
// one side has just gone astray are what a search mostly has to judge.

#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/error.h"
#include "games/data/training_positions.h"
#include "nnue/network.h"

namespace zugwerk::games {

struct RandomWalkOptions {
  int walks = 1;  // from every position
  int plies = 4;  // positions of a walk; the first is that of the game
  /// Judges by this network; none: by the classical evaluation.
  std::shared_ptr<const nnue::Network> network = nullptr;
  /// Of a search that judges each position, none of its iterations begun after so many; 0: no search. Positions whose
  /// best move captures or promotes then have no score, since no evaluation can see what they are worth.
  std::uint64_t nodes = 0;
  /// Chance that a move is the one that the search found best, not just any: so mistakes are punished, as they are in
  /// the positions that a search judges. The first move of a walk is always random, and where walks are searched, the
  /// position before it is not: its game has a better score for it.
  double best_share = 0;
  std::size_t hash_megabytes = 4;
  std::uint64_t seed = 0;
};

struct RandomWalkReport {
  std::uint64_t games = 0;      // read
  std::uint64_t walks = 0;      // written, each as a game with the result of the one it left
  std::uint64_t positions = 0;  // of them, in check and without a score too
};

/// Writes a new file, which must not exist. When something fails, what was written before is whole and stays. Broken
/// places and games of the old files are diagnostics; what is good is used.
[[nodiscard]] base::Expected<RandomWalkReport> random_walks_from_games(const std::vector<std::string>& paths,
                                                                       const std::string& output,
                                                                       const RandomWalkOptions& options,
                                                                       const base::DiagnosticHandler& diagnose);

}  // namespace zugwerk::games
