// Unit tests of how pieces of work are handed out to slots. Kind: unit.

#include "arena/slots/hand_out.h"

#include <atomic>
#include <cstdint>
#include <optional>
#include <set>

#include <gtest/gtest.h>

#include "base/thread.h"

namespace zugwerk::arena {
namespace {

/// The numbers below `end`.
[[nodiscard]] auto numbers_below(std::uint64_t end) {
  return [next = std::uint64_t{0}, end]() mutable { return next < end ? std::optional(next++) : std::nullopt; };
}

const std::atomic<bool> kNeverHalted{false};

TEST(HandOut, GivesEveryPieceOnce) {
  HandOut pieces(numbers_below(3), kNeverHalted);
  for (const std::uint64_t number : {0, 1, 2}) {
    EXPECT_EQ(pieces.take(), number);
    pieces.finish();
  }
  EXPECT_EQ(pieces.take(), std::nullopt);
}

TEST(HandOut, GivesWhatWasGivenBackToTheNextWhoAsks) {
  HandOut pieces(numbers_below(5), kNeverHalted);
  EXPECT_EQ(pieces.take(), 0U);
  EXPECT_EQ(pieces.take(), 1U);
  pieces.give_back(0);
  EXPECT_EQ(pieces.take(), 0U);
  EXPECT_EQ(pieces.take(), 2U);
}

TEST(HandOut, WaitsForAPieceThatMayStillComeBack) {
  HandOut pieces(numbers_below(1), kNeverHalted);
  EXPECT_EQ(pieces.take(), 0U);
  std::optional<std::uint64_t> second;
  base::Thread other([&] { second = pieces.take(); });
  pieces.give_back(0);
  other.join();
  EXPECT_EQ(second, 0U);
  pieces.finish();
  EXPECT_EQ(pieces.take(), std::nullopt);
}

TEST(HandOut, GivesNothingAfterAHalt) {
  std::atomic<bool> halted{false};
  HandOut pieces(numbers_below(2), halted);
  EXPECT_EQ(pieces.take(), 0U);
  halted = true;
  EXPECT_EQ(pieces.take(), std::nullopt);
  pieces.give_back(0);
  EXPECT_EQ(pieces.take(), std::nullopt);
}

}  // namespace
}  // namespace zugwerk::arena
