// search/params_list.h
//
// Every number of the search: ZUGWERK_PARAM(name, value, least, most). Included by params.h only, with ZUGWERK_PARAM
// defined, so there is no include guard. Centipawns unless the name says otherwise; "Scaled" values are divided by
// 1024.

// clang-format off

// Aspiration windows
ZUGWERK_PARAM(kAspirationMinDepth,              4,    2,   10)
ZUGWERK_PARAM(kAspirationDelta,                14,    5,   50)
ZUGWERK_PARAM(kAspirationGrowthPercent,        40,   10,  200)
ZUGWERK_PARAM(kAspirationWideOpen,            900,  200, 3000)
ZUGWERK_PARAM(kAspirationMostReduction,         3,    0,    6)

// Tablebases: how much deeper than the probing search their scores count in the transposition table
ZUGWERK_PARAM(kTbDepthBonus,                    6,    0,   20)

// Reverse futility pruning
ZUGWERK_PARAM(kReverseFutilityMaxDepth,         9,    4,   14)
ZUGWERK_PARAM(kReverseFutilityMargin,          45,   30,  150)
ZUGWERK_PARAM(kReverseFutilityImproving,       68,    0,  150)

// Razoring
ZUGWERK_PARAM(kRazoringMaxDepth,                4,    1,    8)
ZUGWERK_PARAM(kRazoringBase,                  220,   50,  600)
ZUGWERK_PARAM(kRazoringPerDepth,              220,   50,  600)

// Null move
ZUGWERK_PARAM(kNullMoveMinDepth,                3,    1,    6)
ZUGWERK_PARAM(kNullMoveBase,                    4,    2,    6)
ZUGWERK_PARAM(kNullMoveDepthDivisor,            4,    2,    8)
ZUGWERK_PARAM(kNullMoveEvalDivisor,           190,   80,  400)
ZUGWERK_PARAM(kNullMoveEvalMost,                4,    1,    8)
ZUGWERK_PARAM(kNullMoveLeewayPerDepth,         20,    0,   50)
ZUGWERK_PARAM(kNullMoveLeewayOffset,          100,    0,  300)
ZUGWERK_PARAM(kNullMoveVerificationDepth,      14,    8,   20)
ZUGWERK_PARAM(kNullMoveBarrierPercent,         75,   25,  100)

// ProbCut
ZUGWERK_PARAM(kProbCutMinDepth,                 5,    3,    8)
ZUGWERK_PARAM(kProbCutMargin,                 180,   80,  350)
ZUGWERK_PARAM(kProbCutImproving,               40,    0,  120)
ZUGWERK_PARAM(kProbCutReduction,                4,    2,    6)

// Cutoff by a transposition table entry that is a little too shallow but far above beta
ZUGWERK_PARAM(kTtCutDepthGap,                   4,    1,    8)
ZUGWERK_PARAM(kTtCutMargin,                   400,  150,  800)

// Hindsight: the least reduction of the last move for which the depth of a node is adjusted
ZUGWERK_PARAM(kHindsightDeeper,                 3,    1,    6)
ZUGWERK_PARAM(kHindsightShallower,              2,    1,    6)
ZUGWERK_PARAM(kHindsightMargin,               170,   50,  400)

// Internal iterative reduction
ZUGWERK_PARAM(kIirMinDepth,                     4,    2,    8)

// Late move pruning: moves tried = base + depth^2, half of that when not improving
ZUGWERK_PARAM(kLateMovePruningBase,             3,    1,   10)
ZUGWERK_PARAM(kLateMovePruningMaxDepth,         9,    4,   14)

// Futility pruning of quiet moves
ZUGWERK_PARAM(kFutilityMaxDepth,                9,    4,   14)
ZUGWERK_PARAM(kFutilityBase,                   71,   20,  250)
ZUGWERK_PARAM(kFutilityPerDepth,               75,   30,  200)
ZUGWERK_PARAM(kFutilityHistoryDivisor,        120,   30,  400)

// History pruning
ZUGWERK_PARAM(kHistoryPruningMaxDepth,          5,    2,   10)
ZUGWERK_PARAM(kHistoryPruningPerDepth,      -3799,-9000, -500)

// SEE pruning
ZUGWERK_PARAM(kSeePruningMaxDepth,             10,    4,   14)
ZUGWERK_PARAM(kSeeQuietPerDepth,              -66, -150,  -10)
ZUGWERK_PARAM(kSeeCapturePerDepth,            -87, -250,  -20)
ZUGWERK_PARAM(kSeeCaptureHistoryDivisor,       40,   10,  200)

// Singular extensions
ZUGWERK_PARAM(kSingularMinDepth,                7,    4,   10)
ZUGWERK_PARAM(kSingularTtDepthGap,              3,    1,    6)
ZUGWERK_PARAM(kSingularMarginPercent,         108,   50,  300)
ZUGWERK_PARAM(kDoubleExtensionMargin,          16,    0,   60)
ZUGWERK_PARAM(kTripleExtensionMargin,         110,   30,  300)
ZUGWERK_PARAM(kMostExtensionsInLine,           12,    4,   24)

// Late move reductions, in 1024ths of a ply
ZUGWERK_PARAM(kLmrMinDepth,                     2,    1,    5)
ZUGWERK_PARAM(kLmrBaseScaled,                 689,  200, 1600)
ZUGWERK_PARAM(kLmrDivisorScaled,             2111, 1400, 4000)
ZUGWERK_PARAM(kLmrCaptureBaseScaled,          300,    0, 1200)
ZUGWERK_PARAM(kLmrCaptureDivisorScaled,      3000, 1800, 5000)
ZUGWERK_PARAM(kLmrCutNodeScaled,             1269,    0, 3000)
ZUGWERK_PARAM(kLmrNotImprovingScaled,         916,    0, 2000)
ZUGWERK_PARAM(kLmrTtCaptureScaled,            700,    0, 2000)
ZUGWERK_PARAM(kLmrPvScaled,                  1000,    0, 2000)
ZUGWERK_PARAM(kLmrWasPvScaled,                900,    0, 2000)
ZUGWERK_PARAM(kLmrCheckScaled,                900,    0, 2000)
ZUGWERK_PARAM(kLmrKillerScaled,               900,    0, 2000)
ZUGWERK_PARAM(kLmrManyCutoffs,                  3,    1,   10)
ZUGWERK_PARAM(kLmrCutoffsScaled,             1024,    0, 2500)
ZUGWERK_PARAM(kLmrHistoryDivisor,            8021, 3000,20000)
ZUGWERK_PARAM(kLmrDeeperMargin,                45,   10,  120)
ZUGWERK_PARAM(kLmrShallowerMargin,              8,    0,   40)

// Less depth for the other moves once one has raised alpha, between these depths (exclusive)
ZUGWERK_PARAM(kLessAfterBestMinDepth,           2,    1,    6)
ZUGWERK_PARAM(kLessAfterBestMaxDepth,          12,    6,   20)

// Ordering
ZUGWERK_PARAM(kOrderVictimWeight,              16,    4,   64)
ZUGWERK_PARAM(kOrderCaptureHistoryDivisor,      2,    1,   16)
ZUGWERK_PARAM(kOrderGoodCaptureDivisor,        32,    8,  128)
ZUGWERK_PARAM(kOrderButterflyWeight,            2,    1,    4)
ZUGWERK_PARAM(kOrderFirstContinuationWeight,    2,    1,    4)
ZUGWERK_PARAM(kOrderEscapeWeight,              20,    0,   60)

// Histories: bonus and malus by depth, and their bounds
ZUGWERK_PARAM(kBonusPerDepth,                 170,   50,  400)
ZUGWERK_PARAM(kBonusOffset,                   -60, -300,  200)
ZUGWERK_PARAM(kBonusMost,                    1900,  600, 4000)
ZUGWERK_PARAM(kBonusOfRefutingPercent,         60,    0,  200)
ZUGWERK_PARAM(kMalusPerDepth,                 200,   50,  500)
ZUGWERK_PARAM(kMalusOffset,                   -80, -300,  200)
ZUGWERK_PARAM(kMalusMost,                    1700,  600, 4000)

// Correction of the static evaluation, in 1024ths
ZUGWERK_PARAM(kCorrectionPawnScaled,         1024,    0, 3000)
ZUGWERK_PARAM(kCorrectionNonPawnScaled,       900,    0, 3000)
ZUGWERK_PARAM(kCorrectionMinorScaled,         650,    0, 3000)
ZUGWERK_PARAM(kCorrectionMajorScaled,         450,    0, 3000)
ZUGWERK_PARAM(kCorrectionContinuationScaled,  800,    0, 3000)

// Quiescence
ZUGWERK_PARAM(kQuiescenceFutilityMargin,      180,   60,  400)
ZUGWERK_PARAM(kQuiescenceSeeThreshold,        -30, -200,  100)
ZUGWERK_PARAM(kQuiescenceMostCaptures,          3,    1,   10)

// Time
ZUGWERK_PARAM(kTimeSoftPercent,               110,   30,  200)
ZUGWERK_PARAM(kTimeHardPercent,               310,  150,  600)
ZUGWERK_PARAM(kTimeMovesToGoSudden,            20,   12,   50)
ZUGWERK_PARAM(kTimeMovesToGoMost,              50,   20,  100)
ZUGWERK_PARAM(kTimeMostPercent,                40,   10,   80)
ZUGWERK_PARAM(kTimeLastMovePercent,            85,   50,   95)
ZUGWERK_PARAM(kTimePonderPercent,             125,  100,  200)
ZUGWERK_PARAM(kTimeIncrementPercent,           75,   30,  100)
ZUGWERK_PARAM(kTimeStabilityBasePercent,      120,   80,  200)
ZUGWERK_PARAM(kTimeStabilityPercent,            7,    0,   20)
ZUGWERK_PARAM(kTimeStabilityMost,               8,    2,   20)
ZUGWERK_PARAM(kTimeScoreDropPercent,           14,    0,   40)
ZUGWERK_PARAM(kTimeScoreDropUnit,              10,    2,   50)
ZUGWERK_PARAM(kTimeScoreDropMost,               4,    1,   10)
ZUGWERK_PARAM(kTimeNodeShareBasePercent,      160,  100,  250)
ZUGWERK_PARAM(kTimeNodeShareScalePercent,     110,    0,  200)
ZUGWERK_PARAM(kTimeStretchLeastPercent,        30,   10,  100)
ZUGWERK_PARAM(kTimeStretchMostPercent,        300,  100,  600)
ZUGWERK_PARAM(kTimeOnlyMoveDepth,               4,    1,   20)
ZUGWERK_PARAM(kTimeMateDepthBeyond,             4,    0,   20)
