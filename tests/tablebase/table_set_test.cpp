// Unit tests of which tables libfathom sees and when, by tablebase/syzygy.h: verification in the background, files that
// change, and what the holder of a lease sees meanwhile. With made tables, in which the bare king always loses.

#include "tablebase/table_set.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <sys/stat.h>

#include "chess/notation/fen.h"
#include "support/data_folder.h"
#include "support/made_table.h"
#include "support/temporary_folder.h"
#include "tablebase/checksum.h"
#include "tablebase/syzygy.h"

namespace zugwerk::tablebase {
namespace {

using namespace std::chrono_literals;
using test::MadeTable;

constexpr std::string_view kQueen = "8/8/8/3k4/8/8/8/KQ6 b - - 0 1";
constexpr std::string_view kRook = "8/8/8/4k3/8/8/8/KR6 b - - 0 1";
constexpr auto kPatience = 30s;
const OpenOptions kAllInBackground{.verified_at_once = 0};

void make(const test::TemporaryFolder& folder, std::string_view name) {
  test::write_bytes(folder.file(name), MadeTable(name).bytes());
}

bool knows(const Tables& tables, std::string_view fen) {
  const auto wdl = tables.probe_wdl(*chess::parse_fen(fen));
  EXPECT_TRUE(!wdl || *wdl < Wdl::Draw);
  return wdl.has_value();
}

std::string joined(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line + '\n';
  return text;
}

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

/// Files that are mapped into this process.
std::string mapped_files() {
  std::ifstream maps("/proc/self/maps");
  return {std::istreambuf_iterator<char>(maps), {}};
}

TEST(TableSet, OpensEveryTableBeforeTheFirstProbe) {
  test::TemporaryFolder folder;
  const std::vector<std::string_view> names{"KQvK.rtbw", "KQvK.rtbz", "KRvK.rtbw", "KPvK.rtbw", "KPvK.rtbz"};
  for (const std::string_view name : names) make(folder, name);
  const auto tables = *Tables::open(folder.path());
  EXPECT_EQ(tables->describe(), "3 WDL and 2 DTZ tables of up to 3 pieces");
  for (const std::string_view name : names) EXPECT_TRUE(contains(mapped_files(), folder.file(name))) << name;
}

TEST(TableSet, OpensEveryPublishedTableBeforeTheFirstProbe) {
  const auto folder = tests::data_folder() / "syzygy";
  if (!tests::data_file("syzygy/KQvK.rtbw")) GTEST_SKIP() << "no tables in " << tests::data_folder();
  const auto tables = *Tables::open(folder.string());
  const std::string mapped = mapped_files();
  int closed = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    // No distance of a draw is ever looked up.
    if (name == "KBvK.rtbz" || name == "KNvK.rtbz") continue;
    EXPECT_TRUE(contains(mapped, "/" + name)) << ++closed;
  }
}

TEST(TableSet, LeavesNothingBehind) {
  test::TemporaryFolder folder;
  test::TemporaryFolder temporary;
  make(folder, "KQvK.rtbw");
  const char* const before = std::getenv("TMPDIR");
  const std::string kept = before == nullptr ? "" : before;
  ::setenv("TMPDIR", temporary.path().c_str(), 1);
  const auto tables = *Tables::open(folder.path());
  EXPECT_TRUE(std::filesystem::is_empty(temporary.path()));
  EXPECT_TRUE(knows(*tables, kQueen));
  // In memory if there is no folder for temporary files.
  ::setenv("TMPDIR", "/no/such/folder", 1);
  make(folder, "KRvK.rtbw");
  EXPECT_TRUE(knows(**Tables::open(folder.path()), kRook));
  if (before == nullptr)
    ::unsetenv("TMPDIR");
  else
    ::setenv("TMPDIR", kept.c_str(), 1);
}

TEST(TableSet, LeavesSingleFilesOutAndUsesTheOthers) {
  test::TemporaryFolder folder;
  make(folder, "KQvK.rtbw");
  make(folder, "KRvK.rtbw");
  std::string damaged = MadeTable("KRvK.rtbw").bytes();
  damaged[200] = static_cast<char>(damaged[200] ^ 1);
  test::write_bytes(folder.file("KRvK.rtbw"), damaged);
  test::write_bytes(folder.file("KvKP.rtbw"), MadeTable("KPvK.rtbw").bytes());
  test::write_bytes(folder.file("KBvK.rtbw"), "not a table");
  std::filesystem::create_directory(folder.file("KNvK.rtbw"));
  ASSERT_EQ(::mkfifo(folder.file("KNvK.rtbz").c_str(), 0600), 0);
  const auto tables = *Tables::open(folder.path());
  const std::string faults = joined(tables->faults());
  EXPECT_TRUE(contains(faults, "KRvK.rtbw: damaged: its checksum is wrong; it is left out")) << faults;
  EXPECT_TRUE(contains(faults, "KvKP.rtbw: should be called KPvK.rtbw; it is left out")) << faults;
  EXPECT_TRUE(contains(faults, "KBvK.rtbw: incomplete: no Syzygy table has 11 bytes; it is left out")) << faults;
  EXPECT_TRUE(contains(faults, "KNvK.rtbw: is not a regular file")) << faults;
  EXPECT_TRUE(contains(faults, "KNvK.rtbz: is not a regular file")) << faults;
  EXPECT_EQ(tables->faults().size(), 5U);
  EXPECT_EQ(tables->describe(), "1 WDL and 0 DTZ tables of up to 3 pieces");
  EXPECT_TRUE(knows(*tables, kQueen));
  EXPECT_FALSE(knows(*tables, kRook));
}

TEST(TableSet, NamesOnlySomeOfManyFaults) {
  test::TemporaryFolder folder;
  make(folder, "KQvK.rtbw");
  for (const char a : std::string_view("QRBNP"))
    for (const char b : std::string_view("QRBNP"))
      test::write_bytes(folder.file(std::string("K") + a + b + "vK.rtbw"), "not a table");
  const auto tables = *Tables::open(folder.path());
  EXPECT_EQ(tables->faults().size(), 10U);
  EXPECT_EQ(tables->faults().back(), "and 16 more like these");
}

TEST(TableSet, UsesTheIntactFileOfTwoFolders) {
  test::TemporaryFolder first;
  test::TemporaryFolder second;
  test::write_bytes(first.file("KQvK.rtbw"), "not a table");
  make(second, "KQvK.rtbw");
  const auto tables = *Tables::open(first.path() + ":" + second.path());
  EXPECT_EQ(tables->faults().size(), 1U);
  EXPECT_TRUE(knows(*tables, kQueen));
}

TEST(TableSet, DoesNotUseDistancesThatContradictTheResults) {
  test::TemporaryFolder folder;
  // All draws, with a checksum that is right.
  std::string draws = MadeTable("KQvK.rtbw").bytes();
  const std::size_t symbols = MadeTable("KQvK.rtbw").symbols();
  constexpr std::size_t kHeader = 16 + 3 * 10;
  for (const std::size_t at : {symbols, symbols + 3, symbols + kHeader, symbols + kHeader + 3}) draws[at] = 2;
  draws.resize(draws.size() - kChecksumSize);
  draws += checksum_of(draws);
  test::write_bytes(folder.file("KQvK.rtbw"), draws);
  make(folder, "KQvK.rtbz");
  const auto tables = *Tables::open(folder.path());
  ASSERT_EQ(tables->faults().size(), 1U);
  EXPECT_TRUE(contains(tables->faults()[0], "KQvK.rtbz: does not belong to the results in KQvK.rtbw"));
  EXPECT_EQ(tables->probe_wdl(*chess::parse_fen(kQueen)), Wdl::Draw);
}

TEST(TableSet, VerifiesLargeFilesInTheBackground) {
  test::TemporaryFolder folder;
  make(folder, "KQvK.rtbw");
  make(folder, "KQvK.rtbz");
  test::write_bytes(folder.file("KRvK.rtbw"), MadeTable("KQvK.rtbw").bytes());
  const auto tables = *Tables::open(folder.path(), kAllInBackground);
  EXPECT_EQ(tables->faults().size(), 0U);
  EXPECT_EQ(tables->describe(), "no tables are in use yet; 3 once verified");
  EXPECT_EQ(tables->lease()->largest(), 0);
  EXPECT_FALSE(tables->lease()->probe_wdl(*chess::parse_fen(kQueen)));
  ASSERT_TRUE(tables->wait_until_verified(kPatience));
  // At the next search, and news is reported once.
  EXPECT_EQ(tables->lease()->largest(), 0);
  const auto news = tables->refresh();
  ASSERT_EQ(news.size(), 2U) << joined(news);
  EXPECT_TRUE(contains(news[0], "KRvK.rtbw: its order of pieces")) << news[0];
  EXPECT_EQ(news[1], "1 WDL and 1 DTZ tables of up to 3 pieces");
  EXPECT_EQ(tables->lease()->largest(), 3);
  EXPECT_TRUE(knows(*tables, kQueen));
  EXPECT_TRUE(tables->refresh().empty());
  // And remembered.
  EXPECT_EQ((*Tables::open(folder.path(), kAllInBackground))->counts().unverified, 0);
}

TEST(TableSet, SmallFilesDoNotWaitForLargeOnes) {
  test::TemporaryFolder folder;
  make(folder, "KQvK.rtbw");
  make(folder, "KPvK.rtbw");
  const std::uint64_t small = MadeTable("KQvK.rtbw").bytes().size();
  ASSERT_LT(small, MadeTable("KPvK.rtbw").bytes().size());
  const auto tables = *Tables::open(folder.path(), {.verified_at_once = small});
  EXPECT_TRUE(tables->lease()->probe_wdl(*chess::parse_fen(kQueen)));
  EXPECT_GT(tables->counts().wdl + tables->counts().unverified, 0);
  EXPECT_TRUE(tables->wait_until_verified(kPatience));
}

TEST(TableSet, DropsBackgroundFilesThatAreNoLongerWanted) {
  test::TemporaryFolder folder;
  for (int i = 0; i < 50; ++i) {
    make(folder, "KQvK.rtbw");
    static_cast<void>(Tables::open(folder.path(), kAllInBackground));
  }
  make(folder, "KQvK.rtbw");
  const auto tables = *Tables::open(folder.path(), kAllInBackground);
  ASSERT_TRUE(tables->wait_until_verified(kPatience));
  EXPECT_TRUE(knows(*tables, kQueen));
}

TEST(TableSet, ChangesWaitForLeasesWithoutBlocking) {
  test::TemporaryFolder first;
  test::TemporaryFolder second;
  make(first, "KQvK.rtbw");
  make(second, "KRvK.rtbw");
  auto queen = *Tables::open(first.path());
  auto lease = queen->lease();
  const auto rook = *Tables::open(second.path());
  EXPECT_EQ(rook->describe(), "no tables are in use yet; 1 after the running searches");
  EXPECT_FALSE(knows(*rook, kRook));
  EXPECT_TRUE(rook->refresh().empty());
  EXPECT_EQ(rook->lease()->largest(), 0);
  // Closed tables stay available to holders of a lease.
  queen.reset();
  EXPECT_TRUE(lease->probe_wdl(*chess::parse_fen(kQueen)));
  lease.reset();
  EXPECT_EQ(joined(rook->refresh()), "1 WDL and 0 DTZ tables of up to 3 pieces\n");
  EXPECT_TRUE(knows(*rook, kRook));
  EXPECT_FALSE(contains(mapped_files(), first.path()));
}

TEST(TableSet, DoesNotUseAChangedFileBeforeItIsVerifiedAgain) {
  test::TemporaryFolder folder;
  const std::string path = folder.file("KQvK.rtbw");
  make(folder, "KQvK.rtbw");
  make(folder, "KRvK.rtbw");
  const auto tables = *Tables::open(folder.path());
  ASSERT_TRUE(knows(*tables, kQueen));
  // Another sound file in its place.
  test::write_bytes(folder.file("new"), MadeTable("KQvK.rtbw", 2).bytes());
  std::filesystem::rename(folder.file("new"), path);
  auto news = joined(tables->refresh());
  EXPECT_TRUE(contains(news, "KQvK.rtbw: has changed since it was verified")) << news;
  EXPECT_TRUE(tables->lease()->probe_wdl(*chess::parse_fen(kRook)));
  ASSERT_TRUE(tables->wait_until_verified(kPatience));
  static_cast<void>(tables->refresh());
  EXPECT_TRUE(knows(*tables, kQueen));
  // A truncated file.
  std::filesystem::resize_file(path, 80);
  news = joined(tables->refresh());
  EXPECT_TRUE(contains(news, "has changed")) << news;
  ASSERT_TRUE(tables->wait_until_verified(kPatience));
  news = joined(tables->refresh());
  EXPECT_FALSE(knows(*tables, kQueen));
  EXPECT_TRUE(knows(*tables, kRook));
  // No file at all.
  std::filesystem::remove(folder.file("KRvK.rtbw"));
  static_cast<void>(tables->refresh());
  EXPECT_EQ(tables->lease()->largest(), 0);
  ASSERT_TRUE(tables->wait_until_verified(kPatience));
  news = joined(tables->refresh());
  EXPECT_TRUE(contains(news, "KRvK.rtbw: No such file")) << news;
  EXPECT_EQ(tables->describe(), "no tables are in use");
}

TEST(TableSet, OpensOnlyWhatAPositionMayNeed) {
  test::TemporaryFolder folder;
  for (const std::string_view name : {"KQvK.rtbw", "KRvK.rtbw", "KPvK.rtbw"}) make(folder, name);
  OpenOptions options;
  options.position = chess::parse_fen(kRook).value();
  const auto tables = *Tables::open(folder.path(), options);
  EXPECT_EQ(tables->describe(), "1 WDL and 0 DTZ tables of up to 3 pieces");
  options.position = chess::parse_fen("8/8/8/4k3/8/8/8/KN6 b - - 0 1").value();
  EXPECT_EQ(Tables::open(folder.path(), options).error().message, "no table is for these pieces");
}

}  // namespace
}  // namespace zugwerk::tablebase
