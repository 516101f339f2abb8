// Unit tests of search/vote.h: whose move is played.

#include "search/vote.h"

#include <gtest/gtest.h>

namespace zugwerk::search {
namespace {

using chess::Move;
using chess::Square;
using eval::Score;

const Move kKnight(Square::G1, Square::F3);
const Move kPawn(Square::E2, Square::E4);

Ballot ballot(Move move, int score, int depth) {
  Ballot ballot;
  ballot.line.moves = {move};
  ballot.line.score = Score(score);
  ballot.completed_depth = depth;
  return ballot;
}

TEST(Vote, OneBallotWins) { EXPECT_EQ(elect({ballot(kPawn, -50, 3)}), 0U); }

TEST(Vote, TheFirstOfEqualsWins) { EXPECT_EQ(elect({ballot(kPawn, 10, 8), ballot(kKnight, 10, 8)}), 0U); }

TEST(Vote, ADeeperResultOutweighsAShallowerOne) {
  EXPECT_EQ(elect({ballot(kPawn, 10, 8), ballot(kKnight, 10, 12)}), 1U);
}

TEST(Vote, SeveralRanksOutweighOneWithABetterScore) {
  EXPECT_EQ(elect({ballot(kPawn, 12, 10), ballot(kKnight, 10, 10), ballot(kKnight, 10, 10)}), 1U);
}

TEST(Vote, AProvenMateNeedsNoMajority) {
  EXPECT_EQ(elect({ballot(kPawn, 300, 20), ballot(kPawn, 300, 20), ballot(kKnight, Score::mate_at(5).value(), 4)}), 2U);
}

TEST(Vote, OfLostPositionsTheLongestMateWins) {
  EXPECT_EQ(elect({ballot(kPawn, Score::mated_at(4).value(), 9), ballot(kKnight, Score::mated_at(8).value(), 9)}), 1U);
}

}  // namespace
}  // namespace zugwerk::search
