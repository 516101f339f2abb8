// Unit tests of search/worker.h: which worker ends a search, and which TT entries are trusted.

#include "search/worker.h"

#include <gtest/gtest.h>

#include "chess/movegen.h"
#include "chess/notation/fen.h"

namespace zugwerk::search {
namespace {

// With more threads than processors, the main worker may be waiting for its turn when time is up.
TEST(Worker, AHelperStopsTheSearchWhenTimeIsUp) {
  Shared shared;
  ASSERT_TRUE(shared.tt.resize(1, 1));
  shared.limits.move_time = Milliseconds(50);
  shared.time.start(shared.limits, chess::Color::White, shared.settings);
  Worker helper(shared, 1);
  shared.all_nodes = [&] { return helper.nodes(); };
  helper.prepare(chess::Position());
  helper.search(Events{});
  EXPECT_TRUE(shared.stop);
  EXPECT_GE(helper.completed_depth(), 1);
}

class HashEntries : public testing::Test {
 protected:
  HashEntries() {
    EXPECT_TRUE(shared_.tt.resize(1, 1));
    shared_.all_nodes = [this] { return worker_.nodes(); };
    shared_.all_tb_hits = [this] { return worker_.tb_hits(); };
  }
  /// Every move leads to a position that the TT stores as a mate in two for the opponent.
  void lose_everywhere(chess::Position position, chess::Move by, int halfmove_clock) {
    for (const chess::Move move : chess::legal_moves(position)) {
      position.make(move);
      shared_.tt.store(position.key(), 1, halfmove_clock,
                       {eval::Score::mate_at(4), eval::Score(0), by, 30, Bound::Lower, false});
      position.undo();
    }
  }
  eval::Score search(const chess::Position& position) {
    Limits limits;
    limits.depth = 4;
    shared_.start(position, limits, {});
    worker_.prepare(position);
    worker_.search(Events{});
    return worker_.root_moves()[0].finished.score;
  }

  Shared shared_;
  Worker worker_{shared_, 0};
};

TEST_F(HashEntries, AreTrustedIfTheirMoveIsLegal) {
  lose_everywhere(chess::Position(), chess::Move(chess::Square::D7, chess::Square::D6), 0);
  EXPECT_TRUE(search(chess::Position()).is_mate());
}

TEST_F(HashEntries, OfAnotherPositionAreMisses) {
  lose_everywhere(chess::Position(), chess::Move(chess::Square::D6, chess::Square::D7), 0);
  EXPECT_FALSE(search(chess::Position()).is_decisive());
}

TEST_F(HashEntries, WithAMateThatComesTooLateProveNothing) {
  // Both sides can only shuffle: there is no pawn, and the counter is nearly full.
  const auto position = *chess::parse_fen("r3k3/8/8/8/8/8/8/R3K3 w - - 98 120");
  lose_everywhere(position, chess::Move(chess::Square::E8, chess::Square::E7), 98);
  EXPECT_FALSE(search(position).is_decisive());
}

}  // namespace
}  // namespace zugwerk::search
