// Unit tests of the attack tables: every square and every relevant occupancy against a walk along the rays.

#include "chess/attacks.h"

#include <gtest/gtest.h>

#include "base/cpu.h"
#include "base/rng.h"

namespace zugwerk::chess {
namespace {

constexpr std::array<std::array<int, 2>, 4> kDiagonalSteps{{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}};
constexpr std::array<std::array<int, 2>, 4> kStraightSteps{{{1, 0}, {-1, 0}, {0, 1}, {0, -1}}};

/// Attacks by walking square by square, with nothing shared with the tables.
Bitboard walked(std::size_t square, Bitboard occupied, const std::array<std::array<int, 2>, 4>& steps) {
  Bitboard result = 0;
  for (const auto& [file_step, rank_step] : steps) {
    int file = static_cast<int>(square % 8) + file_step;
    int rank = static_cast<int>(square / 8) + rank_step;
    for (; file >= 0 && file < 8 && rank >= 0 && rank < 8; file += file_step, rank += rank_step) {
      const Bitboard here = Bitboard{1} << (8 * rank + file);
      result |= here;
      if ((occupied & here) != 0) break;
    }
  }
  return result;
}

/// All squares of the rays but their ends.
Bitboard relevant(std::size_t square, const std::array<std::array<int, 2>, 4>& steps) {
  Bitboard result = 0;
  for (const auto& [file_step, rank_step] : steps) {
    int file = static_cast<int>(square % 8) + file_step;
    int rank = static_cast<int>(square / 8) + rank_step;
    for (; file + file_step >= 0 && file + file_step < 8 && rank + rank_step >= 0 && rank + rank_step < 8 &&
           file >= 0 && file < 8 && rank >= 0 && rank < 8;
         file += file_step, rank += rank_step)
      result |= Bitboard{1} << (8 * rank + file);
  }
  return result;
}

template <class Sliders>
void expect_sliders_agree_with_the_walk() {
  base::Rng rng(1);
  for (std::size_t square = 0; square < kSquareCount; ++square) {
    const auto check_all = [&](const auto& steps, auto look_up) {
      const Bitboard mask = relevant(square, steps);
      const Bitboard noise = rng.next() & ~mask;  // pieces elsewhere must not matter
      Bitboard subset = 0;
      do {
        const Bitboard expected = walked(square, subset, steps);
        ASSERT_EQ(look_up(square_at(square), subset), expected) << "square " << square << " occupied " << subset;
        ASSERT_EQ(look_up(square_at(square), subset | noise), expected) << "square " << square;
        subset = (subset - mask) & mask;
      } while (subset != 0);
    };
    check_all(kDiagonalSteps, Sliders::bishop_attacks);
    check_all(kStraightSteps, Sliders::rook_attacks);
  }
}

TEST(Attacks, MagicSlidersAgreeWithAWalkForEveryOccupancy) { expect_sliders_agree_with_the_walk<MagicSliders>(); }

TEST(Attacks, PextSlidersAgreeWithAWalkForEveryOccupancy) {
  if (!base::has_extract_bits()) GTEST_SKIP() << "this processor has no PEXT";
  expect_sliders_agree_with_the_walk<PextSliders>();
}

struct ChosenSliders {
  static Bitboard bishop_attacks(Square square, Bitboard occupied) { return chess::bishop_attacks(square, occupied); }
  static Bitboard rook_attacks(Square square, Bitboard occupied) { return chess::rook_attacks(square, occupied); }
};

TEST(Attacks, TheChosenSlidersAgreeWithAWalkForEveryOccupancy) { expect_sliders_agree_with_the_walk<ChosenSliders>(); }

TEST(Attacks, PortableExtractAndDepositAreInverse) {
  base::Rng rng(2);
  for (int i = 0; i < 10'000; ++i) {
    const std::uint64_t mask = rng.next() & rng.next();
    const std::uint64_t source = rng.next();
    const std::uint64_t extracted = base::portable_extract_bits(source, mask);
    EXPECT_EQ(base::portable_deposit_bits(extracted, mask), source & mask);
    if (base::has_extract_bits()) {
      EXPECT_EQ(base::extract_bits(source, mask), extracted);
    }
  }
}

TEST(Attacks, LeapersReachOnlySquaresAtTheirDistance) {
  for (std::size_t from = 0; from < kSquareCount; ++from) {
    for (std::size_t to = 0; to < kSquareCount; ++to) {
      const int files = std::abs(static_cast<int>(from % 8) - static_cast<int>(to % 8));
      const int ranks = static_cast<int>(to / 8) - static_cast<int>(from / 8);
      const Square a = square_at(from);
      const Square b = square_at(to);
      EXPECT_EQ(contains(knight_attacks(a), b), files * std::abs(ranks) == 2);
      EXPECT_EQ(contains(king_attacks(a), b), std::max(files, std::abs(ranks)) == 1);
      EXPECT_EQ(contains(pawn_attacks(Color::White, a), b), files == 1 && ranks == 1);
      EXPECT_EQ(contains(pawn_attacks(Color::Black, a), b), files == 1 && ranks == -1);
    }
  }
}

TEST(Attacks, BetweenAndLineAgreeWithSlidersOnAnEmptyBoard) {
  for (std::size_t from = 0; from < kSquareCount; ++from) {
    for (std::size_t to = 0; to < kSquareCount; ++to) {
      const Square a = square_at(from);
      const Square b = square_at(to);
      Bitboard expected_between = 0;
      Bitboard expected_line = 0;
      for (const auto* steps : {&kDiagonalSteps, &kStraightSteps}) {
        if (!contains(walked(from, 0, *steps), b)) continue;
        expected_between = walked(from, bit(b), *steps) & walked(to, bit(a), *steps);
        expected_line = (walked(from, 0, *steps) & walked(to, 0, *steps)) | bit(a) | bit(b);
      }
      EXPECT_EQ(between(a, b), expected_between) << from << ' ' << to;
      EXPECT_EQ(line_through(a, b), expected_line) << from << ' ' << to;
    }
  }
}

TEST(Attacks, SetsOfPawnsAttackWhatTheirPawnsAttack) {
  base::Rng rng(3);
  for (int i = 0; i < 1'000; ++i) {
    const Bitboard pawns = rng.next() & rng.next();
    Bitboard white = 0;
    Bitboard black = 0;
    for (Bitboard rest = pawns; rest != 0;) {
      const Square square = pop_square(rest);
      white |= pawn_attacks(Color::White, square);
      black |= pawn_attacks(Color::Black, square);
    }
    EXPECT_EQ(pawn_attacks<Color::White>(pawns), white);
    EXPECT_EQ(pawn_attacks<Color::Black>(pawns), black);
  }
}

}  // namespace
}  // namespace zugwerk::chess
