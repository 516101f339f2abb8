// Unit tests of tablebase/syzygy.h: what tables say, which folders are accepted, and that they may change at any time.

#include "tablebase/syzygy.h"

#include <algorithm>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "base/thread.h"
#include "chess/movegen.h"
#include "chess/notation/coordinate.h"
#include "chess/notation/fen.h"
#include "support/tablebases.h"
#include "support/temporary_folder.h"
#include "tablebase/probe_moves.h"

namespace zugwerk::tablebase {
namespace {

using namespace chess;

class Syzygy : public testing::Test {
 protected:
  static std::string folder() { return test::tablebases(); }
  static std::optional<Wdl> wdl(const Tables& tables, std::string_view fen) {
    return tables.probe_wdl(*parse_fen(fen));
  }
  static RootResult result_of(const Tables& tables, std::string_view fen, std::string_view move) {
    const auto position = *parse_fen(fen);
    const auto wanted = *parse_coordinate_move(position, move);
    const auto results = tables.probe_root(position).value();
    for (const RootResult& result : results)
      if (result.move == wanted) return result;
    ADD_FAILURE() << move;
    return {};
  }
};

TEST_F(Syzygy, KnowsWhoWins) {
  const auto tables = *Tables::open(folder());
  EXPECT_EQ(tables->largest(), 4);
  EXPECT_EQ(tables->describe(), "35 WDL and 35 DTZ tables of up to 4 pieces");
  EXPECT_EQ(wdl(*tables, "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"), Wdl::Win);
  EXPECT_EQ(wdl(*tables, "8/8/8/3k4/8/8/8/KQ6 b - - 0 1"), Wdl::Loss);
  EXPECT_EQ(wdl(*tables, "8/8/8/8/4k3/8/8/KN6 w - - 0 1"), Wdl::Draw);
  EXPECT_EQ(wdl(*tables, "8/8/8/8/8/4k3/4p3/4K3 w - - 0 1"), Wdl::Draw);
  EXPECT_EQ(wdl(*tables, "8/8/8/8/8/4k3/4p3/4K3 b - - 0 1"), Wdl::Win);
}

TEST_F(Syzygy, AgreesWithItselfOneMoveFurtherIncludingEnPassant) {
  // With four pieces no win needs fifty moves, so the result of a position is that of its best move.
  const auto tables = *Tables::open(folder());
  base::Rng rng(5);
  int with_en_passant = 0;
  constexpr int kPositions = 400;
  for (int tried = 0; tried < kPositions; ++tried) {
    PositionSetup setup;
    const auto put = [&](Piece piece) {
      std::size_t square = rng.below(kSquareCount);
      while (setup.board[square] != Piece::None) square = rng.below(kSquareCount);
      setup.board[square] = piece;
    };
    if (tried % 2 == 0) {
      put(Piece::WhitePawn);
      put(tried % 4 == 0 ? Piece::WhiteRook : Piece::BlackKnight);
    } else {
      // A white pawn has just passed a black one.
      const std::size_t file = rng.below(7);
      setup.board[index(Square::A4) + file] = Piece::WhitePawn;
      setup.board[index(Square::A4) + file + 1] = Piece::BlackPawn;
      setup.en_passant = square_at(index(Square::A3) + file);
      setup.side_to_move = Color::Black;
    }
    put(Piece::WhiteKing);
    put(Piece::BlackKing);
    auto position = Position::from_setup(setup);
    if (!position || !has_legal_move(*position)) continue;
    if (position->en_passant() != Square::None) ++with_en_passant;
    const int best = test::best_result_of_moves(*tables, *position);
    EXPECT_EQ(static_cast<int>(tables->probe_wdl(*position).value()), best) << to_fen(*position);
  }
  EXPECT_GT(with_en_passant, 50);
}

TEST_F(Syzygy, ReturnsNothingWithoutATable) {
  const auto tables = *Tables::open(folder());
  EXPECT_FALSE(wdl(*tables, std::string(kStartFen)));
  EXPECT_FALSE(wdl(*tables, "4k3/8/8/8/8/8/8/4K2R w K - 0 1")) << "castling is not in the tables";
  EXPECT_FALSE(tables->probe_root(*parse_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1")));
  EXPECT_FALSE(wdl(*tables, "8/8/8/3k4/7r/8/8/KQR5 w - - 0 1"));
}

TEST_F(Syzygy, JudgesEveryMoveOfARoot) {
  const auto tables = *Tables::open(folder());
  const std::string_view fen = "7k/8/5K2/8/8/8/8/6Q1 w - - 0 1";
  EXPECT_EQ(result_of(*tables, fen, "g1g7").wdl, Wdl::Win);
  EXPECT_EQ(result_of(*tables, fen, "g1g7").dtz, 1) << "mate";
  EXPECT_EQ(result_of(*tables, fen, "f6f7").wdl, Wdl::Win);
  EXPECT_EQ(result_of(*tables, fen, "g1g6").wdl, Wdl::Draw) << "stalemate";
  // Promotions to different pieces are distinguished.
  const std::string_view pawn = "8/P7/8/8/8/2k5/8/K7 w - - 0 1";
  EXPECT_EQ(result_of(*tables, pawn, "a7a8q").wdl, Wdl::Win);
  EXPECT_EQ(result_of(*tables, pawn, "a7a8n").wdl, Wdl::Draw);
  // The losing side has negative distances.
  const auto losses = tables->probe_root(*parse_fen("8/8/8/3k4/8/8/8/KQ6 b - - 0 1")).value();
  for (const RootResult& result : losses) {
    EXPECT_EQ(result.wdl, Wdl::Loss);
    EXPECT_LT(result.dtz, 0);
  }
  EXPECT_TRUE(tables->probe_root(*parse_fen("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"))->empty()) << "no moves";
}

TEST_F(Syzygy, RespectsTheFiftyMoveRule) {
  // King, bishop and knight need about twenty moves here; with a nearly full counter there is no time left.
  const std::string_view pieces = "7k/8/8/8/8/8/8/KBN5 w - - ";
  const auto tables = *Tables::open(folder());
  const auto best = [&](const std::string& counters) {
    Wdl wdl = Wdl::Loss;
    const auto results = tables->probe_root(*parse_fen(std::string(pieces) + counters)).value();
    for (const RootResult& result : results) wdl = std::max(wdl, result.wdl);
    return wdl;
  };
  EXPECT_EQ(best("0 1"), Wdl::Win);
  EXPECT_EQ(best("90 100"), Wdl::CursedWin);
  EXPECT_EQ(best("2000 3000"), Wdl::CursedWin);
}

TEST_F(Syzygy, SearchesSeveralFoldersAndNamesThoseItLeavesOut) {
  test::TemporaryFolder empty;
  std::filesystem::create_directory(empty.file("a"));
  const std::string path = "/no/such/folder:" + empty.file("a") + "::" + folder();
  const auto tables = *Tables::open(path);
  EXPECT_EQ(tables->largest(), 4);
  ASSERT_EQ(tables->faults().size(), 2U);
  EXPECT_NE(tables->faults()[0].find("/no/such/folder"), std::string::npos);
  EXPECT_NE(tables->faults()[1].find("no Syzygy tables"), std::string::npos);
}

TEST_F(Syzygy, WorksWithSomeTablesMissing) {
  test::TemporaryFolder some;
  for (const char* name : {"KQvK.rtbw", "KRvK.rtbw", "KRvK.rtbz"})
    std::filesystem::copy_file(folder() + "/" + name, some.file(name));
  const auto tables = *Tables::open(std::filesystem::path(some.file("KQvK.rtbw")).parent_path().string());
  EXPECT_EQ(tables->largest(), 3);
  EXPECT_EQ(wdl(*tables, "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"), Wdl::Win);
  EXPECT_FALSE(tables->probe_root(*parse_fen("8/8/8/3k4/8/8/8/KQ6 w - - 0 1"))) << "its distances are missing";
  EXPECT_TRUE(tables->probe_root(*parse_fen("8/8/8/8/4k3/8/8/KR6 w - - 0 1")));
  EXPECT_FALSE(wdl(*tables, "8/8/8/8/4k3/8/1P6/K7 w - - 0 1")) << "not there";
}

TEST_F(Syzygy, RefusesFoldersWithBrokenFiles) {
  const std::string whole = test::read_bytes(folder() + "/KQvK.rtbw");
  for (const std::string& bytes : {whole.substr(0, whole.size() - 1), std::string(80, 'x'), std::string()}) {
    test::TemporaryFolder broken;
    test::write_bytes(broken.file("KQvK.rtbw"), bytes);
    const std::string path = std::filesystem::path(broken.file("KQvK.rtbw")).parent_path().string();
    const auto alone = Tables::open(path);
    ASSERT_FALSE(alone);
    EXPECT_NE(alone.error().message.find("KQvK.rtbw"), std::string::npos) << alone.error().message;
    // The other folders of the path are used.
    const auto beside = *Tables::open(path + ":" + folder());
    EXPECT_EQ(beside->faults().size(), 1U);
    EXPECT_EQ(wdl(*beside, "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"), Wdl::Win);
  }
}

TEST_F(Syzygy, TablesMayBeOpenedAndClosedDuringALease) {
  const auto tables = *Tables::open(folder());
  test::TemporaryFolder other;
  std::filesystem::copy_file(folder() + "/KQvK.rtbw", other.file("KQvK.rtbw"));
  const std::string path = std::filesystem::path(other.file("KQvK.rtbw")).parent_path().string();
  std::vector<base::Thread> threads;
  for (int i = 0; i < 2; ++i)
    threads.emplace_back([&] {
      for (int n = 0; n < 2000; ++n) {
        ASSERT_EQ(wdl(*tables, "8/8/8/3k4/8/8/8/KQ6 w - - 0 1"), Wdl::Win);
        ASSERT_EQ(wdl(*tables, "8/8/2r5/3k4/8/8/8/KQ6 w - - 0 1"), Wdl::Win);
      }
    });
  for (int n = 0; n < 5; ++n) ASSERT_TRUE(Tables::open(path));
}

TEST(SyzygyPaths, WithoutAnyTableAreErrors) {
  EXPECT_NE(Tables::open("/no/such/folder").error().message.find("/no/such/folder"), std::string::npos);
  EXPECT_EQ(Tables::open(":").error().message, "no folder is named");
  EXPECT_FALSE(Tables::open(std::string(100'000, 'x')));
}

}  // namespace
}  // namespace zugwerk::tablebase
