// Unit tests of protocol/uci_go.h: requests for searches, well-formed or not.

#include "protocol/uci_go.h"

#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "chess/notation/coordinate.h"
#include "chess/notation/fen.h"
#include "chess/perft.h"

namespace zugwerk::protocol {
namespace {

using namespace chess;
using search::Milliseconds;

GoRequest go(std::string_view text) { return parse_go(text, Position()); }

/// The only warning about `text`.
std::string warning(std::string_view text) {
  const GoRequest request = go(text);
  EXPECT_EQ(request.warnings.size(), 1U) << text;
  return request.warnings.empty() ? "" : request.warnings.front();
}

TEST(UciGo, WordsComeInAnyOrder) {
  const GoRequest request =
      go("binc 20 searchmoves e2e4 d2d4 winc 10 movestogo 7 btime 2000 wtime 1000 depth 9 nodes 500 mate 3 ponder");
  EXPECT_TRUE(request.warnings.empty());
  const auto& limits = request.limits;
  EXPECT_EQ(limits.clocks[0].remaining, Milliseconds(1000));
  EXPECT_EQ(limits.clocks[1].remaining, Milliseconds(2000));
  EXPECT_EQ(limits.clocks[0].increment, Milliseconds(10));
  EXPECT_EQ(limits.clocks[1].increment, Milliseconds(20));
  EXPECT_EQ(limits.moves_to_go, 7);
  EXPECT_EQ(limits.depth, 9);
  EXPECT_EQ(limits.nodes, 500U);
  EXPECT_EQ(limits.mate, 3);
  EXPECT_TRUE(limits.ponder);
  EXPECT_FALSE(limits.infinite);
  EXPECT_EQ(limits.search_moves.size(), 2U);
}

TEST(UciGo, IgnoresInvalidNumbersAndSearchesTheRest) {
  EXPECT_EQ(warning("depth abc nodes 100"), "go depth: 'abc' is not a number; ignored");
  EXPECT_EQ(go("depth abc nodes 100").limits.nodes, 100U);
  EXPECT_FALSE(go("depth abc nodes 100").limits.depth);
  EXPECT_EQ(warning("depth"), "go depth: a number is missing; ignored");
  EXPECT_EQ(warning("depth nodes 100"), "go depth: a number is missing; ignored");
  EXPECT_EQ(go("depth nodes 100").limits.nodes, 100U);
  EXPECT_EQ(warning("nodes infinite"), "go nodes: a number is missing; ignored");
  EXPECT_TRUE(go("nodes infinite").limits.infinite);
  EXPECT_EQ(warning("frob 3 nicate depth 1"), "go: unknown 'frob 3 nicate'; ignored");
  EXPECT_EQ(go("frob 3 nicate depth 1").limits.depth, 1);
}

TEST(UciGo, SearchesBrieflyIfNoValidLimitIsLeft) {
  for (const char* const text : {"depth abc", "depth", "searchmoves zzzz", "searchmoves", "nodes ponder", "frob",
                                 "movetime soon", "mate x", "mate 3 frob"})
    EXPECT_EQ(go(text).limits.move_time, GoRequest::kTimeWithoutLimit) << text;
  EXPECT_TRUE(go("nodes ponder").limits.ponder);
  // Unless nothing was wrong, or there is another limit.
  for (const char* const text : {"", "ponder", "searchmoves e2e4", "mate 3", "infinite depth x", "depth 5 nodes x"})
    EXPECT_FALSE(go(text).limits.move_time) << text;
}

TEST(UciGo, OnlyLegalMovesAreSearched) {
  const Position start;
  const auto moves = [&](std::string_view text) {
    std::string found;
    for (const Move move : go(text).limits.search_moves) found += to_coordinates(move) + ' ';
    return found;
  };
  EXPECT_EQ(moves("searchmoves e2e4 e2e5 d2d4 zzzz e2e4 depth 3"), "e2e4 d2d4 ");
  EXPECT_EQ(go("searchmoves e2e4 e2e5 d2d4 zzzz e2e4 depth 3").warnings.size(), 2U);
  EXPECT_EQ(moves("searchmoves e2e5 depth 3"), "");
  EXPECT_EQ(go("searchmoves e2e5 depth 3").limits.depth, 3);
}

TEST(UciGo, ClampsNumbersThatAreTooLarge) {
  EXPECT_EQ(go("nodes 18446744073709551615").limits.nodes,
            static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()));
  EXPECT_EQ(go("wtime 99999999999999999999").limits.clocks[0].remaining, Milliseconds(std::int64_t{1} << 40));
  EXPECT_EQ(go("movetime 99999999999999999999").limits.move_time, Milliseconds(std::int64_t{1} << 40));
  EXPECT_EQ(go("wtime -99999999999999999999").limits.clocks[0].remaining, -Milliseconds(std::int64_t{1} << 40));
  EXPECT_GE(*go("depth 99999999999999999999").limits.depth, 1000);
  EXPECT_GE(*go("wtime 1 movestogo 99999999999999999999").limits.moves_to_go, 1000);
  EXPECT_GE(*go("mate 99999999999999999999").limits.mate, 1000);
  for (const char* const text : {"nodes 18446744073709551615", "wtime 99999999999999999999", "movetime 12.5"})
    EXPECT_TRUE(go(text).warnings.empty()) << text;
}

TEST(UciGo, PlaysAMoveEvenIfThereIsNothingToSearch) {
  EXPECT_EQ(go("depth 0").limits.depth, 1);
  EXPECT_EQ(go("depth -7").limits.depth, 1);
  EXPECT_EQ(go("nodes 0").limits.nodes, 1U);
  EXPECT_EQ(go("nodes -7").limits.nodes, 1U);
  EXPECT_EQ(go("mate 0").limits.depth, 1);
  EXPECT_EQ(go("mate -7").limits.depth, 1);
  EXPECT_FALSE(go("mate 0").limits.mate);
}

TEST(UciGo, AnUnknownClockHasRunOut) {
  const auto own = [](std::string_view text, Color color) {
    const Position position =
        *parse_fen(color == Color::White ? "4k3/8/8/8/8/8/8/4K2R w - - 0 1" : "4k2r/8/8/8/8/8/8/4K3 b - - 0 1");
    return parse_go(text, position).limits.clocks[index(color)].remaining;
  };
  EXPECT_EQ(own("btime 1000", Color::White), Milliseconds(0));
  EXPECT_EQ(own("wtime 1000", Color::Black), Milliseconds(0));
  EXPECT_EQ(own("wtime soon btime 1000", Color::White), Milliseconds(0));
  EXPECT_EQ(own("wtime", Color::White), Milliseconds(0));
  EXPECT_EQ(own("winc 10 binc 10", Color::White), Milliseconds(0));
  EXPECT_EQ(own("movestogo 40", Color::White), Milliseconds(0));
  EXPECT_EQ(own("btime 1000 mate 3", Color::White), Milliseconds(0));
  EXPECT_EQ(own("wtime -50", Color::White), Milliseconds(-50));
  // With another limit, no clock is needed.
  for (const char* const text :
       {"btime 1000 depth 5", "btime 1000 nodes 5", "btime 1000 movetime 5", "btime 1 infinite", ""})
    EXPECT_FALSE(own(text, Color::White)) << text;
}

TEST(UciGo, PerftNeedsADepth) {
  EXPECT_EQ(go("perft 3").perft_depth, 3);
  EXPECT_TRUE(go("perft 3").is_perft);
  for (const char* const text : {"perft", "perft x", "perft 0", "perft -1", "perft 99999999999999999999"}) {
    EXPECT_TRUE(go(text).is_perft) << text;
    EXPECT_FALSE(go(text).perft_depth) << text;
    EXPECT_EQ(go(text).warnings.size(), 1U) << text;
  }
  EXPECT_FALSE(go("depth 3").is_perft);
}

TEST(UciGo, EndlessNonsenseYieldsOnlyAFewWarnings) {
  std::string text;
  for (int i = 0; i < 1000; ++i) text += "depth ";
  const GoRequest request = go(text);
  EXPECT_EQ(request.warnings.size(), GoRequest::kMostWarnings + 1);
  EXPECT_EQ(request.warnings.back(), "go: ignored 992 more words or numbers");
}

}  // namespace
}  // namespace zugwerk::protocol
