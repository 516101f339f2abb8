// Tablebases and several threads: a search that probes in all of them, while tables are verified, opened and closed by
// others. Kind: unit; also run by ThreadSanitizer.

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "base/thread.h"
#include "chess/notation/fen.h"
#include "engine/engine.h"
#include "support/data_folder.h"
#include "support/made_table.h"
#include "support/temporary_folder.h"

namespace zugwerk::engine {
namespace {

using namespace std::chrono_literals;

/// Real tables, if there are any.
std::optional<std::string> true_tables() {
  if (!tests::data_file("syzygy/KQvK.rtbw")) return std::nullopt;
  return (tests::data_folder() / "syzygy").string();
}

/// Tables of three pieces whose answers are wrong.
std::unique_ptr<test::TemporaryFolder> made_tables() {
  auto folder = std::make_unique<test::TemporaryFolder>();
  for (const std::string_view name : {"KQvK.rtbw", "KQvK.rtbz", "KRvK.rtbw", "KRvK.rtbz", "KPvK.rtbw", "KPvK.rtbz"})
    test::write_bytes(folder->file(name), test::MadeTable(name).bytes());
  return folder;
}

struct Searcher {
  explicit Searcher(std::string_view fen) {
    engine.set_threads(2);
    engine.set_position(*chess::parse_fen(fen));
  }

  std::atomic<int> best_moves{0};
  std::atomic<std::uint64_t> tb_hits{0};
  Engine engine{search::Events{[this](const search::LineReport& line) { tb_hits = line.tb_hits; },
                               {},
                               [this](const search::BestMoveReport&) { ++best_moves; }}};
};

constexpr std::string_view kRooks = "8/8/3k4/8/8/8/1R3K2/2r5 w - - 0 1";
constexpr std::string_view kRooksAndPawns = "8/8/3k4/8/2pP4/8/1R3K2/2r5 b - - 0 1";

TEST(TablebaseThreads, ProbeInAllThreadsOfASearch) {
  const auto folder = made_tables();
  Searcher searcher(kRooks);
  ASSERT_TRUE(searcher.engine.load_tablebases(folder->path()));
  search::Limits limits;
  limits.nodes = 20'000;
  searcher.engine.go(limits);
  searcher.engine.wait();
  EXPECT_GT(searcher.tb_hits, 0U);
}

TEST(TablebaseThreads, ProbeTrueTablesInAllThreadsOfASearch) {
  const auto folder = true_tables();
  if (!folder) GTEST_SKIP() << "no tables in " << tests::data_folder();
  Searcher searcher(kRooksAndPawns);
  ASSERT_TRUE(searcher.engine.load_tablebases(*folder));
  search::Limits limits;
  limits.nodes = 20'000;
  searcher.engine.go(limits);
  searcher.engine.wait();
  EXPECT_GT(searcher.tb_hits, 0U);
}

TEST(TablebaseThreads, OthersOpenAndCloseTablesDuringASearch) {
  const auto folder = made_tables();
  Searcher searcher(kRooks);
  ASSERT_TRUE(searcher.engine.load_tablebases(folder->path()));
  search::Limits limits;
  limits.infinite = true;
  searcher.engine.go(limits);
  {
    const base::Thread opener([] {
      for (int i = 0; i < 3; ++i) {
        const auto own = made_tables();
        const auto tables = tablebase::Tables::open(own->path(), {.verified_at_once = 0});
        ASSERT_TRUE(tables);
        ASSERT_TRUE((*tables)->wait_until_verified(60s));
        static_cast<void>((*tables)->refresh());
        static_cast<void>((*tables)->probe_wdl(*chess::parse_fen(kRooks)));
      }
    });
    Searcher second(kRooks);
    ASSERT_TRUE(second.engine.load_tablebases(folder->path()));
    second.engine.go(limits);
    second.engine.stop_and_wait();
    EXPECT_EQ(second.best_moves, 1);
  }
  searcher.engine.stop_and_wait();
  EXPECT_EQ(searcher.best_moves, 1);
}

TEST(TablebaseThreads, AlternatingSearchesLetTablesChange) {
  // Each engine acquires and releases its lease; together they must neither block each other nor lose their tables.
  const auto folder = made_tables();
  const auto search_often = [&] {
    for (int i = 0; i < 3; ++i) {
      Searcher searcher(kRooks);
      ASSERT_TRUE(searcher.engine.load_tablebases(folder->path()));
      search::Limits limits;
      limits.nodes = 2000;
      searcher.engine.go(limits);
      searcher.engine.wait();
      ASSERT_EQ(searcher.best_moves, 1);
    }
  };
  const base::Thread first(search_often);
  const base::Thread second(search_often);
}

}  // namespace
}  // namespace zugwerk::engine
