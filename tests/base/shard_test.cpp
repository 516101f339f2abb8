// Parts of bulk work. Kind: unit.

#include "base/shard.h"

#include <gtest/gtest.h>

#include "base/error.h"

namespace zugwerk::base {
namespace {

TEST(Shard, ReadsItsNumberAndTheirCount) {
  const auto shard = Shard::parse("3/8");
  ASSERT_TRUE(shard);
  EXPECT_TRUE(shard->is_part());
  EXPECT_EQ(shard->number(), 3U);
  EXPECT_EQ(shard->count(), 8U);
  EXPECT_EQ(to_string(*shard), "3/8");
}

TEST(Shard, RefusesWhatIsNoPart) {
  for (const char* text : {"", "/", "3", "3/", "/3", "0/3", "4/3", "1/0", "0/0", "-1/3", "1/-3", "1/3/5", "1 / 3",
                           "a/b", "1/1000001", "1/99999999999999999999999"})
    EXPECT_FALSE(Shard::parse(text)) << text;
}

TEST(Shard, HasEveryPieceInExactlyOnePart) {
  for (std::uint64_t count = 1; count <= 7; ++count) {
    for (std::uint64_t pieces = 0; pieces <= 20; ++pieces) {
      std::uint64_t sum = 0;
      for (std::uint64_t number = 1; number <= count; ++number) {
        const Shard shard = *Shard::parse(std::to_string(number) + "/" + std::to_string(count));
        std::uint64_t own = 0;
        for (std::uint64_t piece = 0; piece < pieces; ++piece) {
          if (!shard.has(piece)) continue;
          EXPECT_EQ(shard.piece(own), piece);
          ++own;
        }
        EXPECT_EQ(shard.share_of(pieces), own);
        sum += own;
      }
      EXPECT_EQ(sum, pieces);
    }
  }
}

TEST(Shard, IsTheWholeWorkByDefault) {
  const Shard whole;
  EXPECT_FALSE(whole.is_part());
  EXPECT_TRUE(whole.has(12));
  EXPECT_EQ(whole.share_of(12), 12U);
  EXPECT_EQ(whole.piece(12), 12U);
  EXPECT_EQ(whole.file_for("games.pgn"), "games.pgn");
}

TEST(Shard, HasFilesOfItsOwn) {
  const Shard shard = *Shard::parse("3/8");
  EXPECT_EQ(shard.file_for("games.pgn"), "games.shard-3-of-8.pgn");
  EXPECT_EQ(shard.file_for("out.d/my games.zwg"), "out.d/my games.shard-3-of-8.zwg");
  EXPECT_EQ(shard.file_for("games"), "games.shard-3-of-8");
  EXPECT_EQ(shard.file_for(""), "");
  EXPECT_EQ(shard.file_for("/dev/null"), "/dev/null");
}

}  // namespace
}  // namespace zugwerk::base
