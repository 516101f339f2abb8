// Unit tests of engine/etiquette.h: draws, flags and sustained scores.

#include "engine/etiquette.h"

#include <gtest/gtest.h>

#include "chess/notation/coordinate.h"
#include "chess/notation/fen.h"
#include "support/positions.h"

namespace zugwerk::engine {
namespace {

using namespace chess;
using test::position_of;

/// White to move, in the middle of a long game.
const char* const kLate = "r4rk1/pp3ppp/2n1bn2/3p4/3P4/2N1BN2/PP3PPP/R4RK1 w - - 0 25";
const char* const kEarly = "r4rk1/pp3ppp/2n1bn2/3p4/3P4/2N1BN2/PP3PPP/R4RK1 w - - 0 12";

Position repeated() {
  Position position;
  for (const char* move : {"g1f3", "g8f6", "f3g1", "f6g8", "g1f3", "g8f6", "f3g1", "f6g8"})
    position.make(parse_coordinate_move(position, move).value());
  return position;
}

// --- Offers

TEST(DrawOffer, IsAcceptedUnlessTheEngineIsBetter) {
  for (const Color color : kColors) {
    EXPECT_TRUE(accepts_draw(position_of(kLate), {.color = color, .score = eval::Score(0)}));
    EXPECT_TRUE(accepts_draw(position_of(kLate), {.color = color, .score = eval::Score(-200)}));
    EXPECT_TRUE(accepts_draw(position_of(kLate), {.color = color, .score = eval::Score::mated_at(6)}));
    EXPECT_FALSE(accepts_draw(position_of(kLate), {.color = color, .score = eval::Score(1)}));
    EXPECT_FALSE(accepts_draw(position_of(kLate), {.color = color, .score = eval::Score::mate_at(5)}));
  }
}

TEST(DrawOffer, IsRefusedInTheOpening) {
  const Player even{.color = Color::Black, .score = eval::kDraw};
  EXPECT_FALSE(accepts_draw(Position(), even));
  EXPECT_FALSE(accepts_draw(position_of(kEarly), even));
  EXPECT_FALSE(accepts_draw(position_of("r4rk1/pp3ppp/2n1bn2/3p4/3P4/2N1BN2/PP3PPP/R4RK1 b - - 0 20"), even));
  EXPECT_TRUE(accepts_draw(position_of("r4rk1/pp3ppp/2n1bn2/3p4/3P4/2N1BN2/PP3PPP/R4RK1 w - - 0 21"), even));
  // A set-up endgame has no opening.
  EXPECT_TRUE(accepts_draw(position_of("4k2r/pppp4/8/8/8/8/PPPP4/4K2R w - - 0 1"), even));
}

TEST(DrawOffer, IsJudgedAtThePlayersLevel) {
  const auto accepts = [](int score, std::optional<int> elo) {
    return accepts_draw(position_of(kLate), {.color = Color::White, .score = eval::Score(score), .elo = elo});
  };
  EXPECT_TRUE(accepts(50, 600));
  EXPECT_FALSE(accepts(50, 2400));
  EXPECT_FALSE(accepts(50, std::nullopt));
  EXPECT_FALSE(accepts(200, 600));
}

TEST(DrawOffer, IsAcceptedByASideThatCannotMate) {
  const Position position = position_of("4k3/8/8/8/8/8/8/R3K1n1 w - - 0 1");
  // A knight could mate with the help of the rook; without a piece in its king's way it cannot.
  EXPECT_FALSE(accepts_draw(position, {.color = Color::Black, .score = eval::Score(500)}));
  EXPECT_TRUE(accepts_draw(position_of("4k3/8/8/8/8/8/8/Q3K1n1 w - - 0 1"),
                           {.color = Color::Black, .score = eval::Score(500)}));
}

TEST(DrawOffer, CountsAsAClaimIfThePlayerMayClaim) {
  // White is to move and may claim; Black may not.
  EXPECT_TRUE(accepts_draw(repeated(), {.color = Color::Black, .score = eval::Score(300)}));
  EXPECT_FALSE(accepts_draw(repeated(), {.color = Color::White, .score = eval::Score(300)}));
}

// --- Claims

TEST(DrawClaim, IsMadeUnlessTheEngineIsBetter) {
  const auto claim = claimed_draw(repeated(), {.color = Color::White, .score = eval::kDraw});
  ASSERT_TRUE(claim);
  EXPECT_EQ(claim->reason, EndReason::ThreefoldRepetition);
  EXPECT_TRUE(claimed_draw(repeated(), {.color = Color::Black, .score = eval::Score(-30)}));
  EXPECT_FALSE(claimed_draw(repeated(), {.color = Color::White, .score = eval::Score(30)}));
  const Position fifty = position_of("4k3/8/8/8/8/8/8/R3K2r w - - 100 90");
  EXPECT_EQ(claimed_draw(fifty, {.color = Color::White, .score = eval::Score(-500)})->reason, EndReason::FiftyMoveRule);
}

TEST(DrawClaim, RequiresAClaimableDraw) {
  EXPECT_FALSE(claimed_draw(position_of(kLate), {.color = Color::White, .score = eval::Score(-500)}));
}

// --- Flags

TEST(Flag, LosesIfTheOpponentCanMate) {
  const FlagFall fall = flag_fall(Position(), Color::White);
  EXPECT_EQ(fall.winner, Color::Black);
  EXPECT_EQ(fall.reason, "White loses on time");
  EXPECT_EQ(flag_fall(Position(), Color::Black, "5 ms over").reason, "Black loses on time (5 ms over)");
  // A lone knight can mate a king hemmed in by its own pawn.
  EXPECT_EQ(flag_fall(position_of("7k/7p/8/8/8/8/8/1N2K3 w - - 0 1"), Color::Black).winner, Color::White);
}

TEST(Flag, DrawsIfTheOpponentCannotMate) {
  for (const char* fen : {
           "4k3/8/8/8/8/8/8/R3K3 w - - 0 1",    // a bare king
           "4k1n1/8/8/8/8/8/8/Q3K3 w - - 0 1",  // a knight against a queen
           "4kb2/8/8/8/8/8/8/R3K3 w - - 0 1",   // a bishop against a rook
       }) {
    const FlagFall fall = flag_fall(position_of(fen), Color::White);
    EXPECT_EQ(fall.winner, std::nullopt) << fen;
    EXPECT_EQ(fall.reason, "draw: White has no time left, but Black cannot mate");
    EXPECT_EQ(flag_fall(position_of(fen), Color::Black).winner, Color::White) << fen;
  }
}

// --- Opinions

TEST(Opinions, NeedTheConfiguredNumberOfMovesInARow) {
  Opinions opinions;
  opinions.add(-700);
  opinions.add(-600);
  EXPECT_FALSE(opinions.lost(3, 600)) << "two moves are not three";
  opinions.add(-601);
  EXPECT_TRUE(opinions.lost(3, 600));
  EXPECT_FALSE(opinions.lost(3, 601));
  EXPECT_FALSE(opinions.won(1, 600));
  opinions.add(20);
  EXPECT_FALSE(opinions.lost(3, 600));
  EXPECT_TRUE(opinions.even(1, 20));
  EXPECT_FALSE(opinions.even(1, 19));
  EXPECT_TRUE(opinions.won(1, 20));
}

TEST(Opinions, EndWithoutAScoreAndWithTheGame) {
  Opinions opinions;
  opinions.add(5);
  opinions.add(std::nullopt);
  opinions.add(5);
  EXPECT_FALSE(opinions.even(2, 10));
  EXPECT_TRUE(opinions.even(1, 10));
  opinions.clear();
  EXPECT_FALSE(opinions.even(1, 10));
}

}  // namespace
}  // namespace zugwerk::engine
