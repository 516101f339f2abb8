// Unit tests of cluster/wire.h: messages survive the journey, and what is no message is refused.

#include "cluster/wire.h"

#include <gtest/gtest.h>

namespace zugwerk::cluster {
namespace {

TEST(Wire, Hello) {
  const auto hello = decode_hello(encode(Hello{"0.1.0", "zug-1", "node7", 64}));
  ASSERT_TRUE(hello);
  EXPECT_EQ(hello->version, "0.1.0");
  EXPECT_EQ(hello->network, "zug-1");
  EXPECT_EQ(hello->host, "node7");
  EXPECT_EQ(hello->processors, 64);
}

TEST(Wire, Go) {
  const auto go = decode_go(encode(Go{7, "go infinite"}));
  ASSERT_TRUE(go);
  EXPECT_EQ(go->search, 7U);
  EXPECT_EQ(go->line, "go infinite");
}

TEST(Wire, Status) {
  const auto status = decode_status(encode(Status{{9, 0xABCDEF0123456789, "zug-1"}, 1'000'000'000'000, 5}));
  ASSERT_TRUE(status);
  EXPECT_EQ(status->search, (SearchId{9, 0xABCDEF0123456789, "zug-1"}));
  EXPECT_EQ(status->nodes, 1'000'000'000'000U);
  EXPECT_EQ(status->tb_hits, 5U);
}

TEST(Wire, AnEntryTakesSixteenBytes) {
  const Bytes none = encode(Entries{{9, 0xABCDEF0123456789, "zug-1"}, {}});
  const Bytes two = encode(Entries{{9, 0xABCDEF0123456789, "zug-1"}, {{1, 2}, {0xFFFFFFFFFFFFFFFF, 4}}});
  EXPECT_EQ(two.size() - none.size(), 32U);
  const auto entries = decode_entries(two);
  ASSERT_TRUE(entries);
  EXPECT_EQ(entries->search.number, 9U);
  ASSERT_EQ(entries->entries.size(), 2U);
  EXPECT_EQ(entries->entries[1].key, 0xFFFFFFFFFFFFFFFFU);
  EXPECT_EQ(entries->entries[1].word, 4U);
}

Result sample_result() {
  Result result{.search = {3, 4, "zug-1"}, .ballot = {}};
  result.ballot.completed_depth = 21;
  result.ballot.line.depth = 22;
  result.ballot.line.selective_depth = 30;
  result.ballot.line.score = eval::Score::mated_at(8);
  result.ballot.line.bound = search::Bound::Upper;
  result.ballot.line.moves = {chess::Move(chess::Square::E2, chess::Square::E4),
                              chess::Move(chess::Square::E7, chess::Square::E5)};
  return result;
}

TEST(Wire, Result) {
  const auto result = decode_result(encode(sample_result()));
  ASSERT_TRUE(result);
  EXPECT_EQ(result->search, sample_result().search);
  EXPECT_EQ(result->ballot.completed_depth, 21);
  EXPECT_EQ(result->ballot.line.depth, 22);
  EXPECT_EQ(result->ballot.line.selective_depth, 30);
  EXPECT_EQ(result->ballot.line.score, eval::Score::mated_at(8));
  EXPECT_EQ(result->ballot.line.bound, search::Bound::Upper);
  EXPECT_EQ(result->ballot.line.moves, sample_result().ballot.line.moves);
}

TEST(Wire, AResultWithoutAMoveIsRefused) {
  Result result = sample_result();
  result.ballot.line.moves.clear();
  EXPECT_FALSE(decode_result(encode(result)));
}

TEST(Wire, MessagesThatAreCutOffOrTooLongAreRefused) {
  const Bytes hello = encode(Hello{"0.1.0", "zug-1", "node7", 64});
  for (std::size_t length = 0; length < hello.size(); ++length)
    EXPECT_FALSE(decode_hello(std::string_view(hello).substr(0, length))) << length;
  EXPECT_FALSE(decode_hello(hello + "x"));
  const Bytes entries = encode(Entries{{9, 0xABCDEF0123456789, "zug-1"}, {{1, 2}}});
  EXPECT_FALSE(decode_entries(std::string_view(entries).substr(0, entries.size() - 1)));
  const Bytes result = encode(sample_result());
  EXPECT_FALSE(decode_result(std::string_view(result).substr(0, result.size() - 1)));
}

}  // namespace
}  // namespace zugwerk::cluster
