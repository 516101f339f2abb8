// Unit and property tests of the counts of weights: that they are complete, and that weights times counts are the
// evaluation.

#include "eval/classical/weight_counts.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>

#include <gtest/gtest.h>

#include "chess/notation/fen.h"
#include "eval/classical/evaluate.h"
#include "eval/classical/piece_squares.h"
#include "eval/fifty_moves.h"
#include "support/random_games.h"

namespace zugwerk::eval {
namespace {

using chess::Color;
using chess::Position;

/// Counts times weights of one kind, for one colour.
int sum_of(const WeightCounts& counts, WeightKind kind, Color color) {
  int sum = 0;
  std::size_t slot = 0;
  for (const WeightArray& array : kWeightArrays)
    for (std::size_t place = 0; place < array.size; ++place, ++slot)
      if (array.kind == kind) sum += counts.of(slot, color) * array.middlegame(place);
  return sum;
}

Tapered tapered_sum(const WeightCounts& counts) {
  Tapered sum;
  std::size_t slot = 0;
  for (const WeightArray& array : kWeightArrays)
    for (std::size_t place = 0; place < array.size; ++place, ++slot)
      if (array.kind == WeightKind::Tapered)
        sum += array.tapered[place] * (counts.of(slot, Color::White) - counts.of(slot, Color::Black));
  return sum;
}

Tapered king_safety(const WeightCounts& counts, Color color) {
  const int shelter = sum_of(counts, WeightKind::Shelter, color);
  Tapered score(shelter, 0);
  if (counts.of(first_slot("kDangerOffset"), color) == 0) return score;
  int danger = sum_of(counts, WeightKind::Danger, color);
  danger += sum_of(counts, WeightKind::AttackerWeight, color) * sum_of(counts, WeightKind::AttackerShare, color) /
            weights::kWholeShare;
  danger += weights::kShieldDanger * shelter / weights::kShieldDangerPer;
  danger = std::min(danger, weights::kDangerCap);
  if (danger > 0) score -= Tapered(danger * danger / weights::kDangerSquare, danger / weights::kDangerSlope);
  return score;
}

/// The evaluation for White from nothing but counts and weights.
int evaluation_from(const WeightCounts& counts, int halfmove_clock) {
  const Tapered sum = tapered_sum(counts) + king_safety(counts, Color::White) - king_safety(counts, Color::Black);
  const int middlegame = counts.scale == 0 ? 0 : sum.middlegame();
  const int endgame = sum.endgame() * counts.scale / weights::kFullScale;
  const int blended =
      (middlegame * counts.phase + endgame * (weights::kFullPhase - counts.phase)) / weights::kFullPhase;
  return blended * std::max(0, kFiftyMoveFade - halfmove_clock) / kFiftyMoveFade;
}

TEST(Properties, CountsTimesWeightsAreTheEvaluation) {
  PawnTable pawns;
  int positions = 0;
  test::for_random_positions(81, 150, 250, [&](Position& position) {
    const WeightCounts counts = count_weights(position);
    const int value = evaluate_classical(position, pawns).value();
    const int for_white = position.side_to_move() == Color::White ? value : -value;
    ASSERT_EQ(counts.total, for_white) << chess::to_fen(position);
    if (counts.is_known_endgame) return;
    ++positions;
    ASSERT_EQ(evaluation_from(counts, position.halfmove_clock()), for_white) << chess::to_fen(position);
  });
  EXPECT_GT(positions, 10'000);
}

/// Weights that no position uses: pawns and passed pawns are on the second to seventh rank only, kings have no value,
/// do not count as attackers and give no checks, a candidate on the seventh rank would be passed, and so on.
bool is_unreachable(std::size_t slot) {
  const auto [array, place] = place_of(slot);
  const std::string_view name = array.name;
  constexpr std::size_t kKing = 5;
  constexpr std::size_t kLastRank = 7;
  const bool is_by_rank = name.find("Pawn") != std::string_view::npos || name.starts_with("kPassed");
  if (is_by_rank && array.size == 8)
    return place == 0 || place == kLastRank || (name == "kSupportedPawn" && place == 1) ||
           (name == "kCandidatePawn" && place == kLastRank - 1);
  if (name == "kPieceSquares" && array.row == 0) return place < 4 || place >= 28;
  if (name == "kMaterial") return place == kKing;
  if (name == "kAttackerWeight" || name == "kSafeCheck" || name == "kSafeChecks") return place == 0 || place == kKing;
  if (name == "kAttackerShare") return place == 0;
  if (name == "kShield" || name == "kStorm") return place == kLastRank;
  // One of our pawns is directly in front of it, at least on the second rank.
  if (name == "kBlockedStorm") return place <= 1 || place == kLastRank;
  return false;
}

TEST(WeightCounts, EveryWeightIsUsedBySomePosition) {
  std::array<bool, kWeightSlots> used{};
  const auto look = [&](const Position& position) {
    const WeightCounts counts = count_weights(position);
    for (std::size_t slot = 0; slot < kWeightSlots; ++slot)
      for (const Color color : chess::kColors)
        if (counts.of(slot, color) != 0) used[slot] = true;
  };
  test::for_random_positions(82, 400, 400, look);
  // Seven attackers of one king, which do not occur in random games.
  look(*chess::parse_fen("6k1/5ppp/3N4/3BN2Q/8/3B1RR1/5PPP/6K1 w - - 0 1"));

  for (std::size_t slot = 0; slot < kWeightSlots; ++slot) {
    EXPECT_NE(used[slot], is_unreachable(slot)) << name_of_slot(slot);
    const auto [array, place] = place_of(slot);
    if (is_unreachable(slot) && array.kind == WeightKind::Tapered) {
      EXPECT_EQ(array.tapered[place], Tapered()) << name_of_slot(slot) << " cannot be reached but has a value";
    }
  }
}

TEST(WeightList, FindsEveryWeightByItsAddress) {
  std::size_t slot = 0;
  for (const WeightArray& array : kWeightArrays)
    for (std::size_t place = 0; place < array.size; ++place, ++slot) {
      const void* const address = array.kind == WeightKind::Tapered ? static_cast<const void*>(array.tapered + place)
                                                                    : static_cast<const void*>(array.numbers + place);
      EXPECT_EQ(slot_of(address), slot) << name_of_slot(slot);
      EXPECT_EQ(&place_of(slot).array, &array);
      EXPECT_EQ(place_of(slot).place, place);
    }
  EXPECT_EQ(slot, kWeightSlots);
}

TEST(WeightList, FindsTheWeightOfAnUnfoldedSquare) {
  const std::size_t first = first_slot("kPieceSquares");
  using chess::PieceType;
  using chess::Square;
  EXPECT_EQ(slot_of(&piece_square(Color::White, PieceType::Pawn, Square::A2)), first + 4);
  EXPECT_EQ(slot_of(&piece_square(Color::White, PieceType::Pawn, Square::H2)), first + 4);
  EXPECT_EQ(slot_of(&piece_square(Color::Black, PieceType::Knight, Square::E8)), first + 32 + 3);
  EXPECT_EQ(slot_of(&piece_square(Color::White, PieceType::King, Square::D8)), first + 5 * 32 + 31);
}

TEST(WeightList, NamesAreThoseOfTheSource) {
  EXPECT_EQ(name_of_slot(first_slot("kTempo")), "kTempo");
  EXPECT_EQ(name_of_slot(first_slot("kPassedPawn") + 3), "kPassedPawn[3]");
  EXPECT_EQ(name_of_slot(first_slot("kShield") + 8 + 4), "kShield[1][4]");
  std::set<std::string> names;
  for (std::size_t slot = 0; slot < kWeightSlots; ++slot) names.insert(name_of_slot(slot));
  EXPECT_EQ(names.size(), kWeightSlots);
}

}  // namespace
}  // namespace zugwerk::eval
