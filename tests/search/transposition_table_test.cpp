// Unit tests of search/transposition_table.h.

#include "search/transposition_table.h"

#include <gtest/gtest.h>

#include "base/rng.h"

namespace zugwerk::search {
namespace {

using chess::Move;
using chess::Square;
using eval::Score;

TranspositionTable table_of(std::size_t megabytes) {
  TranspositionTable table;
  EXPECT_TRUE(table.resize(megabytes, 2));
  return table;
}

TEST(TranspositionTable, ReturnsWhatWasStored) {
  TranspositionTable table = table_of(1);
  const TtEntry stored{Score(-123), Score(45), Move(Square::E2, Square::E4), 17, Bound::Exact, true};
  table.store(0x123456789ABCDEF0, 3, 0, stored);
  TtEntry found;
  ASSERT_TRUE(table.find(0x123456789ABCDEF0, 3, 0, found));
  EXPECT_EQ(found.score, stored.score);
  EXPECT_EQ(found.evaluation, stored.evaluation);
  EXPECT_EQ(found.move, stored.move);
  EXPECT_EQ(found.depth, 17);
  EXPECT_EQ(found.bound, Bound::Exact);
  EXPECT_TRUE(found.was_pv);
  EXPECT_FALSE(table.find(0x123456789ABCDEF1, 3, 0, found));
}

TEST(TranspositionTable, StoresMateDistancesRelativeToThePosition) {
  TranspositionTable table = table_of(1);
  table.store(77, 5, 0, {Score::mate_at(9), eval::kNoScore, Move(), 3, Bound::Lower, false});
  TtEntry found;
  ASSERT_TRUE(table.find(77, 5, 0, found));
  EXPECT_EQ(found.score, Score::mate_at(9));
  ASSERT_TRUE(table.find(77, 1, 0, found));
  EXPECT_EQ(found.score, Score::mate_at(5));
  table.store(78, 4, 0, {Score::mated_at(6), eval::kNoScore, Move(), 3, Bound::Upper, false});
  ASSERT_TRUE(table.find(78, 0, 0, found));
  EXPECT_EQ(found.score, Score::mated_at(2));
}

TEST(TranspositionTable, AnEntryMeansTheSameInAnotherTable) {
  TranspositionTable here = table_of(1);
  TranspositionTable there = table_of(2);
  there.age();
  for (const Score score : {Score(31), Score::mate_at(9), Score::mated_at(12), eval::kNoScore}) {
    const TtEntry stored{score, Score(45), Move(Square::E2, Square::E4), 17, Bound::Lower, true};
    const chess::Key key = 0x1234567890ABCDEF + static_cast<chess::Key>(score.value());
    const std::uint64_t word = here.store(key, 3, 40, stored);
    ASSERT_NE(word, 0U);
    there.store_word(key, word);
    TtEntry found;
    ASSERT_TRUE(there.find(key, 3, 0, found));
    EXPECT_EQ(found.score, stored.score);
    EXPECT_EQ(found.evaluation, stored.evaluation);
    EXPECT_EQ(found.move, stored.move);
    EXPECT_EQ(found.depth, stored.depth);
    EXPECT_EQ(found.bound, stored.bound);
    EXPECT_EQ(found.was_pv, stored.was_pv);
  }
}

TEST(TranspositionTable, AShallowEntryOfAnotherTableDoesNotReplaceADeepOne) {
  TranspositionTable here = table_of(1);
  TranspositionTable there = table_of(1);
  const std::uint64_t word = here.store(5, 0, 0, {Score(1), Score(1), Move(), 5, Bound::Upper, false});
  there.store(5, 0, 0, {Score(2), Score(1), Move(), 20, Bound::Exact, false});
  there.store_word(5, word);
  TtEntry found;
  ASSERT_TRUE(there.find(5, 0, 0, found));
  EXPECT_EQ(found.depth, 20);
}

TEST(TranspositionTable, KeepsTheShortestMate) {
  TranspositionTable table = table_of(1);
  TtEntry found;
  const auto store = [&](Score score, Bound bound) {
    table.age();
    table.store(9, 0, 0, {score, Score(0), Move(Square::A2, Square::A3), 20, bound, true});
    EXPECT_TRUE(table.find(9, 0, 0, found));
  };
  store(Score::mate_at(9), Bound::Lower);
  EXPECT_TRUE(found.proves_mate());
  store(Score(300), Bound::Exact);
  EXPECT_EQ(found.score, Score::mate_at(9)) << "a mate outranks any depth";
  store(Score::mate_at(11), Bound::Exact);
  EXPECT_EQ(found.score, Score::mate_at(9)) << "a transposition to a known mate is no better";
  store(Score::mate_at(7), Bound::Lower);
  EXPECT_EQ(found.score, Score::mate_at(7));

  table.clear(1);
  store(Score::mated_at(8), Bound::Lower);
  EXPECT_FALSE(found.proves_mate()) << "it may not be that bad";
  store(Score(-100), Bound::Upper);
  EXPECT_EQ(found.score, Score(-100));
  store(Score::mated_at(8), Bound::Upper);
  EXPECT_TRUE(found.proves_mate());
  store(Score::mated_at(12), Bound::Exact);
  EXPECT_EQ(found.score, Score::mated_at(8));
}

TEST(TranspositionTable, DowngradesProvenResultsThatTheFiftyMoveRuleOvertakes) {
  TranspositionTable table = table_of(1);
  TtEntry found;
  const auto score_at = [&](chess::Key key, int halfmove_clock) {
    EXPECT_TRUE(table.find(key, 0, halfmove_clock, found));
    return found.score;
  };
  table.store(1, 0, 0, {Score::mate_at(21), Score(0), Move(), 20, Bound::Lower, false});
  EXPECT_EQ(score_at(1, 79), Score::mate_at(21));
  EXPECT_TRUE(score_at(1, 80) > Score(0) && !found.score.is_decisive()) << "the mate would come a ply too late";
  table.store(2, 0, 0, {Score::mated_at(20), Score(0), Move(), 20, Bound::Upper, false});
  EXPECT_EQ(score_at(2, 80), Score::mated_at(20));
  EXPECT_TRUE(score_at(2, 81) < Score(0) && !found.score.is_decisive());
  table.store(3, 0, 0, {eval::kTablebaseWin - 10, Score(0), Move(), 20, Bound::Lower, false});
  EXPECT_EQ(score_at(3, 90), eval::kTablebaseWin - 10);
  EXPECT_FALSE(score_at(3, 91).is_decisive());
}

TEST(TranspositionTable, ReplacesAMateThatTheFiftyMoveRuleOvertakes) {
  TranspositionTable table = table_of(1);
  TtEntry found;
  const TtEntry mate{Score::mate_at(21), Score(0), Move(), 20, Bound::Lower, false};
  const TtEntry draw{Score(0), Score(0), Move(), 20, Bound::Exact, false};
  table.store(1, 0, 0, mate);
  table.store(1, 0, 79, draw);
  ASSERT_TRUE(table.find(1, 0, 0, found));
  EXPECT_EQ(found.score, mate.score);
  table.store(1, 0, 80, draw);
  ASSERT_TRUE(table.find(1, 0, 0, found));
  EXPECT_EQ(found.score, draw.score);
}

TEST(TranspositionTable, DistinguishesKeysOfOneCluster) {
  TranspositionTable table = table_of(1);
  TtEntry found;
  for (unsigned bit = 0; bit < 21; ++bit) {
    const chess::Key key = 77;
    table.clear(1);
    table.store(key, 0, 0, {Score(1), Score(1), Move(), 1, Bound::Exact, false});
    EXPECT_FALSE(table.find(key ^ (chess::Key{1} << bit), 0, 0, found)) << bit;
    EXPECT_TRUE(table.find(key, 0, 0, found)) << bit;
    table.store(key ^ (chess::Key{1} << bit), 0, 0, {Score(2), Score(2), Move(), 1, Bound::Exact, false});
    EXPECT_TRUE(table.find(key, 0, 0, found)) << "the neighbour is not affected, " << bit;
  }
}

TEST(TranspositionTable, KeepsAKnownMoveWhenABoundHasNone) {
  TranspositionTable table = table_of(1);
  table.store(5, 0, 0, {Score(10), Score(0), Move(Square::A2, Square::A3), 2, Bound::Lower, false});
  table.store(5, 0, 0, {Score(-10), Score(0), Move(), 6, Bound::Upper, false});
  TtEntry found;
  ASSERT_TRUE(table.find(5, 0, 0, found));
  EXPECT_EQ(found.move, Move(Square::A2, Square::A3));
  EXPECT_EQ(found.depth, 6);
}

TEST(TranspositionTable, ReplacesOldSearchesBeforeDeepOnesOfThisSearch) {
  TranspositionTable table = table_of(1);
  // Keys with equal upper bits share a cluster.
  const auto key = [](unsigned number) { return chess::Key{number} + 1; };
  table.store(key(0), 0, 0, {Score(1), Score(1), Move(), 10, Bound::Exact, false});
  for (int i = 0; i < 8; ++i) table.age();
  table.store(key(1), 0, 0, {Score(2), Score(2), Move(), 8, Bound::Exact, false});
  table.store(key(2), 0, 0, {Score(3), Score(3), Move(), 8, Bound::Exact, false});
  table.store(key(3), 0, 0, {Score(4), Score(4), Move(), 1, Bound::Exact, false});
  TtEntry found;
  EXPECT_FALSE(table.find(key(0), 0, 0, found));
  EXPECT_TRUE(table.find(key(1), 0, 0, found));
  EXPECT_TRUE(table.find(key(2), 0, 0, found));
  EXPECT_TRUE(table.find(key(3), 0, 0, found));
}

TEST(TranspositionTable, WorksAtAnySizeAndIsEmptyAfterClear) {
  for (const std::size_t megabytes : {std::size_t{1}, std::size_t{3}, std::size_t{7}, std::size_t{65}}) {
    TranspositionTable table = table_of(megabytes);
    EXPECT_EQ(table.megabytes(), megabytes);
    base::Rng rng(megabytes);
    for (int i = 0; i < 100'000; ++i)
      table.store(rng.next(), 0, 0, {Score(1), Score(1), Move(), 5, Bound::Exact, false});
    EXPECT_GT(table.permille_full(), 0);
    table.clear(3);
    EXPECT_EQ(table.permille_full(), 0);
  }
}

TEST(TranspositionTable, RefusesMoreMemoryThanTheMachineHasAndKeepsTheOldTable) {
  TranspositionTable table = table_of(2);
  table.store(9, 0, 0, {Score(1), Score(1), Move(), 5, Bound::Exact, false});
  EXPECT_FALSE(table.resize(std::size_t{1} << 30, 1));
  TtEntry found;
  EXPECT_TRUE(table.find(9, 0, 0, found));
  EXPECT_EQ(table.megabytes(), 2U);
}

}  // namespace
}  // namespace zugwerk::search
