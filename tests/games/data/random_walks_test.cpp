// Unit tests of games/data/random_walks.h: walks start from every position of every game, with scores of the classical
// evaluation.

#include "games/data/random_walks.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "chess/movegen.h"
#include "chess/see.h"
#include "eval/evaluator.h"
#include "support/random_records.h"
#include "support/temporary_folder.h"

namespace zugwerk::games {
namespace {

using zugwerk::test::read_bytes;
using zugwerk::test::TemporaryFolder;

TEST(RandomWalks, LeavesEveryPositionByLegalMovesScoredByTheClassicalEvaluation) {
  const TemporaryFolder folder;
  const auto games = test::random_games(6, 3);
  test::write_games(folder.file("games"), games, 3);
  const auto report =
      random_walks_from_games({folder.file("games")}, folder.file("walks"), {.walks = 2, .plies = 3}, {});
  ASSERT_TRUE(report);
  EXPECT_EQ(report->games, games.size());

  const auto walks = test::read_games(folder.file("walks")).games;
  EXPECT_EQ(report->walks, walks.size());
  eval::Evaluator classical;
  std::uint64_t positions = 0;
  std::size_t next = 0;
  for (const GameRecord& game : games) {
    const auto replayed = replay(game, [&](const chess::Position& position, const PlyRecord&, std::size_t) {
      for (int walk = 0; walk < 2; ++walk, ++next) {
        EXPECT_EQ(walks[next].start, pack(position));
        EXPECT_EQ(walks[next].result, game.result);
      }
      return true;
    });
    ASSERT_TRUE(replayed);
  }
  EXPECT_EQ(next, walks.size());
  for (const GameRecord& walk : walks) {
    EXPECT_LE(walk.plies.size(), 3U);
    positions += walk.plies.size();
    const auto replayed = replay(walk, [&](const chess::Position& position, const PlyRecord& played, std::size_t) {
      const eval::Score score = classical.evaluate(position);
      const bool white = position.side_to_move() == chess::Color::White;
      EXPECT_EQ(played.score, position.in_check() ? eval::kNoScore : white ? score : -score);
      return true;
    });
    EXPECT_TRUE(replayed);
  }
  EXPECT_EQ(report->positions, positions);
}

TEST(RandomWalks, SearchesScoreQuietPositionsOnly) {
  const TemporaryFolder folder;
  test::write_games(folder.file("games"), test::random_games(3, 6), 3);
  ASSERT_TRUE(random_walks_from_games({folder.file("games")}, folder.file("walks"), {.plies = 2, .nodes = 40}, {}));
  std::uint64_t scored = 0;
  std::uint64_t differing = 0;
  eval::Evaluator classical;
  for (const GameRecord& walk : test::read_games(folder.file("walks")).games) {
    const auto replayed = replay(walk, [&](const chess::Position& position, const PlyRecord& played, std::size_t) {
      if (position.in_check()) {
        EXPECT_EQ(played.score, eval::kNoScore);
      } else if (played.score != eval::kNoScore) {
        const eval::Score score = classical.evaluate(position);
        ++scored;
        differing += played.score != (position.side_to_move() == chess::Color::White ? score : -score) ? 1 : 0;
      }
      return true;
    });
    EXPECT_TRUE(replayed);
  }
  EXPECT_GT(scored, 50U);
  EXPECT_GT(differing, scored / 2);
}

TEST(RandomWalks, PlaysTheBestMoveWithTheGivenProbability) {
  const TemporaryFolder folder;
  test::write_games(folder.file("games"), test::random_games(3, 6), 3);
  // After the first move of a walk: the share of moves that take a hanging piece if there is one.
  const auto greedy_share = [&](double best_share) {
    const std::string file = folder.file("walks" + std::to_string(best_share));
    EXPECT_TRUE(
        random_walks_from_games({folder.file("games")}, file, {.plies = 3, .nodes = 40, .best_share = best_share}, {}));
    int chances = 0;
    int taken = 0;
    for (const GameRecord& walk : test::read_games(file).games) {
      const auto replayed =
          replay(walk, [&](const chess::Position& position, const PlyRecord& played, std::size_t ply) {
            if (ply == 0) {
              EXPECT_EQ(played.score, eval::kNoScore);
              return true;
            }
            const auto wins_queen = [&](chess::Move move) {
              return position.is_capture(move) &&
                     chess::see_at_least(position, move, chess::exchange_value(chess::PieceType::Queen));
            };
            const chess::MoveList moves = chess::legal_moves(position);
            if (std::none_of(moves.begin(), moves.end(), wins_queen)) return true;
            ++chances;
            taken += wins_queen(played.move) ? 1 : 0;
            return true;
          });
      EXPECT_TRUE(replayed);
    }
    EXPECT_GT(chances, 20);
    return static_cast<double>(taken) / chances;
  };
  const double never = greedy_share(0);
  const double always = greedy_share(1);
  EXPECT_LT(never, 0.3);
  EXPECT_GT(always, 0.6);  // sometimes there is a better move
}

TEST(RandomWalks, DependsOnTheSeedAlone) {
  const TemporaryFolder folder;
  test::write_games(folder.file("games"), test::random_games(3, 4), 3);
  for (const auto& [name, seed] : {std::pair{"a", 1U}, {"b", 1U}, {"c", 2U}})
    ASSERT_TRUE(random_walks_from_games({folder.file("games")}, folder.file(name), {.seed = seed}, {}));
  EXPECT_EQ(read_bytes(folder.file("a")), read_bytes(folder.file("b")));
  EXPECT_NE(read_bytes(folder.file("a")), read_bytes(folder.file("c")));
}

TEST(RandomWalks, BrokenGamesAreReportedAndNothingIsOverwritten) {
  const TemporaryFolder folder;
  auto games = test::random_games(3, 5);
  games[1].plies[0].move = chess::Move();
  test::write_games(folder.file("games"), games, 3);
  std::vector<std::string> diagnostics;
  const auto diagnose = [&](const std::string& message) { diagnostics.push_back(message); };
  ASSERT_TRUE(random_walks_from_games({folder.file("games")}, folder.file("walks"), {}, diagnose));
  ASSERT_EQ(diagnostics.size(), 1U);
  EXPECT_NE(diagnostics[0].find("game 2"), std::string::npos) << diagnostics[0];
  EXPECT_FALSE(random_walks_from_games({folder.file("games")}, folder.file("walks"), {}, diagnose));
  EXPECT_FALSE(random_walks_from_games({folder.file("absent")}, folder.file("others"), {}, diagnose));
}

}  // namespace
}  // namespace zugwerk::games
