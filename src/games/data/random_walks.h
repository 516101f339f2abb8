// games/data/random_walks.h
//
// Large numbers of positions to pretrain a network on an evaluation before it learns from games: from every position of
// a game some random moves are made, and each position on the way is scored by the evaluation or a short search. An
// evaluation costs a microsecond, a move of a game hundreds; and most positions that a search evaluates are those in
// which one side has just made a mistake.

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
  /// Nodes of the search that scores each position; no iteration starts after this many. 0: no search. With a search,
  /// positions whose best move captures or promotes get no score, since no static evaluation can know it.
  std::uint64_t nodes = 0;
  /// Chance that a move is the best one found by the search instead of a random one: so mistakes are punished, as they
  /// are in the positions of a search. The first move of a walk is always random. The position before it is not
  /// searched, since its game has a better score for it.
  double best_share = 0;
  std::size_t hash_megabytes = 4;
  std::uint64_t seed = 0;
};

struct RandomWalkReport {
  std::uint64_t games = 0;      // read
  std::uint64_t walks = 0;      // written, each as a game with the result of the game it left
  std::uint64_t positions = 0;  // of them, including positions in check and without a score
};

/// Writes a new file, which must not exist. On an error, what was written before is intact and stays. Damaged places
/// and broken games of the old files are diagnostics; the rest is used.
[[nodiscard]] base::Expected<RandomWalkReport> random_walks_from_games(const std::vector<std::string>& paths,
                                                                       const std::string& output,
                                                                       const RandomWalkOptions& options,
                                                                       const base::DiagnosticHandler& diagnose);

}  // namespace zugwerk::games
