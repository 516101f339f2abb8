// Unit tests of learning/network/score_lookahead.h: scores that include the rest of the game.

#include "learning/network/score_lookahead.h"

#include <gtest/gtest.h>

namespace zugwerk::learning {
namespace {

using eval::kNoScore;
using eval::Score;

const eval::ResultCurve kCurve(1.1);

/// Moves do not matter here.
games::GameRecord game_of(const std::vector<Score>& scores, games::GameResult result) {
  games::GameRecord game;
  game.result = result;
  for (const Score score : scores) game.plies.push_back({chess::Move(), score});
  return game;
}

double expected_of(const games::GameRecord& game, std::size_t ply) {
  return kCurve.expected(game.plies[ply].score.value());
}

TEST(ScoreLookahead, WithoutAHorizonNothingChanges) {
  const games::GameRecord game =
      game_of({Score(30), kNoScore, Score(-700), Score::mate_at(3)}, games::GameResult::WhiteWins);
  EXPECT_EQ(with_lookahead(game, 0, kCurve), game);
}

TEST(ScoreLookahead, WeighsLaterScoresLessAndTheResultLast) {
  // With a horizon of one ply, each ply counts half as much as the one before.
  const games::GameRecord game = game_of({Score(0), Score(120), Score(-60)}, games::GameResult::WhiteWins);
  const games::GameRecord wise = with_lookahead(game, 1, kCurve);
  const double last = (expected_of(game, 2) + 1) / 2;
  const double middle = (expected_of(game, 1) + last) / 2;
  const double rounding = 0.001;
  EXPECT_NEAR(expected_of(wise, 2), last, rounding);
  EXPECT_NEAR(expected_of(wise, 1), middle, rounding);
  EXPECT_NEAR(expected_of(wise, 0), (expected_of(game, 0) + middle) / 2, rounding);
  EXPECT_EQ(wise.result, game.result);
}

TEST(ScoreLookahead, AFarHorizonApproachesTheResult) {
  const games::GameRecord wise =
      with_lookahead(game_of({Score(300), Score(200)}, games::GameResult::BlackWins), 1000, kCurve);
  EXPECT_LT(expected_of(wise, 0), 0.01);
}

TEST(ScoreLookahead, LeavesProvenResultsAndMissingScoresAlone) {
  const games::GameRecord game =
      game_of({Score(50), kNoScore, Score::mate_at(5), kNoScore}, games::GameResult::WhiteWins);
  const games::GameRecord wise = with_lookahead(game, 4, kCurve);
  EXPECT_EQ(wise.plies[1].score, kNoScore);
  EXPECT_EQ(wise.plies[2].score, Score::mate_at(5));
  EXPECT_EQ(wise.plies[3].score, kNoScore);
  // Four fifths of a certain win, and one fifth of its own score.
  EXPECT_NEAR(expected_of(wise, 0), 0.8 + 0.2 * expected_of(game, 0), 0.001);
}

TEST(ScoreLookahead, CertainResultsDoNotBecomeProvenScores) {
  const games::GameRecord wise =
      with_lookahead(game_of({Score(31'000), Score(31'000)}, games::GameResult::WhiteWins), 8, kCurve);
  EXPECT_FALSE(wise.plies[0].score.is_decisive());
  EXPECT_GT(wise.plies[0].score, Score(2000));
}

}  // namespace
}  // namespace zugwerk::learning
