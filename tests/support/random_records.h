// tests/support/random_records.h
//
// Game records for tests: random moves, random scores.

#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "chess/chess960.h"
#include "chess/game.h"
#include "chess/movegen.h"
#include "games/archive/game_file.h"
#include "games/archive/game_record.h"
#include "support/temporary_folder.h"

namespace zugwerk::games::test {

/// From the standard start, Chess960 and double Chess960 in turn, some moves into the game; ended by the rules, or cut
/// off and scored as a draw.
inline GameRecord random_game(base::Rng& rng, std::size_t longest = 120) {
  using namespace chess;
  const auto start_number = [&] { return static_cast<int>(rng.below(kChess960Starts)); };
  const auto below = [&](std::size_t bound) { return rng.below(static_cast<std::uint32_t>(bound)); };
  Position position;
  const std::uint32_t kind = rng.below(3);
  if (kind == 1) position = chess960_start(start_number());
  if (kind == 2) {
    const int white = start_number();  // one after the other: compilers differ in the order of arguments
    position = chess960_start(white, start_number());
  }
  for (std::uint32_t left = rng.below(30); left > 0; --left) {
    const MoveList moves = legal_moves(position);
    if (moves.empty()) break;
    position.make(moves[below(moves.size())]);
  }
  position.forget_history();
  GameRecord game;
  game.start = pack(position);
  game.end_cause = EndCause::TooLong;
  const std::size_t length = below(longest + 1);
  while (true) {
    if (const auto end = find_end(position)) {
      game.result = result_of(*end);
      game.end_cause = end_cause_of(end->reason);
      break;
    }
    if (game.plies.size() == length) break;
    const MoveList moves = legal_moves(position);
    const Move move = moves[below(moves.size())];
    eval::Score score(static_cast<int>(rng.below(4001)) - 2000);
    if (rng.below(10) == 0) score = eval::kNoScore;
    if (rng.below(10) == 1)
      score = rng.below(2) == 0 ? eval::Score::mate_at(static_cast<int>(rng.below(40)))
                                : eval::Score::mated_at(static_cast<int>(rng.below(40)));
    game.plies.push_back({move, score});
    position.make(move);
  }
  return game;
}

inline std::vector<GameRecord> random_games(std::size_t count, std::uint64_t seed, std::size_t longest = 120) {
  base::Rng rng(seed);
  std::vector<GameRecord> games;
  for (std::size_t i = 0; i < count; ++i) games.push_back(random_game(rng, longest));
  return games;
}

/// Frames of `per_frame` games each.
inline void write_games(const std::string& path, const std::vector<GameRecord>& games, std::size_t per_frame) {
  auto writer = std::move(*GameWriter::create(path));
  for (std::size_t i = 0; i < games.size(); ++i) {
    static_cast<void>(writer.add(games[i]));
    if ((i + 1) % per_frame == 0) static_cast<void>(writer.flush());
  }
  static_cast<void>(writer.finish());
}

/// Appends frames of `per_frame` games each; where each ends, beginning with the end of what was there before.
inline std::vector<std::size_t> append_frames(const std::string& path, const std::vector<GameRecord>& games,
                                              std::size_t per_frame) {
  std::vector<std::size_t> ends;
  HeldGames held;
  auto writer = std::move(*GameWriter::append(path, {}, held));
  ends.push_back(zugwerk::test::read_bytes(path).size());
  for (std::size_t i = 0; i < games.size(); ++i) {
    EXPECT_TRUE(writer.add(games[i]));
    if ((i + 1) % per_frame != 0) continue;
    EXPECT_TRUE(writer.flush());
    ends.push_back(zugwerk::test::read_bytes(path).size());
  }
  return ends;
}

struct ReadGames {
  std::vector<GameRecord> games;
  std::vector<FileFault> faults;
  std::string error;
};

inline ReadGames read_games(const std::string& path) {
  ReadGames result;
  const auto read = for_each_game(
      {path},
      [&](const GameRecord& game, const std::string&, std::uint64_t) {
        result.games.push_back(game);
        return true;
      },
      [&](const FileFault& fault) { result.faults.push_back(fault); });
  if (!read) result.error = read.error().message;
  return result;
}

}  // namespace zugwerk::games::test
