// Unit tests of learning/book/book_grow.h: the same book in one run or in many, from a journal that survives accidents.

#include "learning/book/book_grow.h"

#include <atomic>
#include <string>

#include <gtest/gtest.h>

#include "base/files/line_journal.h"
#include "book/book.h"
#include "book/book_maker.h"
#include "support/temporary_folder.h"

namespace zugwerk::learning {
namespace {

constexpr GrowOptions kSmall{.positions = 12, .max_ply = 6, .lines = 3, .nodes = 500, .hash_megabytes = 1};

TEST(BookGrow, MakesASoundBookOfReachablePositions) {
  test::TemporaryFolder folder;
  const std::atomic<bool> stop{false};
  const auto result = grow_book(folder.file("own.bin"), kSmall, stop, {});
  ASSERT_TRUE(result) << result.error().message;
  EXPECT_EQ(result->positions, 12U);
  EXPECT_EQ(result->searched, 12U);
  EXPECT_TRUE(result->complete);
  const auto survey = book::survey(*book::Book::open(folder.file("own.bin")));
  EXPECT_EQ(survey.reached, 12U);
  EXPECT_LT(survey.deepest, 6);
  EXPECT_TRUE(survey.faults.empty());
  // No move is much worse than the best, so no weight is tiny.
  const auto start = book::Book::open(folder.file("own.bin"))->find(chess::Position());
  EXPECT_GE(start.moves.back().weight, 100U);
  EXPECT_EQ(start.moves.front().weight, 1000U);
}

TEST(BookGrow, ResumesWhereItWasInterrupted) {
  test::TemporaryFolder folder;
  std::atomic<bool> stop{false};
  ASSERT_TRUE(grow_book(folder.file("whole.bin"), kSmall, stop, {}));
  const std::string path = folder.file("parts.bin");
  // Interrupted after five searches, and in the middle of writing a sixth.
  const auto part = grow_book(path, kSmall, stop, [&](std::size_t count, const std::string&) { stop = count == 5; });
  ASSERT_TRUE(part);
  EXPECT_FALSE(part->complete);
  EXPECT_EQ(part->searched, 5U);
  test::write_bytes(path + ".journal", test::read_bytes(path + ".journal") + R"({"position":"rnbqkbnr/pppp)");
  stop = false;
  std::string warning;
  const auto rest = grow_book(path, kSmall, stop, {}, [&](const std::string& text) { warning = text; });
  ASSERT_TRUE(rest) << rest.error().message;
  EXPECT_NE(warning.find(":7: the line was cut off"), std::string::npos) << warning;
  EXPECT_EQ(rest->known, 5U);
  EXPECT_EQ(rest->searched, 7U);
  EXPECT_EQ(test::read_bytes(path), test::read_bytes(folder.file("whole.bin")));
}

TEST(BookGrow, ReportsFaultsOfAJournal) {
  test::TemporaryFolder folder;
  const std::string path = folder.file("own.bin");
  const std::atomic<bool> stop{false};
  ASSERT_TRUE(grow_book(path, kSmall, stop, {}));
  GrowOptions other = kSmall;
  other.nodes = 600;
  const auto grown = [&](const GrowOptions& options) { return grow_book(path, options, stop, {}).error().message; };
  EXPECT_NE(grown(other).find(".journal:1: the journal of another book"), std::string::npos);
  const std::string journal = test::read_bytes(path + ".journal");
  test::write_bytes(path + ".journal", journal + "nonsense\n");
  EXPECT_NE(grown(kSmall).find(".journal:14: damaged"), std::string::npos);
  const base::Json illegal{{"position", "4k3/8/8/8/8/8/8/4K3 w - -"}, {"moves", "e1e9:5"}};
  test::write_bytes(path + ".journal", journal + base::to_checked_line(illegal));
  EXPECT_NE(grown(kSmall).find(".journal:14: "), std::string::npos);
}

}  // namespace
}  // namespace zugwerk::learning
