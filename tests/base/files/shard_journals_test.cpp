// Journals of the shards of a run, read together. Kind: unit.

#include "base/files/shard_journals.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/files/line_journal.h"
#include "support/temporary_folder.h"

namespace zugwerk::base {
namespace {

class ReadShardJournals : public ::testing::Test {
 protected:
  /// Makes the journal of a shard with one entry, which has its number.
  std::string make(const std::string& name, const std::string& shard, const std::string& kind = "harvest",
                   int field = 1) {
    const std::string path = folder_.file(name);
    Json about{{"field", field}};
    if (!shard.empty()) about[kShardKey] = shard_to_json(*Shard::parse(shard));
    auto journal = LineJournal::create(path + ".journal", {.kind = kind, .about = about});
    EXPECT_TRUE(journal->add(Json{{"apples", shard}}));
    return path;
  }

  static void expect_failure(const Expected<ShardJournals>& journals, const std::string& part) {
    ASSERT_FALSE(journals);
    EXPECT_NE(journals.error().message.find(part), std::string::npos) << journals.error().message;
  }

  test::TemporaryFolder folder_;
};

TEST_F(ReadShardJournals, InTheirOrder) {
  const std::string two = make("a", "2/2");
  const std::string one = make("b", "1/2");
  const auto journals = read_shard_journals({two, one + ".journal", one});
  ASSERT_TRUE(journals) << journals.error().message;
  EXPECT_EQ(journals->kind, "harvest");
  EXPECT_EQ(journals->about, (Json{{"field", 1}}));
  ASSERT_EQ(journals->shards.size(), 2U);
  EXPECT_EQ(journals->shards[0].file(), one);
  EXPECT_EQ(journals->shards[0].entries.at(0), (Json{{"apples", "1/2"}}));
  EXPECT_EQ(journals->shards[1].shard, *Shard::parse("2/2"));
}

TEST_F(ReadShardJournals, NamesThoseThatAreMissing) {
  expect_failure(read_shard_journals({make("a", "2/6"), make("b", "4/6")}),
                 "of 6 shards, 4 are missing: 1, 3, 5 and 6");
  expect_failure(read_shard_journals({make("c", "1/1000")}), "20, 21 and 979 more");
}

TEST_F(ReadShardJournals, NamesBothFilesOfOneShard) {
  const std::string one = make("a", "1/2");
  const std::string again = make("b", "1/2");
  expect_failure(read_shard_journals({one, make("c", "2/2"), again}),
                 "shard 1/2 is there twice: " + one + ".journal and " + again + ".journal");
}

TEST_F(ReadShardJournals, RefusesOtherRuns) {
  const std::string one = make("a", "1/2");
  expect_failure(read_shard_journals({one, make("b", "2/2", "harvest", 5)}), "field: 1 there, 5 here");
  expect_failure(read_shard_journals({one, make("c", "2/2", "sowing")}), "is of a sowing, but");
  expect_failure(read_shard_journals({one, make("d", "2/3")}), "another number of shards");
  expect_failure(read_shard_journals({one, make("e", "")}), "this is a whole run, not a shard");
  expect_failure(read_shard_journals({one, folder_.file("nothing")}), "nothing.journal");
}

TEST_F(ReadShardJournals, FindsUnfinishedShards) {
  const auto journals = read_shard_journals({make("a", "1/2"), make("b", "2/2")});
  ASSERT_TRUE(journals);
  EXPECT_TRUE(check_shards_finished(*journals, {{3, 3}, {2, 2}}, "trees"));
  const auto checked = check_shards_finished(*journals, {{3, 3}, {1, 2}}, "trees");
  ASSERT_FALSE(checked);
  EXPECT_EQ(checked.error().message, folder_.file("b") + ".journal: shard 2/2 has 1 of its 2 trees; resume it");
}

}  // namespace
}  // namespace zugwerk::base
