// Perft: node counts known from many independent programs. The longer suites in tests/data are run by the real binary
// (tests/app).

#include "chess/perft.h"

#include <ostream>

#include <gtest/gtest.h>

#include "chess/notation/fen.h"

namespace zugwerk::chess {
namespace {

struct KnownCount {
  const char* name;
  const char* fen;
  int depth;
  std::uint64_t nodes;
};

// Names the test cases.
void PrintTo(const KnownCount& count, std::ostream* out) { *out << count.name << " at depth " << count.depth; }

class Perft : public testing::TestWithParam<KnownCount> {};

TEST_P(Perft, CountsTheKnownNumberOfLines) {
  const auto& [name, fen, depth, nodes] = GetParam();
  const auto position = parse_fen_of_any_variant(fen);
  ASSERT_TRUE(position) << position.error().message;
  EXPECT_EQ(perft(*position, depth), nodes);
}

INSTANTIATE_TEST_SUITE_P(
    Known, Perft,
    testing::Values(
        KnownCount{"start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5, 4'865'609},
        KnownCount{"kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4, 4'085'603},
        KnownCount{"rook_ending", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6, 11'030'083},
        KnownCount{"promotions", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5, 15'833'292},
        KnownCount{"underpromotion", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 4, 2'103'487},
        KnownCount{"middlegame", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 4,
                   3'894'594},
        KnownCount{"illegal_en_passant_1", "3k4/3p4/8/K1P4r/8/8/8/8 b - - 0 1", 6, 1'134'888},
        KnownCount{"illegal_en_passant_2", "8/8/4k3/8/2p5/8/B2P2K1/8 w - - 0 1", 6, 1'015'133},
        KnownCount{"en_passant_checks", "8/8/1k6/2b5/2pP4/8/5K2/8 b - d3 0 1", 6, 1'440'467},
        KnownCount{"short_castling_checks", "5k2/8/8/8/8/8/8/4K2R w K - 0 1", 6, 661'072},
        KnownCount{"long_castling_checks", "3k4/8/8/8/8/8/8/R3K3 w Q - 0 1", 6, 803'711},
        KnownCount{"castling_rights", "r3k2r/1b4bq/8/8/8/8/7B/R3K2R w KQkq - 0 1", 4, 1'274'206},
        KnownCount{"castling_prevented", "r3k2r/8/3Q4/8/8/5q2/8/R3K2R b KQkq - 0 1", 4, 1'720'476},
        KnownCount{"promotion_out_of_check", "2K2r2/4P3/8/8/8/8/8/3k4 w - - 0 1", 6, 3'821'001},
        KnownCount{"discovered_check", "8/8/1P2K3/8/2n5/1q6/8/5k2 b - - 0 1", 5, 1'004'658},
        KnownCount{"promotion_checks", "4k3/1P6/8/8/8/8/K7/8 w - - 0 1", 6, 217'342},
        KnownCount{"self_stalemate", "K1k5/8/P7/8/8/8/8/8 w - - 0 1", 6, 2'217},
        KnownCount{"stalemate_or_mate", "8/k1P5/8/1K6/8/8/8/8 w - - 0 1", 7, 567'584},
        KnownCount{"double_check", "8/8/2k5/5q2/5n2/8/5K2/8 b - - 0 1", 4, 23'527},
        KnownCount{"chess960_1", "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", 5, 8'146'062},
        KnownCount{"chess960_2", "2nnrbkr/p1qppppp/8/1ppb4/6PP/3PP3/PPP2P2/BQNNRBKR w HEhe - 1 9", 4, 667'366},
        KnownCount{"chess960_3", "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9", 4, 273'318}),
    [](const auto& known) { return known.param.name; });

TEST(PerftOfAFinishedGame, HasNoLines) {
  const Position mated = *parse_fen("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1");
  EXPECT_EQ(perft(mated, 3), 0U);
  EXPECT_EQ(perft(mated, 0), 1U);
}

}  // namespace
}  // namespace zugwerk::chess
