// Unit and property tests of the endgames: the solved one against an independent solver, technical wins, and draws.

#include "eval/classical/endgames.h"

#include <array>
#include <cstdlib>
#include <vector>

#include <gtest/gtest.h>

#include "chess/movegen.h"
#include "chess/notation/fen.h"
#include "eval/classical/evaluate.h"
#include "eval/classical/kpk.h"

namespace zugwerk::eval {
namespace {

using chess::Color;
using chess::Position;
using chess::Square;

/// White's point of view.
int value_of(std::string_view fen) {
  const auto position = chess::parse_fen(fen);
  EXPECT_TRUE(position) << fen;
  return trace_classical(*position).total;
}

// --- King and pawn against king ------------------------------------------------------------------------------------

/// King and pawn against king by plain loops over numbers: it shares only the rules with the table.
class SlowSolver {
 public:
  SlowSolver() {
    for (bool changed = true; changed;) {
      changed = false;
      for (int pawn = 8; pawn < 56; ++pawn)
        for (int white = 0; white < 64; ++white)
          for (int black = 0; black < 64; ++black)
            for (const bool white_moves : {true, false}) {
              char& known = won_[at(white_moves, white, pawn, black)];
              if (known != 0 || !is_legal(white_moves, white, pawn, black)) continue;
              if (white_moves ? white_wins(white, pawn, black) : black_loses(white, pawn, black))
                known = 1, changed = true;
            }
    }
  }

  [[nodiscard]] bool is_win(bool white_moves, int white, int pawn, int black) const {
    return won_[at(white_moves, white, pawn, black)] != 0;
  }

  [[nodiscard]] static bool is_legal(bool white_moves, int white, int pawn, int black) {
    if (white == pawn || black == pawn || steps(white, black) <= 1) return false;
    return !(white_moves && pawn_attacks(pawn, black));
  }

 private:
  static std::size_t at(bool white_moves, int white, int pawn, int black) {
    return static_cast<std::size_t>((((white_moves ? 1 : 0) * 64 + white) * 64 + pawn) * 64 + black);
  }
  static int steps(int a, int b) { return std::max(std::abs(a % 8 - b % 8), std::abs(a / 8 - b / 8)); }
  static bool pawn_attacks(int pawn, int target) {
    return target / 8 == pawn / 8 + 1 && std::abs(target % 8 - pawn % 8) == 1;
  }

  [[nodiscard]] bool white_wins(int white, int pawn, int black) const {
    for (int to = 0; to < 64; ++to)
      if (steps(white, to) == 1 && to != pawn && steps(to, black) > 1 && is_win(false, to, pawn, black)) return true;
    const int ahead = pawn + 8;
    if (ahead == white || ahead == black) return false;
    if (ahead >= 56) return steps(black, ahead) > 1 || steps(white, ahead) <= 1;
    if (is_win(false, white, ahead, black)) return true;
    const int jump = ahead + 8;
    return pawn < 16 && jump != white && jump != black && is_win(false, white, jump, black);
  }

  [[nodiscard]] bool black_loses(int white, int pawn, int black) const {
    bool can_move = false;
    for (int to = 0; to < 64; ++to) {
      if (steps(black, to) != 1 || steps(white, to) <= 1 || pawn_attacks(pawn, to)) continue;
      can_move = true;
      if (to == pawn || !is_win(true, white, pawn, to)) return false;
    }
    return can_move || pawn_attacks(pawn, black);
  }

  std::vector<char> won_ = std::vector<char>(2 * 64 * 64 * 64);
};

TEST(Properties, KingAndPawnAgreesWithASlowSolverEverywhere) {
  const SlowSolver solver;
  std::array<int, 2> legal{};
  std::array<int, 2> wins{};
  for (int pawn = 8; pawn < 56; ++pawn)
    for (int white = 0; white < 64; ++white)
      for (int black = 0; black < 64; ++black)
        for (const Color side : chess::kColors) {
          const bool white_moves = side == Color::White;
          if (!SlowSolver::is_legal(white_moves, white, pawn, black)) continue;
          const bool expected = solver.is_win(white_moves, white, pawn, black);
          const auto square = [](int number) { return chess::square_at(static_cast<std::size_t>(number)); };
          ASSERT_EQ(kpk_table().is_win(square(white), square(pawn), square(black), side), expected)
              << white << ' ' << pawn << ' ' << black << ' ' << name_of(side);
          ++legal[index(side)];
          wins[index(side)] += expected ? 1 : 0;
        }
  // The counts that the literature gives for this endgame.
  EXPECT_EQ(legal, (std::array<int, 2>{163328, 168024}));
  EXPECT_EQ(wins, (std::array<int, 2>{124960, 97604}));
}

TEST(KingAndPawn, KnowsTheTextbookPositions) {
  EXPECT_GT(value_of("4k3/8/4K3/4P3/8/8/8/8 w - - 0 1"), 1000);  // king on the sixth in front of the pawn
  EXPECT_GT(value_of("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1"), 1000);
  EXPECT_EQ(value_of("8/4k3/8/4K3/4P3/8/8/8 w - - 0 1"), 0);  // Black has the opposition
  EXPECT_GT(value_of("8/4k3/8/4K3/4P3/8/8/8 b - - 0 1"), 1000);
  EXPECT_EQ(value_of("8/8/8/8/4p3/4k3/8/4K3 w - - 0 1"), value_of("4k3/8/4K3/4P3/8/8/8/8 b - - 0 1") * -1);
  EXPECT_EQ(value_of("k7/8/K7/P7/8/8/8/8 w - - 0 1"), 0);  // rook pawn, king in the corner
  EXPECT_EQ(value_of("7k/8/7K/7P/8/8/8/8 b - - 0 1"), 0);
}

TEST(KingAndPawn, PrefersTheFurtherPawnAmongWins) {
  EXPECT_GT(value_of("8/8/1P5k/8/8/8/8/K7 w - - 0 1"), value_of("8/8/7k/8/1P6/8/8/K7 w - - 0 1"));
}

// --- Draws ---------------------------------------------------------------------------------------------------------

TEST(Draws, InsufficientMaterialCannotWin) {
  for (const auto* fen :
       {"4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4KN2 w - - 0 1", "4k3/8/8/8/8/8/8/4KNN1 w - - 0 1",
        "4k3/8/8/8/8/8/8/2B1K3 b - - 0 1", "4knn1/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/B7/8/2B1K3 b - - 0 1"})
    EXPECT_EQ(value_of(fen), 0) << fen;
}

TEST(Draws, TheWrongBishopCannotHelpARookPawn) {
  EXPECT_EQ(value_of("7k/8/5K2/8/7P/8/8/1B6 w - - 0 1"), 0);
  EXPECT_EQ(value_of("7k/8/5K2/7P/7P/8/8/1B6 b - - 0 1"), 0);
  EXPECT_EQ(value_of("2b5/8/8/8/p7/1k6/8/1K6 w - - 0 1"), 0);
  EXPECT_GT(value_of("7k/8/5K2/8/7P/8/8/2B5 w - - 0 1"), 200);             // the right one
  EXPECT_GT(value_of("8/8/5K2/8/7P/8/8/k4B2 w - - 0 1"), 200);             // the king is far
  EXPECT_LT(std::abs(value_of("8/5p1k/8/5K2/7P/8/8/1B6 w - - 0 1")), 30);  // the defender's own pawn does not lose it
}

TEST(Draws, StalematesAreRecognised) {
  EXPECT_EQ(value_of("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1"), 0);
  EXPECT_GT(value_of("7k/5Q2/6K1/8/8/8/8/8 w - - 0 1"), 2000);
}

TEST(Draws, PawnlessEndgamesAMinorPieceUpAreNearlyDrawn) {
  for (const auto* fen : {"4k3/4n3/8/8/8/8/8/3RK3 w - - 0 1", "4k3/4b3/8/8/8/8/8/3RK3 w - - 0 1",
                          "4k3/4r3/8/8/8/8/8/3RKN2 w - - 0 1", "4k3/4b3/8/8/8/8/8/3BKN2 w - - 0 1"})
    EXPECT_LT(std::abs(value_of(fen)), 120) << fen;
  EXPECT_GT(value_of("4k3/4r3/8/8/8/8/8/3QK3 w - - 0 1"), 300);
}

TEST(Draws, OppositeColouredBishopsAreMoreDrawishThanSameColouredOnes) {
  const int opposite = value_of("4k3/3b1p2/8/8/3PP3/8/3B4/4K3 w - - 0 1");
  const int equal = value_of("4k3/3b1p2/8/8/3PP3/3B4/8/4K3 w - - 0 1");
  EXPECT_GT(opposite, 0);
  EXPECT_LT(opposite, equal * 2 / 3);
}

TEST(Draws, AKnightAloneNeverWins) { EXPECT_LE(value_of("4k3/p7/8/8/8/8/8/4KN2 w - - 0 1"), 0); }

// --- Wins ----------------------------------------------------------------------------------------------------------

TEST(Mates, QueenOrRookWinAgainstABareKing) {
  EXPECT_GT(value_of("4k3/8/8/8/8/8/8/3QK3 w - - 0 1"), 2000);
  EXPECT_GT(value_of("4k3/8/8/8/8/8/8/3RK3 w - - 0 1"), 1500);
  EXPECT_GT(value_of("4k3/8/8/8/8/8/8/2BBK3 w - - 0 1"), 1500);
  EXPECT_LT(value_of("3qk3/8/8/8/8/8/8/4K3 w - - 0 1"), -2000);
}

TEST(Mates, TheBareKingIsDrivenToTheEdgeAndTheKingsTogether) {
  EXPECT_GT(value_of("k7/8/8/3K4/8/8/8/7R w - - 0 1"), value_of("8/8/8/3K1k2/8/8/8/7R w - - 0 1"));
  EXPECT_GT(value_of("k7/8/2K5/8/8/8/8/7R w - - 0 1"), value_of("k7/8/8/8/8/8/8/4K2R w - - 0 1"));
}

TEST(Mates, BishopAndKnightPreferTheCornerOfTheBishop) {
  // A light-squared bishop: a8 and h1.
  const int right = value_of("k7/8/2K5/8/8/8/8/5BN1 w - - 0 1");
  const int wrong = value_of("7k/8/5K2/8/8/8/8/5BN1 w - - 0 1");
  EXPECT_GT(right, wrong);
  EXPECT_GT(wrong, 1200);
  // And a dark-squared one.
  EXPECT_LT(value_of("k7/8/2K5/8/8/8/8/2B3N1 w - - 0 1"), value_of("7k/8/5K2/8/8/8/8/2B3N1 w - - 0 1"));
}

TEST(Mates, APromotionIsWorthMoreThanThePawn) {
  EXPECT_GT(value_of("4Q3/8/8/8/8/1k6/8/7K b - - 0 1"), value_of("8/4P3/8/8/8/1k6/8/7K w - - 0 1"));
}

// --- Rook or queen against a pawn ----------------------------------------------------------------------------------

TEST(RookAgainstPawn, ANearKingWinsAndAFarKingDraws) {
  EXPECT_GT(value_of("8/8/8/8/8/2kp4/8/R2K4 w - - 0 1"), 300);
  EXPECT_LT(value_of("7K/8/8/8/8/2k5/2p5/7R w - - 0 1"), 120);
}

TEST(QueenAgainstPawn, OnlyRookAndBishopPawnsOnTheSeventhHold) {
  EXPECT_GT(value_of("7K/8/8/8/8/8/1kp5/7Q b - - 0 1"), -100);
  EXPECT_LT(value_of("7K/8/8/8/8/8/1kp5/5Q2 w - - 0 1"), 200);
  EXPECT_GT(value_of("7K/8/8/8/8/8/2kp4/5Q2 w - - 0 1"), 1000);
  EXPECT_GT(value_of("7K/8/8/8/2p5/1k6/8/5Q2 w - - 0 1"), 1000);
}

TEST(Endgames, NormalPositionsAreNotKnown) {
  EXPECT_FALSE(known_endgame(Position()).has_value());
  EXPECT_FALSE(may_be_known_endgame(Position()));
}

}  // namespace
}  // namespace zugwerk::eval
