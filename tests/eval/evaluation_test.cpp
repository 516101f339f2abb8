// Unit and property tests of the classical evaluation: symmetry, the trace, the pawn table, and preferences on which
// every player agrees.

#include <string>

#include <gtest/gtest.h>

#include "chess/notation/fen.h"
#include "eval/classical/evaluate.h"
#include "eval/evaluator.h"
#include "support/positions.h"
#include "support/random_games.h"

namespace zugwerk::eval {
namespace {

using chess::Position;
using test::position_of;

/// White's point of view.
int value_of(std::string_view fen) { return trace_classical(position_of(fen)).total; }

TEST(Properties, EvaluationIsColourSymmetric) {
  Evaluator evaluator;
  int positions = 0;
  test::for_random_positions(71, 300, 400, [&](Position& position) {
    ++positions;
    ASSERT_EQ(evaluator.evaluate(position), evaluator.evaluate(position.color_flipped())) << chess::to_fen(position);
  });
  EXPECT_GT(positions, 50'000);
}

TEST(Evaluator, IsColourSymmetricIfTheEndgameScoreIsExactlyZero) {
  Evaluator evaluator;
  const Position position = position_of("2N5/1k6/8/2n5/6K1/2P5/8/8 w - - 2 91");
  EXPECT_EQ(evaluator.evaluate(position), evaluator.evaluate(position.color_flipped()));
}

TEST(Properties, EvaluationIsTheSumOfItsTrace) {
  Evaluator evaluator;
  int sums = 0;
  test::for_random_positions(72, 150, 220, [&](Position& position) {
    const Trace trace = trace_classical(position);
    const int sign = position.side_to_move() == chess::Color::White ? 1 : -1;
    ASSERT_EQ(evaluator.evaluate(position).value(), sign * trace.total) << chess::to_fen(position);
    if (trace.is_known_endgame) return;
    ++sums;
    const Tapered sum = trace.balance();
    ASSERT_EQ((sum.middlegame() * trace.phase + sum.endgame() * (24 - trace.phase)) / 24, trace.blended)
        << chess::to_fen(position);
    if (position.halfmove_clock() == 0) {
      ASSERT_EQ(trace.blended, trace.total) << chess::to_fen(position);
    }
  });
  EXPECT_GT(sums, 10'000);
}

TEST(Properties, CachedPawnsAreEvaluatedLikeFreshOnes) {
  // A table of four entries meets every kind of hit, miss and replacement.
  PawnTable small(4);
  Evaluator large;
  test::for_random_positions(73, 60, 200, [&](Position& position) {
    PawnTable fresh(1);
    const Score expected = evaluate_classical(position, fresh);
    ASSERT_EQ(evaluate_classical(position, fresh), expected);
    ASSERT_EQ(evaluate_classical(position, small), expected) << chess::to_fen(position);
    ASSERT_EQ(large.evaluate(position), expected) << chess::to_fen(position);
  });
}

TEST(Evaluator, ForgetsWhenCleared) {
  Evaluator evaluator;
  const Position position;
  const Score before = evaluator.evaluate(position);
  evaluator.clear();
  EXPECT_EQ(evaluator.evaluate(position), before);
}

TEST(Evaluator, CanBeMoved) {
  Evaluator first;
  const Score before = first.evaluate(Position());
  Evaluator second = std::move(first);
  EXPECT_EQ(second.evaluate(Position()), before);
}

TEST(Evaluator, TheStartPositionIsWorthATempoToTheSideToMove) {
  Evaluator evaluator;
  const int value = evaluator.evaluate(Position()).value();
  EXPECT_GT(value, 0);
  EXPECT_LT(value, 50);
}

TEST(Evaluator, NineQueensDoNotOverflowIntoProvenWins) {
  Evaluator evaluator;
  const Score score = evaluator.evaluate(position_of("kr6/pp6/8/2QQQ3/2QQQ3/2QQQ3/8/RNB1KBNR w - - 0 1"));
  EXPECT_GT(score.value(), 5000);
  EXPECT_FALSE(score.is_decisive());
}

TEST(Evaluator, AnswersInCheckAndInMate) {
  Evaluator evaluator;
  for (const auto* fen : {"rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3",
                          "4k3/8/8/8/8/8/4r3/4K3 w - - 0 1", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"})
    EXPECT_FALSE(evaluator.evaluate(position_of(fen)).is_decisive()) << fen;
}

TEST(Evaluator, FadesAsTheFiftyMoveRuleDrawsNear) {
  const int fresh = value_of("4k3/pp3ppp/8/8/8/8/PP3PPP/R3K3 w - - 0 30");
  const int late = value_of("4k3/pp3ppp/8/8/8/8/PP3PPP/R3K3 w - - 60 60");
  const int end = value_of("4k3/pp3ppp/8/8/8/8/PP3PPP/R3K3 w - - 99 80");
  EXPECT_GT(fresh, late);
  EXPECT_GT(late, end);
  EXPECT_GT(end, 0);
}

// --- Preferences: the first position is better for White than the second -------------------------------------------

struct Preference {
  const char* name;
  const char* better;
  const char* worse;
};

void PrintTo(const Preference& preference, std::ostream* out) { *out << preference.name; }

class Prefers : public testing::TestWithParam<Preference> {};

TEST_P(Prefers, TheBetterPosition) {
  const auto& [name, better, worse] = GetParam();
  EXPECT_GT(value_of(better), value_of(worse));
}

INSTANTIATE_TEST_SUITE_P(
    Evaluation, Prefers,
    testing::Values(
        Preference{"AnExtraPawn", "rnbqkbnr/pppppp1p/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
                   "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
        Preference{"AQueenToARook", "4k3/pppp4/8/8/8/8/PPPP4/3QK3 w - - 0 1", "4k3/pppp4/8/8/8/8/PPPP4/3RK3 w - - 0 1"},
        Preference{"TheBishopPair", "r2qkb1r/pppp1ppp/2n2n2/4p3/8/4PB2/PPPP1PPP/R1BQK2R w KQkq - 0 1",
                   "r2qkb1r/pppp1ppp/2n2n2/4p3/8/4PN2/PPPP1PPP/R1BQK2R w KQkq - 0 1"},
        Preference{"APassedPawnFurtherAdvanced", "4k3/8/1P4pp/8/8/8/6PP/4K3 w - - 0 1",
                   "4k3/8/6pp/8/1P6/8/6PP/4K3 w - - 0 1"},
        Preference{"APassedPawnToAStoppedOne", "4k3/1p4pp/p7/8/P2P4/8/6PP/4K3 w - - 0 1",
                   "4k3/1p4pp/3p4/8/P2P4/8/6PP/4K3 w - - 0 1"},
        Preference{"PawnsSideBySideToDoubledOnes", "4k3/ppp5/8/8/8/8/PPP5/4K3 w - - 0 1",
                   "4k3/ppp5/8/8/8/1P6/PP6/4K3 w - - 0 1"},
        Preference{"DefendedPawnsToIsolatedOnes", "4k3/pp2pp2/8/8/8/8/1PP1PP2/4K3 w - - 0 1",
                   "4k3/pp2pp2/8/8/8/8/P1P1P1P1/4K3 w - - 0 1"},
        Preference{"AnUnbrokenShield", "r2q1rk1/ppp2ppp/5n2/8/8/5N2/PPP2PPP/R2Q1RK1 w - - 0 1",
                   "r2q1rk1/ppp2ppp/5n2/8/8/5N2/PPPP1P1P/R2Q1RK1 w - - 0 1"},
        Preference{"ACastledKing", "r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/2N2N2/PPPP1PPP/R1BQ1RK1 w kq - 0 1",
                   "r1bqkb1r/pppp1ppp/2n2n2/4p3/4P3/2N2N2/PPPPKPPP/R1BQ3R w kq - 0 1"},
        Preference{"ARookOnAnOpenFile", "3r2k1/ppp2ppp/8/8/8/8/PPP2PPP/4R1K1 w - - 0 1",
                   "3r2k1/ppp2ppp/8/8/8/8/PPP2PPP/R5K1 w - - 0 1"},
        Preference{"ARookOnTheSeventh", "6k1/pR3ppp/8/8/8/8/P4PPP/6K1 w - - 0 1",
                   "6k1/p4ppp/8/8/8/8/P4PPP/1R4K1 w - - 0 1"},
        Preference{"AKnightOutpost", "r4rk1/pp3ppp/3p4/3Np3/4P3/8/PPP2PPP/R4RK1 w - - 0 1",
                   "r4rk1/pp3ppp/3p4/4p3/4P3/1N6/PPP2PPP/R4RK1 w - - 0 1"},
        Preference{"AGoodBishop", "4k3/pp3ppp/3p4/3P4/4P3/4B3/PP3PPP/4K3 w - - 0 1",
                   "4k3/pp3ppp/3p4/3P4/4P3/3B4/PP3PPP/4K3 w - - 0 1"},
        Preference{"AnActiveKingInTheEndgame", "8/pp3kpp/8/8/3K4/8/PP4PP/8 w - - 0 1",
                   "8/pp3kpp/8/8/8/8/PP4PP/3K4 w - - 0 1"},
        Preference{"AnUnstoppablePawn", "8/8/8/P7/8/8/7p/k6K w - - 0 1", "8/8/k7/P7/8/8/7p/7K w - - 0 1"},
        Preference{"AttackersNearTheKing", "5rk1/ppp2p1p/5p2/8/7Q/3B4/PPP2PPP/4R1K1 w - - 0 1",
                   "5rk1/ppp2p1p/5p2/8/Q7/1B6/PPP2PPP/4R1K1 w - - 0 1"},
        Preference{"ARookBehindItsPassedPawn", "8/5k1p/8/1P6/8/5K2/7P/1R5r w - - 0 1",
                   "8/5k1p/8/1P6/8/5K2/7P/R6r w - - 0 1"},
        Preference{"APawnThatAttacksAPiece", "r1bqkb1r/pppp1ppp/2n5/3Pp3/8/8/PPP1PPPP/RNBQKBNR w KQkq - 0 1",
                   "r1bqkb1r/pppp1ppp/2n5/4p3/8/3P4/PPP1PPPP/RNBQKBNR w KQkq - 0 1"}),
    [](const auto& instance) { return std::string(instance.param.name); });

// --- The table for people ------------------------------------------------------------------------------------------

TEST(Explain, NamesEveryTermAndTheTotal) {
  const std::string text = explain(position_of("r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq - 4 4"));
  for (std::size_t term = 0; term < kTermCount; ++term)
    EXPECT_NE(text.find(name_of(static_cast<Term>(term))), std::string::npos) << text;
  EXPECT_NE(text.find("Total: "), std::string::npos) << text;
}

TEST(Explain, ColumnsAreAligned) {
  const std::string text = explain(Position());
  std::size_t rows = 0;
  std::size_t width = 0;
  for (std::size_t from = 0; from < text.size();) {
    const std::size_t end = text.find('\n', from);
    const std::string_view line = std::string_view(text).substr(from, end - from);
    if (line.find('|') != std::string_view::npos) {
      if (rows++ == 0) width = line.size();
      EXPECT_EQ(line.size(), width) << text;
    }
    from = end + 1;
  }
  EXPECT_EQ(rows, kTermCount + 3) << text;  // two of head, one of sum
}

TEST(Explain, SaysWhenAnEndgameIsKnown) {
  EXPECT_NE(explain(position_of("4k3/8/8/8/8/8/8/4KBN1 w - - 0 1")).find("Known endgame"), std::string::npos);
}

}  // namespace
}  // namespace zugwerk::eval
