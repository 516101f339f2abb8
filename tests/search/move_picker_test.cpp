// Unit and property tests of search/move_picker.h.

#include "search/move_picker.h"

#include <algorithm>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include "chess/coordinate.h"
#include "chess/fen.h"
#include "chess/see.h"
#include "support/random_games.h"

namespace zugwerk::search {
namespace {

using namespace chess;

std::vector<std::uint16_t> drained(MovePicker& picker) {
  std::vector<std::uint16_t> bits;
  while (const Move move = picker.next()) bits.push_back(move.to_bits());
  return bits;
}

std::vector<std::uint16_t> sorted(std::vector<std::uint16_t> bits) {
  std::sort(bits.begin(), bits.end());
  return bits;
}

TEST(MovePicker, HandsOutEveryLegalMoveExactlyOnceWhateverTheHints) {
  const auto histories = std::make_unique<Histories>();
  base::Rng rng(1);
  test::for_random_positions(41, 200, 100, [&](Position& position) {
    std::vector<std::uint16_t> expected;
    for (const Move move : legal_moves(position)) expected.push_back(move.to_bits());
    // Hints from a hash table may be anything.
    const Move table_move = rng.below(2) == 0 || expected.empty()
                                ? Move::from_bits(static_cast<std::uint16_t>(rng.next()))
                                : Move::from_bits(expected[rng.below(static_cast<std::uint32_t>(expected.size()))]);
    const Move killer = rng.below(2) == 0 || expected.empty()
                            ? Move::from_bits(static_cast<std::uint16_t>(rng.next()))
                            : Move::from_bits(expected[rng.below(static_cast<std::uint32_t>(expected.size()))]);
    MovePicker picker(position, *histories, table_move, killer, {}, threats_of(position, ~position.side_to_move()));
    const auto picked = drained(picker);
    ASSERT_EQ(sorted(picked), sorted(expected)) << to_fen(position);
    if (position.is_legal(table_move)) {
      ASSERT_EQ(picked.front(), table_move.to_bits());
    }
  });
}

TEST(MovePicker, GoesFromGoodCapturesOverQuietsToBadCaptures) {
  const auto histories = std::make_unique<Histories>();
  test::for_random_positions(42, 100, 100, [&](Position& position) {
    if (position.in_check()) return;
    MovePicker picker(position, *histories, Move(), Move(), {}, threats_of(position, ~position.side_to_move()));
    int stage = 0;
    while (const Move move = picker.next()) {
      const bool noisy = position.is_capture(move) || move.is_promotion();
      const int kind = !noisy ? 1 : (picker.at_bad_captures() ? 2 : 0);
      ASSERT_GE(kind, stage) << to_fen(position) << ' ' << to_coordinates(move);
      stage = kind;
    }
  });
}

TEST(MovePicker, SkipsQuietsWhenAsked) {
  const auto histories = std::make_unique<Histories>();
  Position position;
  MovePicker picker(position, *histories, Move(), Move(), {}, threats_of(position, ~position.side_to_move()));
  ASSERT_TRUE(picker.next());
  picker.skip_quiets();
  EXPECT_FALSE(picker.next());
}

TEST(MovePicker, QuiescenceSeesCapturesAndPromotionsOnlyUnlessInCheck) {
  const auto histories = std::make_unique<Histories>();
  test::for_random_positions(43, 100, 100, [&](Position& position) {
    MoveList expected;
    if (position.in_check())
      generate<MoveSet::Evasions>(position, expected);
    else
      generate<MoveSet::Captures>(position, expected);
    std::vector<std::uint16_t> bits;
    for (const Move move : expected) bits.push_back(move.to_bits());
    MovePicker picker(position, *histories, Move(), Continuations{});
    ASSERT_EQ(sorted(drained(picker)), sorted(bits)) << to_fen(position);
  });
}

TEST(MovePicker, ProbCutSeesOnlyCapturesThatWinEnough) {
  const auto histories = std::make_unique<Histories>();
  test::for_random_positions(44, 100, 100, [&](Position& position) {
    if (position.in_check()) return;
    MovePicker picker(position, *histories, Move(), 100);
    while (const Move move = picker.next()) {
      ASSERT_TRUE(see_at_least(position, move, 100));
    }
  });
}

TEST(HistoryValue, StaysWithinItsLimitAndIsPulledBack) {
  HistoryValue<1000> value;
  for (int i = 0; i < 1000; ++i) value.update(400);
  EXPECT_LE(value.value(), 1000);
  EXPECT_GT(value.value(), 900);
  value.update(-400);
  EXPECT_LT(value.value(), 600);  // a surprise moves it further than another confirmation
  value.update(1'000'000);
  EXPECT_LE(value.value(), 1000);
}

}  // namespace
}  // namespace zugwerk::search
