// Unit tests of base/line_journal.h: recovery after a kill, and detection of damage.

#include "base/files/line_journal.h"

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include "support/temporary_folder.h"

namespace zugwerk::base {
namespace {

class LineJournals : public testing::Test {
 protected:
  LineJournals() {
    work_.kind = "test";
    work_.about = Json{{"speed", 5}};
    work_.on_entry = [this](const Json& entry) -> Expected<void> {
      if (!entry.contains("number")) return failure("there is no number");
      numbers_.push_back(entry["number"].get<int>());
      return {};
    };
    work_.on_cut = [this](const std::string& message) { cut_ = message; };
  }

  void write(int count) {
    auto journal = LineJournal::create(path_, work_);
    ASSERT_TRUE(journal);
    for (int i = 1; i <= count; ++i) ASSERT_TRUE(journal->add(Json{{"number", i}}));
  }

  /// "" or the message of the error.
  std::string resume() {
    numbers_.clear();
    cut_.clear();
    const auto journal = LineJournal::resume(path_, work_);
    return journal ? "" : journal.error().message;
  }

  test::TemporaryFolder folder_;
  const std::string path_ = folder_.file("journal");
  LineJournal::Work work_;
  std::vector<int> numbers_;
  std::string cut_;
};

TEST_F(LineJournals, ResumeWhereTheyEnded) {
  write(2);
  EXPECT_NE(LineJournal::create(path_, work_).error().message.find("already exists"), std::string::npos);
  {
    auto journal = LineJournal::resume(path_, work_);
    ASSERT_TRUE(journal);
    EXPECT_FALSE(LineJournal::resume(path_, work_)) << "two at a time";
    ASSERT_TRUE(journal->add(Json{{"number", 3}, {"text", "any \xFF bytes\nand lines"}}));
  }
  EXPECT_EQ(resume(), "");
  EXPECT_EQ(numbers_, (std::vector{1, 2, 3}));
  EXPECT_EQ(cut_, "");
}

TEST_F(LineJournals, RecoverFromBeingCutAtAnyByte) {
  write(3);
  const std::string whole = test::read_bytes(path_);
  for (std::size_t size = 0; size <= whole.size(); ++size) {
    const std::string kept = whole.substr(0, size);
    test::write_bytes(path_, kept);
    ASSERT_EQ(resume(), "") << size;
    const std::string after = test::read_bytes(path_);
    const std::size_t lines = whole_lines_of(kept);
    // Whole lines are still there; if not even the first line was, the journal starts afresh.
    ASSERT_EQ(after, lines == 0 ? whole.substr(0, whole.find('\n') + 1) : whole.substr(0, lines));
    ASSERT_EQ(cut_.empty(), lines == size) << size;
    ASSERT_EQ(numbers_.size(),
              lines == 0 ? 0U : static_cast<std::size_t>(std::count(after.begin(), after.end(), '\n')) - 1);
  }
}

TEST_F(LineJournals, NoticeEveryFlippedBit) {
  write(3);
  const std::string whole = test::read_bytes(path_);
  for (std::size_t at = 0; at < whole.size(); ++at) {
    for (int bit = 0; bit < 8; ++bit) {
      std::string flipped = whole;
      flipped[at] = static_cast<char>(flipped[at] ^ (1 << bit));
      test::write_bytes(path_, flipped);
      const std::string message = resume();
      // Without its newline the last line counts as torn: it is cut off and reported.
      if (at == whole.size() - 1) {
        ASSERT_EQ(message, "");
        ASSERT_NE(cut_.find(path_ + ":4: "), std::string::npos);
        continue;
      }
      const auto line = 1 + std::count(flipped.begin(), flipped.begin() + static_cast<std::ptrdiff_t>(at), '\n');
      ASSERT_EQ(message.find(path_ + ":" + std::to_string(line) + ": "), 0U) << at << ' ' << bit << ": " << message;
      ASSERT_EQ(test::read_bytes(path_), flipped) << "nothing is changed";
    }
  }
}

TEST_F(LineJournals, RefuseOtherWorkAndOtherFiles) {
  write(1);
  work_.about = Json{{"speed", 6}};
  EXPECT_NE(resume().find(":1: the journal of another test: {\"speed\":5}"), std::string::npos);
  work_.kind = "match";
  EXPECT_NE(resume().find(":1: not the journal of a match"), std::string::npos);
  for (const std::string other : {"my diary\n", "my diary", "{\"journal\":\"mine\"}\n"}) {
    test::write_bytes(path_, other);
    EXPECT_NE(resume().find(":1: not the journal of a match"), std::string::npos) << other;
    EXPECT_EQ(test::read_bytes(path_), other);
  }
}

TEST_F(LineJournals, NameTheLineThatTheWorkRejects) {
  write(1);
  ASSERT_TRUE(LineJournal::resume(path_, work_)->add(Json{{"other", 3}}));
  EXPECT_EQ(resume(), path_ + ":3: there is no number");
}

TEST_F(LineJournals, RefuseADescriptionThatIsNestedTooDeep) {
  Json deep = Json::array();
  for (int i = 0; i < 2 * kDeepestJson; ++i) {
    Json outer = Json::array();
    outer.push_back(std::move(deep));
    deep = std::move(outer);
  }
  work_.about = Json{{"deep", std::move(deep)}};
  write(1);
  EXPECT_NE(resume().find(":1: not JSON that can be read: nested more than 200 deep"), std::string::npos);
}

TEST(CheckedLines, MayLackAChecksumWhereThatIsAllowed) {
  EXPECT_FALSE(parse_checked_line(R"({"a":1})"));
  EXPECT_EQ(parse_checked_line(R"({"a":1})", true).value(), (Json{{"a", 1}}));
  std::string line = to_checked_line(Json{{"a", 1}});
  line.pop_back();
  EXPECT_EQ(parse_checked_line(line).value(), (Json{{"a", 1}}));
  line[5] = '2';
  EXPECT_FALSE(parse_checked_line(line, true));
}

}  // namespace
}  // namespace zugwerk::base
