// Unit tests of review/reviewer.h: marks, better moves, reasons, accuracy and times of whole games.

#include "review/reviewer.h"

#include <cmath>

#include <gtest/gtest.h>

#include "base/files/input.h"
#include "chess/notation/san.h"
#include "review/clock_comments.h"
#include "review/review_lines.h"
#include "review/review_pgn.h"

namespace zugwerk::review {
namespace {

using chess::Color;
using chess::PgnGame;
using test::line_of;
using test::position_of;

PgnGame game_of(std::string_view pgn) {
  base::Input input = base::Input::from_memory(pgn);
  std::optional<PgnGame> found;
  const auto counts = chess::read_pgn_games(input, [&](PgnGame&& game) {
    found = std::move(game);
    return false;
  });
  if (!counts || !found) throw std::runtime_error("no game");
  return *found;
}

GameReview review_of(std::string_view pgn, std::uint64_t nodes = 20'000) {
  ReviewSettings settings;
  settings.network = nullptr;
  settings.limits.nodes = nodes;
  settings.hash_megabytes = 4;
  const auto reviewer = std::move(*Reviewer::create(settings));
  return *reviewer->review(game_of(pgn));
}

TEST(Chances, FollowTheFormula) {
  EXPECT_DOUBLE_EQ(winning_chance(0), 0);
  EXPECT_NEAR(winning_chance(100), 2 / (1 + std::exp(-0.368208)) - 1, 1e-12);
  EXPECT_NEAR(winning_chance(-300), -winning_chance(300), 1e-12);
  EXPECT_EQ(winning_chance(eval::Score::mate_at(5), 40), 1);
  EXPECT_EQ(winning_chance(eval::Score::mated_at(4), 40), -1);
}

TEST(Marks, FollowTheDropOfTheChances) {
  EXPECT_EQ(mark_of(0.099), Mark::None);
  EXPECT_EQ(mark_of(0.1), Mark::Inaccuracy);
  EXPECT_EQ(mark_of(0.2), Mark::Mistake);
  EXPECT_EQ(mark_of(0.3), Mark::Blunder);
  EXPECT_EQ(nag_of(Mark::Inaccuracy), 6);
  EXPECT_EQ(nag_of(Mark::Mistake), 2);
  EXPECT_EQ(nag_of(Mark::Blunder), 4);
}

TEST(Accuracy, HalvesWithABlunder) {
  EXPECT_DOUBLE_EQ(accuracy_of(0), 100);
  EXPECT_DOUBLE_EQ(accuracy_of(-0.2), 100);
  EXPECT_DOUBLE_EQ(accuracy_of(0.3), 50);
  EXPECT_LT(accuracy_of(1), 15);
}

TEST(Accuracy, IsDecidedOnlyIfTheSameSideWinsBeforeAndAfter) {
  EXPECT_TRUE(is_decided(0.95, 0.91));
  EXPECT_TRUE(is_decided(-1, -0.92));
  EXPECT_FALSE(is_decided(0.95, 0.5));
  EXPECT_FALSE(is_decided(-0.5, -0.95));
}

TEST(Accuracy, WeighsMovesByVolatility) {
  // Nothing happens for twelve moves, then the game turns.
  std::vector<double> chances(24, 0.0);
  chances.push_back(0.8);
  const std::vector<double> weights = volatility_weights(chances);
  ASSERT_EQ(weights.size(), 24U);
  EXPECT_DOUBLE_EQ(weights.front(), 0.5);
  EXPECT_DOUBLE_EQ(weights[22], 0.5);
  // Expected points of 50 % and 90 %: a standard deviation of 20, clamped to 12.
  EXPECT_DOUBLE_EQ(weights[23], 12);
  EXPECT_DOUBLE_EQ(volatility_weights(std::vector<double>{0, 0.2})[0], 5);
  EXPECT_TRUE(volatility_weights(std::vector<double>{0}).empty());
}

TEST(Reviewer, DoesNotCreditTheLoserForMovesInALostPosition) {
  // Black loses the queen for nothing and plays on in a position that cannot get worse.
  const GameReview lost = review_of(
      "1. e4 e5 2. Nf3 Qg5 3. Nxg5 a6 4. Nxf7 Kxf7 5. Bc4+ Ke8 6. Qh5+ g6 7. Qxe5+ Kd8 "
      "8. Qxh8 Ke7 9. Qxg8 b5 10. Qf7+ Kd6 11. Bd5 c6 12. Bb3 a5 *");
  EXPECT_LT(*lost.players[index(Color::Black)].accuracy, 60);
}

TEST(Reviewer, BlamesTheMoveThatAllowsTheScholarsMate) {
  const GameReview review = review_of("1. e4 e5 2. Bc4 Nc6 3. Qh5 Nf6 4. Qxf7# 1-0");
  ASSERT_EQ(review.moves.size(), 7U);
  const MoveReview& blunder = review.moves[5];
  EXPECT_EQ(blunder.san, "Nf6");
  EXPECT_EQ(blunder.mark, Mark::Blunder);
  ASSERT_EQ(blunder.reasons.size(), 1U);
  EXPECT_EQ(blunder.reasons[0].fact.motif, Motif::Mate);
  EXPECT_EQ(blunder.text, "Allows mate in 1: 4.Qxf7#.");
  EXPECT_EQ(review.moves[6].mark, Mark::None);
  EXPECT_EQ(review.moves[6].score_text, "#0");
  EXPECT_EQ(review.players[index(Color::Black)].blunders, 1);
  EXPECT_LT(*review.players[index(Color::Black)].accuracy, *review.players[index(Color::White)].accuracy);
  EXPECT_EQ(review.key_moments, std::vector<std::size_t>{5});
}

TEST(Reviewer, SaysWhichPieceHangs) {
  // Black leaves the queen en prise to the knight.
  const GameReview review = review_of("1. e4 e5 2. Nf3 Qg5 3. Nxg5 1-0");
  const MoveReview& blunder = review.moves[3];
  EXPECT_EQ(blunder.mark, Mark::Blunder);
  EXPECT_TRUE(blunder.text.starts_with("Loses a queen: 3.Nxg5 takes the queen on g5, which is undefended."))
      << blunder.text;
  EXPECT_FALSE(blunder.better.empty());
}

TEST(Reviewer, SaysWhatWasMissed) {
  const GameReview review = review_of("1. e4 e5 2. Nf3 Qg5 3. d3 1/2-1/2");
  const MoveReview& move = review.moves[4];
  EXPECT_NE(move.mark, Mark::None);
  EXPECT_NE(move.text.find("Could have won a queen: 3.Nxg5 takes the queen on g5"), std::string::npos) << move.text;
}

TEST(Reviewer, MarksOnlyMovesButNotObviousOnes) {
  // Straight back holds the draw, both other moves lose.
  const GameReview review =
      review_of("[SetUp \"1\"]\n[FEN \"8/8/8/8/4k3/4p3/4K3/8 w - - 0 1\"]\n\n1. Ke1 Kd3 2. Kd1 *");
  EXPECT_TRUE(review.moves[0].only_move);
  EXPECT_FALSE(review.moves[1].only_move);
  // Taking a hanging piece and giving mate need no praise.
  const GameReview easy = review_of("1. e4 e5 2. Nf3 Qg5 3. Nxg5 f6 4. Qh5+ g6 5. Qe2 *");
  EXPECT_FALSE(easy.moves[4].only_move);
}

TEST(Reviewer, AwardsBadgesForMovesThatAreNoMistakes) {
  const GameReview review =
      review_of("[SetUp \"1\"]\n[FEN \"8/8/8/8/4k3/4p3/4K3/8 w - - 0 1\"]\n\n1. Ke1 Kd3 2. Kd1 *");
  EXPECT_EQ(review.moves[0].badge, Badge::Great) << "the only good move";
  EXPECT_GE(review.players[index(Color::White)].great_moves, 1);
  const GameReview forced = review_of("[SetUp \"1\"]\n[FEN \"7k/8/8/8/8/8/6q1/7K w - - 0 1\"]\n\n1. Kxg2 *");
  EXPECT_EQ(forced.moves[0].badge, Badge::Forced);
  const GameReview mated = review_of("1. f3 e5 2. g4 Qh4# 0-1");
  EXPECT_EQ(mated.moves[3].badge, Badge::Best);
  EXPECT_EQ(mated.moves[2].badge, Badge::None) << "a blunder";
  if (book::embedded_book()) {
    EXPECT_EQ(review_of("1. e4 *").moves[0].badge, Badge::Book);
  }
}

TEST(Reviewer, IsDeterministic) {
  const std::string_view pgn = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 b5 5. Bb3 *";
  const GameReview first = review_of(pgn);
  const GameReview second = review_of(pgn);
  EXPECT_EQ(first.nodes, second.nodes);
  for (std::size_t i = 0; i < first.moves.size(); ++i)
    EXPECT_EQ(first.moves[i].score_text, second.moves[i].score_text) << i;
}

TEST(Reviewer, AcceptsAListOfMoves) {
  chess::Game game;
  for (const auto move : line_of(game.position(), "f3 e5 g4 Qh4")) ASSERT_TRUE(game.play(move));
  ReviewSettings settings;
  settings.network = nullptr;
  settings.limits.depth = 4;
  const auto review = std::move(*Reviewer::create(settings))->review(game);
  ASSERT_TRUE(review);
  EXPECT_EQ(review->result, "0-1");
  EXPECT_EQ(review->moves[2].text, "Allows mate in 1: 2...Qh4#.");
}

TEST(Reviewer, StopsWhenAsked) {
  ReviewSettings settings;
  settings.network = nullptr;
  settings.limits.nodes = 1000;
  const auto reviewer = std::move(*Reviewer::create(settings));
  reviewer->stop();
  EXPECT_FALSE(reviewer->review(game_of("1. e4 e5 *")));
}

TEST(Reviewer, JudgesAGameWithoutMoves) {
  const GameReview review = review_of("[Event \"empty\"]\n\n*");
  EXPECT_TRUE(review.moves.empty());
  EXPECT_FALSE(review.players[0].accuracy);
}

TEST(Reviewer, HandlesMovesAfterTheEndOfTheGame) {
  const GameReview review =
      review_of("[SetUp \"1\"]\n[FEN \"8/8/4k3/8/8/4K3/8/8 w - - 0 1\"]\n\n1. Kd3 Kd5 2. Ke3 1/2-1/2");
  ASSERT_EQ(review.moves.size(), 3U);
  EXPECT_EQ(review.moves[1].score_text, "0.00");
  EXPECT_EQ(review.players[0].blunders, 0);
}

TEST(Clocks, AreReadFromComments) {
  const PgnGame game = game_of(
      "[TimeControl \"300+3\"]\n\n1. e4 {[%clk 0:04:58]} e5 {[%clk 0:05:00] [%emt 0:00:03]} 2. Nf3 {[%clk 0:04:41.5]} "
      "Nc6 {+0.31/18 1.25s} *");
  const auto times = move_times(game);
  ASSERT_EQ(times.size(), 4U);
  EXPECT_EQ(times[0], (MoveTime{298, 5}));
  EXPECT_EQ(times[1], (MoveTime{300, 3}));
  EXPECT_EQ(times[2], (MoveTime{281.5, 19.5}));
  EXPECT_EQ(times[3], (MoveTime{std::nullopt, 1.25}));
}

TEST(Clocks, RefuseNonsense) {
  EXPECT_EQ(parse_clock("1:02:03"), 3723);
  EXPECT_FALSE(parse_clock(""));
  EXPECT_FALSE(parse_clock("1:2:3:4"));
  EXPECT_FALSE(parse_clock("-5"));
  EXPECT_FALSE(parse_clock("1e9"));
  EXPECT_EQ(parse_time_control_tag("40/5400+30:1800").base, 5400);
  EXPECT_EQ(parse_time_control_tag("40/5400+30:1800").increment, 30);
  EXPECT_FALSE(parse_time_control_tag("?").base);
}

}  // namespace
}  // namespace zugwerk::review
