// eval/classical/weight_list.h
//
// The weights of the evaluation by number. weights.h says what each is; here they stand in one list, so that a weight
// is a slot: its place when all arrays are laid end to end. For tuners and tests; the evaluation itself does not look
// here. A test compares the list with the text of weights.h, so neither can forget the other.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "eval/classical/weights.h"

namespace zugwerk::eval {

/// What the evaluation does with a weight.
enum class WeightKind : std::uint8_t {
  Tapered,         // counts in both halves for the side that has it
  Shelter,         // a part of a king's shelter, which counts in the middlegame and in its danger
  Danger,          // a part of a king's danger
  AttackerWeight,  // added up over attackers; the sum times a share is a part of the danger
  AttackerShare,   // that share, by the number of attackers
  ShieldDanger,    // times the shelter, a part of the danger
};

/// One array of weights.h, or one row of an array of arrays; rows of one name follow each other.
struct WeightArray {
  std::string_view name;
  std::size_t row;
  WeightKind kind;
  const Tapered* tapered;  // the values of WeightKind::Tapered, else null
  const int* numbers;      // the values of all other kinds, else null
  std::size_t size;

  /// Of either half for a tapered weight; others have one value.
  [[nodiscard]] constexpr int middlegame(std::size_t place) const {
    return kind == WeightKind::Tapered ? tapered[place].middlegame() : numbers[place];
  }
  [[nodiscard]] constexpr int endgame(std::size_t place) const {
    return kind == WeightKind::Tapered ? tapered[place].endgame() : 0;
  }
};

namespace weight_list {

template <std::size_t kSize>
[[nodiscard]] constexpr WeightArray of(std::string_view name, const std::array<Tapered, kSize>& values,
                                       std::size_t row = 0) {
  return {name, row, WeightKind::Tapered, values.data(), nullptr, kSize};
}
[[nodiscard]] constexpr WeightArray of(std::string_view name, const Tapered& value) {
  return {name, 0, WeightKind::Tapered, &value, nullptr, 1};
}
template <std::size_t kSize>
[[nodiscard]] constexpr WeightArray of(std::string_view name, WeightKind kind, const std::array<int, kSize>& values,
                                       std::size_t row = 0) {
  return {name, row, kind, nullptr, values.data(), kSize};
}
[[nodiscard]] constexpr WeightArray of(std::string_view name, WeightKind kind, const int& value) {
  return {name, 0, kind, nullptr, &value, 1};
}

inline constexpr std::array kArrays{
    of("kMaterial", weights::kMaterial),
    of("kBishopPair", weights::kBishopPair),
    of("kKnightPerPawn", weights::kKnightPerPawn),
    of("kRookPerPawn", weights::kRookPerPawn),
    of("kSecondRook", weights::kSecondRook),
    of("kRookBesideQueen", weights::kRookBesideQueen),
    of("kTempo", weights::kTempo),
    of("kPieceSquares", weights::kPieceSquares[0], 0),
    of("kPieceSquares", weights::kPieceSquares[1], 1),
    of("kPieceSquares", weights::kPieceSquares[2], 2),
    of("kPieceSquares", weights::kPieceSquares[3], 3),
    of("kPieceSquares", weights::kPieceSquares[4], 4),
    of("kPieceSquares", weights::kPieceSquares[5], 5),
    of("kKnightMobility", weights::kKnightMobility),
    of("kBishopMobility", weights::kBishopMobility),
    of("kRookMobility", weights::kRookMobility),
    of("kQueenMobility", weights::kQueenMobility),
    of("kIsolatedPawn", weights::kIsolatedPawn),
    of("kWeakUnopposedPawn", weights::kWeakUnopposedPawn),
    of("kBackwardPawn", weights::kBackwardPawn),
    of("kDoubledPawn", weights::kDoubledPawn),
    of("kDoubledIsolatedPawn", weights::kDoubledIsolatedPawn),
    of("kDoublyAttackedPawn", weights::kDoublyAttackedPawn),
    of("kPhalanxPawn", weights::kPhalanxPawn),
    of("kSupportedPawn", weights::kSupportedPawn),
    of("kCandidatePawn", weights::kCandidatePawn),
    of("kPassedPawn", weights::kPassedPawn),
    of("kPassedOwnKingDistance", weights::kPassedOwnKingDistance),
    of("kPassedEnemyKingDistance", weights::kPassedEnemyKingDistance),
    of("kPassedCanAdvance", weights::kPassedCanAdvance),
    of("kPassedSafeAdvance", weights::kPassedSafeAdvance),
    of("kPassedFreePath", weights::kPassedFreePath),
    of("kPassedDefendedAdvance", weights::kPassedDefendedAdvance),
    of("kPassedRookBehind", weights::kPassedRookBehind),
    of("kPassedEnemyRookBehind", weights::kPassedEnemyRookBehind),
    of("kPassedConnected", weights::kPassedConnected),
    of("kPassedUnstoppable", weights::kPassedUnstoppable),
    of("kKnightOutpost", weights::kKnightOutpost),
    of("kBishopOutpost", weights::kBishopOutpost),
    of("kKnightReachesOutpost", weights::kKnightReachesOutpost),
    of("kMinorBehindPawn", weights::kMinorBehindPawn),
    of("kMinorKingDistance", weights::kMinorKingDistance),
    of("kBadBishopPawn", weights::kBadBishopPawn),
    of("kBishopLongDiagonal", weights::kBishopLongDiagonal),
    of("kRookOnHalfOpenFile", weights::kRookOnHalfOpenFile),
    of("kRookOnSeventh", weights::kRookOnSeventh),
    of("kTrappedRook", weights::kTrappedRook),
    of("kQueenInfiltration", weights::kQueenInfiltration),
    of("kWeakQueen", weights::kWeakQueen),
    of("kShield", WeightKind::Shelter, weights::kShield[0], 0),
    of("kShield", WeightKind::Shelter, weights::kShield[1], 1),
    of("kShield", WeightKind::Shelter, weights::kShield[2], 2),
    of("kShield", WeightKind::Shelter, weights::kShield[3], 3),
    of("kStorm", WeightKind::Shelter, weights::kStorm),
    of("kBlockedStorm", WeightKind::Shelter, weights::kBlockedStorm),
    of("kKingOnFile", weights::kKingOnFile[0], 0),
    of("kKingOnFile", weights::kKingOnFile[1], 1),
    of("kKingPawnDistance", weights::kKingPawnDistance),
    of("kAttackerWeight", WeightKind::AttackerWeight, weights::kAttackerWeight),
    of("kAttackerShare", WeightKind::AttackerShare, weights::kAttackerShare),
    of("kAttackOnRing", WeightKind::Danger, weights::kAttackOnRing),
    of("kWeakRingSquare", WeightKind::Danger, weights::kWeakRingSquare),
    of("kWeakZoneSquare", WeightKind::Danger, weights::kWeakZoneSquare),
    of("kSafeCheck", WeightKind::Danger, weights::kSafeCheck),
    of("kSafeChecks", WeightKind::Danger, weights::kSafeChecks),
    of("kUnsafeCheck", WeightKind::Danger, weights::kUnsafeCheck),
    of("kKingBlocker", WeightKind::Danger, weights::kKingBlocker),
    of("kNoEnemyQueen", WeightKind::Danger, weights::kNoEnemyQueen),
    of("kKnightDefender", WeightKind::Danger, weights::kKnightDefender),
    of("kShieldDanger", WeightKind::ShieldDanger, weights::kShieldDanger),
    of("kDangerOffset", WeightKind::Danger, weights::kDangerOffset),
    of("kThreatByMinor", weights::kThreatByMinor),
    of("kThreatByRook", weights::kThreatByRook),
    of("kThreatByKing", weights::kThreatByKing),
    of("kThreatByPawn", weights::kThreatByPawn),
    of("kThreatByPawnPush", weights::kThreatByPawnPush),
    of("kHangingPiece", weights::kHangingPiece),
    of("kHangingPawn", weights::kHangingPawn),
    of("kQueenCanBeHit", weights::kQueenCanBeHit),
    of("kRestrictedSquare", weights::kRestrictedSquare),
    of("kSpaceSquare", weights::kSpaceSquare),
};

}  // namespace weight_list

/// In the order of weights.h.
inline constexpr auto& kWeightArrays = weight_list::kArrays;

/// Numbers of weights.h that give the evaluation its form rather than its values: what phases, shares and danger are
/// counted in, how far the danger goes, and the rules of endgames, which are applied after all terms are added up.
inline constexpr std::array<std::string_view, 23> kFixedWeights{
    "kPhase",
    "kFullPhase",
    "kWholeShare",
    "kShieldDangerPer",
    "kDangerSquare",
    "kDangerSlope",
    "kDangerCap",
    "kSpacePieces",
    "kSpaceDivisor",
    "kKnownWin",
    "kRoomOfLoneKing",
    "kFullScale",
    "kScaleWithoutPawns",
    "kScalePerPawn",
    "kScaleOppositeBishops",
    "kScaleOppositeBishopsPerPassed",
    "kScaleOppositeBishopsWithPieces",
    "kScalePawnless",
    "kScaleTwoBishopsAgainstKnight",
    "kScaleRookAndBishopAgainstRook",
    "kScaleMinorForLastPawn",
    "kScaleRookPawnsOneFlank",
    "kScaleRookPawnBlocked",
};

/// The slot of the first weight of `name`; kWeightSlots if there is none.
[[nodiscard]] constexpr std::size_t first_slot(std::string_view name) {
  std::size_t slot = 0;
  for (const WeightArray& array : kWeightArrays) {
    if (array.name == name) break;
    slot += array.size;
  }
  return slot;
}

/// How many weights there are.
inline constexpr std::size_t kWeightSlots = first_slot("");

/// A slot's array and its place in it.
struct WeightPlace {
  const WeightArray& array;
  std::size_t place;
};
[[nodiscard]] constexpr WeightPlace place_of(std::size_t slot) {
  std::size_t number = 0;
  while (slot >= kWeightArrays[number].size) slot -= kWeightArrays[number++].size;
  return {kWeightArrays[number], slot};
}

/// "kPassedPawn[3]", "kShield[1][4]" or "kTempo".
[[nodiscard]] std::string name_of_slot(std::size_t slot);

}  // namespace zugwerk::eval
