// eval/classical/weights.h
//
// Every number of the classical evaluation, and nothing else: S(middlegame, endgame) in centipawns for the side that
// has the feature, so penalties are negative. Values are set by hand from what chess books say and by arithmetic; a
// tuner may rewrite them, which is why they are plain arrays. evaluate.cpp says what they mean.

#pragma once

#include <array>

#include "eval/classical/tapered.h"

namespace zugwerk::eval::weights {

using S = Tapered;

// --- Material ------------------------------------------------------------------------------------------------------

/// By piece type; the king has no price.
inline constexpr std::array<S, 6> kMaterial{S(48, 110), S(324, 399), S(363, 404), S(469, 678), S(1060, 1129), S(0, 0)};

/// What each piece contributes to the phase, by piece type; the middlegame is kFullPhase.
inline constexpr std::array<int, 6> kPhase{0, 1, 1, 2, 4, 0};
inline constexpr int kFullPhase = 24;

inline constexpr S kBishopPair{7, 51};
/// Knights like closed boards and rooks open ones: per own pawn above or below five.
inline constexpr S kKnightPerPawn{9, 9};
inline constexpr S kRookPerPawn{6, -1};
/// Redundancy of two rooks, or of rook and queen.
inline constexpr S kSecondRook{-33, -19};
inline constexpr S kRookBesideQueen{0, 28};

inline constexpr S kTempo{11, 10};

// --- Piece squares -------------------------------------------------------------------------------------------------

/// Where pieces like to stand, on files a to d from the first rank up as White sees it; files e to h mirror them. Drawn
/// from how central a file and a rank are to each piece. By piece type.
inline constexpr std::array<std::array<S, 32>, 6> kPieceSquares{{
    // Pawn
    {{
        S(0, 0),    S(0, 0),   S(0, 0),   S(0, 0),    S(-15, 10), S(-7, 5),  S(-5, 0),  S(-6, -4),
        S(-4, 0),   S(-6, 0),  S(1, -1),  S(8, 15),   S(-12, 16), S(-13, 3), S(4, -1),  S(9, -15),
        S(-9, 17),  S(-8, 11), S(-12, 2), S(10, -14), S(0, 30),   S(23, 20), S(15, 26), S(29, 9),
        S(-3, -23), S(13, 9),  S(0, 23),  S(26, 24),  S(0, 0),    S(0, 0),   S(0, 0),   S(0, 0),
    }},
    // Knight
    {{
        S(-63, -37), S(-30, -11), S(-34, 11), S(-20, -1), S(-19, -8),  S(-29, -6),  S(-9, -9), S(-13, 26),
        S(-8, -16),  S(-12, -1),  S(5, 9),    S(11, 4),   S(-1, -11),  S(7, 14),    S(18, 11), S(12, 38),
        S(-9, 10),   S(20, 0),    S(23, -3),  S(31, 31),  S(-10, -11), S(40, 6),    S(32, 15), S(24, 19),
        S(-34, 0),   S(-7, -21),  S(-1, 5),   S(26, -1),  S(-93, -64), S(-39, -28), S(-19, 1), S(-8, -15),
    }},
    // Bishop
    {{
        S(-11, -25), S(16, 7), S(-17, -6), S(-14, -3), S(2, -15),  S(-1, -9),  S(31, 8),  S(-1, 5),
        S(8, 2),     S(16, 0), S(0, -8),   S(10, 2),   S(26, -4),  S(11, 1),   S(8, 8),   S(-1, 6),
        S(-14, 16),  S(7, -3), S(11, 7),   S(-2, 3),   S(11, 3),   S(5, 10),   S(-10, 2), S(24, 16),
        S(-4, -4),   S(3, -9), S(6, 15),   S(-15, 17), S(-10, 11), S(-15, -4), S(-8, 4),  S(-6, 10),
    }},
    // Rook
    {{
        S(-8, -4),  S(0, 6),    S(-2, -8), S(-2, -5), S(-45, 12), S(17, -18), S(4, -2),   S(6, -1),
        S(-13, -3), S(16, -3),  S(4, 13),  S(-5, 7),  S(-26, 20), S(2, 17),   S(-13, 10), S(-18, 14),
        S(-20, 25), S(-10, 30), S(8, 9),   S(3, 7),   S(-15, 22), S(17, 19),  S(25, 15),  S(0, 11),
        S(-3, 3),   S(-8, 15),  S(7, 15),  S(19, 0),  S(-12, 6),  S(14, 15),  S(4, 20),   S(12, 8),
    }},
    // Queen
    {{
        S(3, -44),  S(7, -40), S(-7, -15), S(-2, -39), S(-32, -26), S(18, -39),  S(8, -27), S(4, -1),
        S(-7, -19), S(8, 3),   S(3, 1),    S(5, 8),    S(9, -1),    S(-1, 27),   S(6, 26),  S(9, 34),
        S(12, 7),   S(1, 12),  S(11, 13),  S(-4, 35),  S(8, -13),   S(13, 0),    S(3, 16),  S(16, 11),
        S(-18, -3), S(-25, 6), S(-14, 22), S(2, 18),   S(0, -22),   S(-20, -23), S(0, -1),  S(0, 10),
    }},
    // King
    {{
        S(10, -72), S(37, -49), S(12, -40), S(-21, -41), S(26, -35),  S(18, -26), S(16, -19),  S(-30, -8),
        S(-8, -14), S(-2, -15), S(-14, 1),  S(-23, 1),   S(-35, -2),  S(-25, 10), S(-58, 20),  S(-71, 25),
        S(-38, 10), S(-50, 13), S(-46, 31), S(-89, 30),  S(-42, 14),  S(-33, 27), S(-53, 44),  S(-77, 35),
        S(-46, -6), S(-37, 18), S(-54, 36), S(-85, 7),   S(-62, -77), S(-31, 15), S(-68, -10), S(-80, 12),
    }},
}};

// --- Mobility ------------------------------------------------------------------------------------------------------

/// By the number of squares a knight can usefully go to.
inline constexpr std::array<S, 9> kKnightMobility{
    S(-17, -13), S(-15, -12), S(-3, 2), S(-2, 19), S(-1, 22), S(4, 29), S(9, 26), S(7, 29), S(-4, 16),
};

/// By the number of squares a bishop can usefully go to.
inline constexpr std::array<S, 14> kBishopMobility{
    S(-24, -8), S(-14, -22), S(-1, -13), S(2, 4),   S(4, 19),  S(7, 30),  S(11, 23),
    S(11, 33),  S(13, 34),   S(19, 40),  S(32, 21), S(19, 30), S(32, 18), S(6, 28),
};

/// By the number of squares a rook can usefully go to.
inline constexpr std::array<S, 15> kRookMobility{
    S(-34, -37), S(-9, -34), S(0, 1),  S(-1, 10), S(-2, 12), S(1, 28),  S(-1, 37), S(6, 37),
    S(1, 40),    S(5, 47),   S(7, 53), S(11, 55), S(18, 56), S(20, 58), S(28, 60),
};

/// By the number of squares a queen can usefully go to.
inline constexpr std::array<S, 28> kQueenMobility{
    S(-10, -21), S(2, -14), S(-5, -11), S(-2, -6), S(0, -19), S(-1, -17), S(-2, 9),  S(4, 10),  S(6, 15),  S(8, 25),
    S(8, 23),    S(9, 43),  S(11, 47),  S(11, 50), S(9, 63),  S(18, 45),  S(5, 57),  S(7, 53),  S(11, 46), S(27, 39),
    S(23, 38),   S(21, 17), S(9, 22),   S(15, 18), S(16, 23), S(12, 19),  S(20, 41), S(19, 39),
};

// --- Pawn structure ------------------------------------------------------------------------------------------------

inline constexpr S kIsolatedPawn{-2, -10};
/// On a file that the opponent has half-opened towards it, besides being isolated or backward.
inline constexpr S kWeakUnopposedPawn{-12, -2};
inline constexpr S kBackwardPawn{0, -3};
inline constexpr S kDoubledPawn{6, -15};
/// Doubled, with no neighbour to defend either.
inline constexpr S kDoubledIsolatedPawn{-8, 2};
/// A pawn that two enemy pawns attack while none of ours defends it.
inline constexpr S kDoublyAttackedPawn{-4, -16};
/// By relative rank.
inline constexpr std::array<S, 8> kPhalanxPawn{S(0, 0),   S(4, 1),   S(1, 7),    S(9, 11),
                                               S(12, 20), S(58, 96), S(89, 107), S(0, 0)};
inline constexpr std::array<S, 8> kSupportedPawn{S(0, 0),   S(0, 0),   S(11, 14), S(5, 5),
                                                 S(12, 18), S(48, 35), S(85, 45), S(0, 0)};
/// Candidate: a pawn that can become passed with the help of its neighbours; by relative rank.
inline constexpr std::array<S, 8> kCandidatePawn{S(0, 0),  S(-30, 6), S(-22, 7), S(9, 22),
                                                 S(9, 33), S(32, 54), S(0, 0),   S(0, 0)};

// --- Passed pawns --------------------------------------------------------------------------------------------------

/// By relative rank.
inline constexpr std::array<S, 8> kPassedPawn{S(0, 0),   S(-4, 27), S(4, 31),    S(10, 50),
                                              S(26, 71), S(73, 78), S(134, 155), S(0, 0)};
/// Per step of distance between the square before the pawn and a king, by relative rank of the pawn.
inline constexpr std::array<S, 8> kPassedOwnKingDistance{S(0, 0),    S(-6, 1),    S(0, -2),   S(3, -18),
                                                         S(-8, -22), S(-15, -29), S(-2, -38), S(0, 0)};
inline constexpr std::array<S, 8> kPassedEnemyKingDistance{S(0, 0),  S(4, 1),   S(-2, 4), S(-8, 19),
                                                           S(9, 28), S(-2, 50), S(5, 46), S(0, 0)};
/// The square before it is empty; by relative rank.
inline constexpr std::array<S, 8> kPassedCanAdvance{S(0, 0),   S(-22, 1), S(-12, -15), S(-1, 1),
                                                    S(10, -2), S(33, -1), S(43, 37),   S(0, 0)};
/// It can advance and the opponent does not attack the square before it; by relative rank.
inline constexpr std::array<S, 8> kPassedSafeAdvance{S(0, 0),   S(-5, -3), S(6, -1),  S(8, -3),
                                                     S(20, 15), S(19, 42), S(36, 98), S(0, 0)};
/// Nothing stands on or attacks its way to promotion; by relative rank.
inline constexpr std::array<S, 8> kPassedFreePath{S(0, 0),   S(-4, 13), S(-22, 16), S(-10, 32),
                                                  S(-7, 35), S(22, 56), S(34, 84),  S(0, 0)};
inline constexpr S kPassedDefendedAdvance{13, 16};
inline constexpr S kPassedRookBehind{5, 34};
inline constexpr S kPassedEnemyRookBehind{-18, -11};
/// Connected by support or side by side; by relative rank.
inline constexpr std::array<S, 8> kPassedConnected{S(0, 0),   S(0, -23), S(0, -19), S(-14, 14),
                                                   S(-1, 19), S(17, 11), S(32, 38), S(0, 0)};
/// The opponent has only pawns and its king is outside the square.
inline constexpr S kPassedUnstoppable{-1, 384};

// --- Pieces --------------------------------------------------------------------------------------------------------

/// On a square that no enemy pawn can ever attack, in the enemy's half; [defended by a pawn].
inline constexpr std::array<S, 2> kKnightOutpost{S(4, 2), S(24, 13)};
inline constexpr std::array<S, 2> kBishopOutpost{S(1, 0), S(32, 14)};
/// A knight that can go to such a square next.
inline constexpr S kKnightReachesOutpost{11, 16};
inline constexpr S kMinorBehindPawn{1, 18};
/// Per step of distance to the own king.
inline constexpr S kMinorKingDistance{-4, -2};
/// Per own pawn on the bishop's colour, times one more than the number of blocked central pawns.
inline constexpr S kBadBishopPawn{-1, -1};
/// A bishop that looks at both central squares of one colour through everything but pawns.
inline constexpr S kBishopLongDiagonal{18, 5};
/// [no enemy pawn on the file either]
inline constexpr std::array<S, 2> kRookOnHalfOpenFile{S(10, -8), S(29, 2)};
/// With the enemy king on the last rank or pawns to take on the seventh.
inline constexpr S kRookOnSeventh{-9, 25};
/// A rook shut in by its own king that cannot castle any more.
inline constexpr S kTrappedRook{-27, -19};
/// In the enemy's half where no pawn can ever attack it.
inline constexpr S kQueenInfiltration{-12, 41};
/// A slider would attack the queen if the piece between went away.
inline constexpr S kWeakQueen{-26, 1};

// --- King safety ---------------------------------------------------------------------------------------------------

/// Own pawn nearest to the first rank on a file beside the king, by [distance of the file from the edge][relative
/// rank]; rank 0: there is none.
inline constexpr std::array<std::array<int, 8>, 4> kShield{{
    {14, 25, 15, 18, 18, 2, -7, 0},
    {-17, 18, 9, -23, -13, -2, -1, 0},
    {-12, 19, -2, -7, 20, -4, -13, 0},
    {1, 13, -3, 4, 2, -5, -12, 0},
}};
/// Enemy pawn on such a file, by relative rank of ours; rank 0: there is none. The first for free ones, the second for
/// those that our own pawn stops.
inline constexpr std::array<int, 8> kStorm{-10, -4, -37, -20, -9, -6, -9, 0};
inline constexpr std::array<int, 8> kBlockedStorm{0, 0, -35, 1, -8, -1, -5, 0};
/// [on a half-open file of ours][on a half-open file of theirs]
inline constexpr std::array<std::array<S, 2>, 2> kKingOnFile{{{S(18, -2), S(-2, 3)}, {S(-3, 6), S(-30, -4)}}};
/// Per step to the nearest own pawn.
inline constexpr S kKingPawnDistance{-1, -10};

// Danger is counted in units of its own and then squared.
/// Per piece that attacks the king's zone, by piece type.
inline constexpr std::array<int, 6> kAttackerWeight{0, 27, 16, 27, 10, 0};
/// A share of the sum of weights by the number of attackers; kWholeShare is the whole.
inline constexpr std::array<int, 8> kAttackerShare{0, 1, 4, 6, 8, 8, 10, 10};
inline constexpr int kWholeShare = 4;
inline constexpr int kAttackOnRing = 19;
inline constexpr int kWeakRingSquare = -10;
inline constexpr int kWeakZoneSquare = 21;
/// By piece type: a check on a square where the checker cannot simply be taken, and a second such square.
inline constexpr std::array<int, 6> kSafeCheck{0, 102, 42, 80, 96, 0};
inline constexpr std::array<int, 6> kSafeChecks{0, 90, 72, 131, 133, 0};
inline constexpr int kUnsafeCheck = 14;
inline constexpr int kKingBlocker = -3;
inline constexpr int kNoEnemyQueen = -188;
inline constexpr int kKnightDefender = -20;
/// Per kShieldDangerPer points of shield.
inline constexpr int kShieldDanger = -62;
inline constexpr int kShieldDangerPer = 100;
inline constexpr int kDangerOffset = 2;
/// danger * danger / kDangerSquare in the middlegame, danger / kDangerSlope in the endgame.
inline constexpr int kDangerSquare = 560;
inline constexpr int kDangerSlope = 12;
inline constexpr int kDangerCap = 600;

// --- Threats -------------------------------------------------------------------------------------------------------

/// By piece type of the victim.
inline constexpr std::array<S, 6> kThreatByMinor{S(5, 17), S(16, 24), S(24, 21), S(51, 18), S(39, 38), S(0, 0)};
inline constexpr std::array<S, 6> kThreatByRook{S(2, 22), S(22, 25), S(21, 23), S(-7, 4), S(47, 29), S(0, 0)};
inline constexpr S kThreatByKing{23, 23};
/// A pawn that is not itself lost attacks a piece.
inline constexpr S kThreatByPawn{50, 32};
/// A pawn would attack a piece after a safe step.
inline constexpr S kThreatByPawnPush{13, 15};
/// Attacked and not defended, or attacked more than defended.
inline constexpr S kHangingPiece{11, 14};
inline constexpr S kHangingPawn{10, 30};
/// A knight or slider can attack the queen from a safe square next move.
inline constexpr S kQueenCanBeHit{10, 2};
/// Squares that the opponent attacks but we control.
inline constexpr S kRestrictedSquare{3, -1};

// --- Space ---------------------------------------------------------------------------------------------------------

/// Per safe square behind our lines on the central files, times the number of our pieces above kSpacePieces.
inline constexpr S kSpaceSquare{0, 2};
inline constexpr int kSpacePieces = 4;
/// The product is divided by this.
inline constexpr int kSpaceDivisor = 4;

// --- Endgames ------------------------------------------------------------------------------------------------------

/// What a technical win is worth beyond its material.
inline constexpr int kKnownWin = 1200;
/// What each square costs that a lone king can still reach.
inline constexpr int kRoomOfLoneKing = 5;
/// Scale factors are in sixty-fourths.
inline constexpr int kFullScale = 64;
inline constexpr int kScaleWithoutPawns = 40;
inline constexpr int kScalePerPawn = 6;
inline constexpr int kScaleOppositeBishops = 20;
inline constexpr int kScaleOppositeBishopsPerPassed = 6;
inline constexpr int kScaleOppositeBishopsWithPieces = 44;
inline constexpr int kScalePawnless = 8;
inline constexpr int kScaleTwoBishopsAgainstKnight = 44;
inline constexpr int kScaleRookAndBishopAgainstRook = 14;
inline constexpr int kScaleMinorForLastPawn = 36;
inline constexpr int kScaleRookPawnsOneFlank = 44;
inline constexpr int kScaleRookPawnBlocked = 20;

}  // namespace zugwerk::eval::weights
