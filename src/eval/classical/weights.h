// eval/classical/weights.h
//
// Every number of the classical evaluation, and nothing else: S(middlegame, endgame) in centipawns for the side that
// has the feature, so penalties are negative. Values are set by hand from what chess books say and by arithmetic; a
// tuner may rewrite them, which is why they are plain arrays. What they mean is said where they are used.

#pragma once

#include <array>

#include "eval/classical/tapered.h"

namespace zugwerk::eval::weights {

using S = Tapered;

// --- Material ------------------------------------------------------------------------------------------------------

/// By piece type; the king has no price.
inline constexpr std::array<S, 6> kMaterial{S(84, 100), S(335, 310), S(350, 330), S(475, 550), S(1000, 1030), S(0, 0)};

/// What each piece contributes to the phase, by piece type; the middlegame is kFullPhase.
inline constexpr std::array<int, 6> kPhase{0, 1, 1, 2, 4, 0};
inline constexpr int kFullPhase = 24;

inline constexpr S kBishopPair{26, 46};
/// Knights like closed boards and rooks open ones: per own pawn above or below five.
inline constexpr S kKnightPerPawn{2, 4};
inline constexpr S kRookPerPawn{-3, -1};
/// Two rooks, or rook and queen, do the same work twice.
inline constexpr S kSecondRook{-8, -14};
inline constexpr S kRookBesideQueen{-4, -8};

inline constexpr S kTempo{22, 14};

// --- Piece squares -------------------------------------------------------------------------------------------------

/// Where pieces like to stand, on files a to d from the first rank up as White sees it; files e to h mirror them. Drawn
/// from how central a file and a rank are to each piece. By piece type.
inline constexpr std::array<std::array<S, 32>, 6> kPieceSquares{{
    // Pawn
    {{
        S(0, 0),   S(0, 0),  S(0, 0),  S(0, 0),   S(-8, 2), S(2, 4),  S(-4, 3),  S(-10, 4),
        S(-8, 0),  S(-2, 1), S(0, -2), S(4, -1),  S(-9, 2), S(-4, 1), S(7, -4),  S(16, -6),
        S(-4, 8),  S(2, 6),  S(10, 1), S(20, -3), S(2, 16), S(8, 14), S(16, 10), S(20, 6),
        S(10, 24), S(4, 22), S(8, 18), S(10, 14), S(0, 0),  S(0, 0),  S(0, 0),   S(0, 0),
    }},
    // Knight
    {{
        S(-50, -40), S(-31, -22), S(-19, -12), S(-14, -6), S(-30, -26), S(-15, -14), S(-3, -4),   S(2, 2),
        S(-19, -18), S(-4, -6),   S(8, 4),     S(13, 10),  S(-12, -10), S(3, 2),     S(15, 12),   S(20, 18),
        S(-5, -9),   S(10, 3),    S(22, 13),   S(27, 19),  S(-6, -15),  S(9, -3),    S(21, 7),    S(26, 13),
        S(-20, -26), S(-5, -14),  S(7, -4),    S(12, 2),   S(-86, -50), S(-31, -24), S(-19, -14), S(-14, -8),
    }},
    // Bishop
    {{
        S(-20, -20), S(-7, -11), S(-6, -7), S(-4, -4), S(-2, -12),  S(13, -7),  S(6, -3),   S(11, 0),
        S(-1, -8),   S(9, -3),   S(7, 1),   S(9, 4),   S(-1, -4),   S(6, 1),    S(7, 5),    S(9, 8),
        S(-2, -4),   S(5, 1),    S(6, 5),   S(8, 8),   S(-6, -6),   S(1, -1),   S(2, 3),    S(4, 6),
        S(-12, -11), S(-5, -6),  S(-4, -2), S(-2, 1),  S(-24, -18), S(-11, -9), S(-10, -5), S(-8, -2),
    }},
    // Rook
    {{
        S(-8, -5),  S(-3, -4),  S(2, -5),  S(6, -6),  S(-13, -5), S(-8, -4), S(-3, -5), S(1, -6),
        S(-15, -2), S(-10, -1), S(-5, -2), S(-1, -3), S(-14, 2),  S(-9, 3),  S(-4, 2),  S(0, 1),
        S(-11, 5),  S(-6, 6),   S(-1, 5),  S(3, 4),   S(-6, 6),   S(-1, 7),  S(4, 6),   S(8, 5),
        S(0, 7),    S(5, 8),    S(10, 7),  S(14, 6),  S(-4, 6),   S(1, 7),   S(6, 6),   S(10, 5),
    }},
    // Queen
    {{
        S(-4, -42),  S(-1, -30), S(1, -18), S(2, -10), S(-1, -34), S(2, -22),  S(4, -10), S(5, -2),
        S(-1, -22),  S(2, -10),  S(4, 2),   S(5, 10),  S(-2, -11), S(1, 1),    S(3, 13),  S(4, 21),
        S(-4, -7),   S(-1, 5),   S(1, 17),  S(2, 25),  S(-6, -11), S(-3, 1),   S(-1, 13), S(0, 21),
        S(-12, -20), S(-9, -8),  S(-7, 4),  S(-6, 12), S(-8, -32), S(-5, -20), S(-3, -8), S(-2, 0),
    }},
    // King
    {{
        S(34, -64),  S(44, -42), S(18, -30), S(0, -24),  S(16, -36),  S(24, -20),  S(-2, -8),  S(-20, -2),
        S(-12, -19), S(-4, -3),  S(-30, 9),  S(-48, 15), S(-32, -7),  S(-24, 9),   S(-50, 21), S(-68, 27),
        S(-42, 0),   S(-34, 16), S(-60, 28), S(-78, 34), S(-46, -2),  S(-38, 14),  S(-64, 26), S(-82, 32),
        S(-50, -16), S(-42, 0),  S(-68, 12), S(-86, 18), S(-54, -48), S(-46, -20), S(-72, -8), S(-90, -2),
    }},
}};

// --- Mobility ------------------------------------------------------------------------------------------------------

/// By the number of squares a knight can usefully go to.
inline constexpr std::array<S, 9> kKnightMobility{
    S(-25, -33), S(-17, -23), S(-9, -14), S(-3, -7), S(3, 0), S(8, 6), S(11, 9), S(13, 12), S(14, 13),
};

/// By the number of squares a bishop can usefully go to.
inline constexpr std::array<S, 14> kBishopMobility{
    S(-20, -28), S(-14, -20), S(-9, -13), S(-4, -7), S(1, -1),  S(5, 4),   S(9, 10),
    S(13, 14),   S(15, 19),   S(18, 22),  S(20, 25), S(23, 28), S(24, 29), S(24, 30),
};

/// By the number of squares a rook can usefully go to.
inline constexpr std::array<S, 15> kRookMobility{
    S(-18, -33), S(-13, -24), S(-9, -15), S(-6, -7), S(-2, 2),  S(1, 9),   S(4, 15),  S(7, 22),
    S(9, 28),    S(12, 32),   S(13, 37),  S(15, 41), S(16, 43), S(17, 45), S(18, 46),
};

/// By the number of squares a queen can usefully go to.
inline constexpr std::array<S, 28> kQueenMobility{
    S(-15, -24), S(-13, -20), S(-11, -15), S(-9, -12), S(-7, -7), S(-4, -3), S(-2, 1),  S(-1, 4),  S(2, 8),   S(3, 11),
    S(5, 14),    S(7, 17),    S(8, 20),    S(10, 23),  S(11, 26), S(13, 29), S(14, 31), S(15, 33), S(16, 35), S(17, 37),
    S(18, 39),   S(19, 41),   S(20, 42),   S(20, 43),  S(21, 45), S(21, 45), S(22, 46), S(22, 46),
};

// --- Pawn structure ------------------------------------------------------------------------------------------------

inline constexpr S kIsolatedPawn{-7, -12};
/// On a file that the opponent has half-opened towards it, besides being isolated or backward.
inline constexpr S kWeakUnopposedPawn{-9, -12};
inline constexpr S kBackwardPawn{-7, -11};
inline constexpr S kDoubledPawn{-6, -22};
/// Doubled with nobody beside to defend either.
inline constexpr S kDoubledIsolatedPawn{-8, -14};
/// A pawn that two enemy pawns attack while none of ours defends it.
inline constexpr S kDoublyAttackedPawn{-3, -14};
/// By relative rank.
inline constexpr std::array<S, 8> kPhalanxPawn{S(0, 0),   S(4, -1),  S(9, 3),   S(15, 9),
                                               S(28, 24), S(52, 56), S(86, 96), S(0, 0)};
inline constexpr std::array<S, 8> kSupportedPawn{S(0, 0),   S(0, 0),   S(13, 7),  S(12, 8),
                                                 S(20, 18), S(46, 44), S(80, 80), S(0, 0)};
/// A pawn that becomes passed if the pawns beside it do their duty; by relative rank.
inline constexpr std::array<S, 8> kCandidatePawn{S(0, 0),   S(0, 4),   S(1, 8), S(6, 16),
                                                 S(14, 32), S(28, 56), S(0, 0), S(0, 0)};

// --- Passed pawns --------------------------------------------------------------------------------------------------

/// By relative rank.
inline constexpr std::array<S, 8> kPassedPawn{S(0, 0),   S(2, 14),   S(4, 18),    S(6, 32),
                                              S(26, 62), S(74, 120), S(130, 195), S(0, 0)};
/// Per step of distance between the square before the pawn and a king, by relative rank of the pawn.
inline constexpr std::array<S, 8> kPassedOwnKingDistance{S(0, 0),  S(0, 0),  S(0, -1),  S(0, -4),
                                                         S(0, -7), S(0, -9), S(0, -10), S(0, 0)};
inline constexpr std::array<S, 8> kPassedEnemyKingDistance{S(0, 0),  S(0, 0),  S(0, 2),  S(0, 6),
                                                           S(0, 11), S(0, 17), S(0, 19), S(0, 0)};
/// The square before it is empty; by relative rank.
inline constexpr std::array<S, 8> kPassedCanAdvance{S(0, 0),  S(0, 0),   S(0, 2),   S(2, 6),
                                                    S(5, 14), S(11, 26), S(16, 44), S(0, 0)};
/// It can advance and the opponent does not attack the square before it; by relative rank.
inline constexpr std::array<S, 8> kPassedSafeAdvance{S(0, 0),  S(0, 0),   S(0, 3),   S(2, 7),
                                                     S(6, 16), S(14, 34), S(26, 60), S(0, 0)};
/// Nothing stands on or attacks its way to promotion; by relative rank.
inline constexpr std::array<S, 8> kPassedFreePath{S(0, 0),  S(0, 0),   S(1, 4),   S(3, 10),
                                                  S(8, 22), S(18, 40), S(24, 46), S(0, 0)};
inline constexpr S kPassedDefendedAdvance{4, 10};
inline constexpr S kPassedRookBehind{12, 26};
inline constexpr S kPassedEnemyRookBehind{-5, -16};
/// Connected by support or side by side; by relative rank.
inline constexpr std::array<S, 8> kPassedConnected{S(0, 0),  S(0, 2),   S(1, 4),   S(3, 9),
                                                   S(8, 20), S(18, 40), S(30, 60), S(0, 0)};
/// The opponent has only pawns and its king is outside the square.
inline constexpr S kPassedUnstoppable{0, 420};

// --- Pieces --------------------------------------------------------------------------------------------------------

/// On a square that no enemy pawn can ever attack, in the enemy's half; [defended by a pawn].
inline constexpr std::array<S, 2> kKnightOutpost{S(14, 6), S(32, 20)};
inline constexpr std::array<S, 2> kBishopOutpost{S(8, 2), S(24, 10)};
/// A knight that can go to such a square next.
inline constexpr S kKnightReachesOutpost{10, 5};
inline constexpr S kMinorBehindPawn{6, 3};
/// Per step of distance to the own king.
inline constexpr S kMinorKingDistance{-2, -2};
/// Per own pawn on the bishop's colour, times one more than the number of blocked central pawns.
inline constexpr S kBadBishopPawn{-1, -3};
/// A bishop that looks at both central squares of one colour through everything but pawns.
inline constexpr S kBishopLongDiagonal{14, 4};
/// [no enemy pawn on the file either]
inline constexpr std::array<S, 2> kRookOnHalfOpenFile{S(13, 8), S(32, 14)};
/// With the enemy king on the last rank or pawns to take on the seventh.
inline constexpr S kRookOnSeventh{8, 22};
/// A rook shut in by its own king that cannot castle any more.
inline constexpr S kTrappedRook{-46, -10};
/// In the enemy's half where no pawn can ever attack it.
inline constexpr S kQueenInfiltration{-2, 14};
/// A slider would attack the queen if the piece between went away.
inline constexpr S kWeakQueen{-24, -10};

// --- King safety ---------------------------------------------------------------------------------------------------

/// Own pawn nearest to the first rank on a file beside the king, by [distance of the file from the edge][relative
/// rank]; rank 0: there is none.
inline constexpr std::array<std::array<int, 8>, 4> kShield{{
    {-8, 34, 36, 18, 8, 2, -4, 0},
    {-26, 42, 26, -12, -8, -14, -24, 0},
    {-14, 32, 8, -8, -6, -8, -20, 0},
    {-18, 24, 4, -10, -14, -16, -24, 0},
}};
/// Enemy pawn on such a file, by relative rank of ours; rank 0: there is none. The first for free ones, the second for
/// those that our own pawn stops.
inline constexpr std::array<int, 8> kStorm{6, -4, -52, -36, -18, -7, -2, 0};
inline constexpr std::array<int, 8> kBlockedStorm{0, 0, -26, -8, 2, 3, 0, 0};
/// [on a half-open file of ours][on a half-open file of theirs]
inline constexpr std::array<std::array<S, 2>, 2> kKingOnFile{{{S(8, -2), S(4, 4)}, {S(-4, 4), S(-24, 0)}}};
/// Per step to the nearest own pawn.
inline constexpr S kKingPawnDistance{0, -9};

// Danger is counted in units of its own and then squared.
/// Per piece that attacks the king's zone, by piece type.
inline constexpr std::array<int, 6> kAttackerWeight{0, 34, 24, 26, 20, 0};
/// A share of the sum of weights by the number of attackers; kWholeShare is the whole.
inline constexpr std::array<int, 8> kAttackerShare{0, 1, 4, 6, 8, 9, 10, 10};
inline constexpr int kWholeShare = 4;
inline constexpr int kAttackOnRing = 10;
inline constexpr int kWeakRingSquare = 17;
inline constexpr int kWeakZoneSquare = 4;
/// By piece type: a check on a square where the checker cannot simply be taken, and a second such square.
inline constexpr std::array<int, 6> kSafeCheck{0, 78, 56, 96, 74, 0};
inline constexpr std::array<int, 6> kSafeChecks{0, 112, 76, 140, 106, 0};
inline constexpr int kUnsafeCheck = 14;
inline constexpr int kKingBlocker = 18;
inline constexpr int kNoEnemyQueen = -110;
inline constexpr int kKnightDefender = -14;
/// Per kShieldDangerPer points of shield.
inline constexpr int kShieldDanger = -56;
inline constexpr int kShieldDangerPer = 100;
inline constexpr int kDangerOffset = -12;
/// danger * danger / kDangerSquare in the middlegame, danger / kDangerSlope in the endgame.
inline constexpr int kDangerSquare = 560;
inline constexpr int kDangerSlope = 12;
inline constexpr int kDangerCap = 600;

// --- Threats -------------------------------------------------------------------------------------------------------

/// By piece type of the victim.
inline constexpr std::array<S, 6> kThreatByMinor{S(1, 6), S(14, 13), S(18, 16), S(34, 30), S(28, 36), S(0, 0)};
inline constexpr std::array<S, 6> kThreatByRook{S(1, 8), S(12, 17), S(13, 18), S(0, 8), S(31, 22), S(0, 0)};
inline constexpr S kThreatByKing{6, 20};
/// A pawn that is not itself lost attacks a piece.
inline constexpr S kThreatByPawn{40, 26};
/// A pawn would attack a piece after a safe step.
inline constexpr S kThreatByPawnPush{12, 10};
/// Attacked and not defended, or attacked more than defended.
inline constexpr S kHangingPiece{18, 11};
inline constexpr S kHangingPawn{4, 11};
/// A knight or slider can attack the queen from a safe square next move.
inline constexpr S kQueenCanBeHit{5, 4};
/// Squares that the opponent attacks but we control.
inline constexpr S kRestrictedSquare{2, 2};

// --- Space ---------------------------------------------------------------------------------------------------------

/// Per safe square behind our lines on the central files, times the number of our pieces above kSpacePieces.
inline constexpr S kSpaceSquare{1, 0};
inline constexpr int kSpacePieces = 4;
/// The product is divided by this.
inline constexpr int kSpaceDivisor = 4;

// --- Endgames ------------------------------------------------------------------------------------------------------

/// What a technical win is worth beyond its material.
inline constexpr int kKnownWin = 1200;
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
/// The evaluation fades by clock / kFiftyMoveFade.
inline constexpr int kFiftyMoveFade = 220;

}  // namespace zugwerk::eval::weights
