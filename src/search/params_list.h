// search/params_list.h
//
// Every number of the search: PARAM(name, value, least, most). Included by params.h only, with PARAM defined, so there
// is no include guard. Centipawns unless the name says otherwise; "Scaled" values are divided by 1024.

// clang-format off

// Aspiration windows
PARAM(kAspirationMinDepth,              4,    2,   10)
PARAM(kAspirationDelta,                14,    5,   50)
PARAM(kAspirationGrowthPercent,        40,   10,  200)

// Reverse futility pruning
PARAM(kReverseFutilityMaxDepth,         9,    4,   14)
PARAM(kReverseFutilityMargin,          78,   30,  150)
PARAM(kReverseFutilityImproving,       68,    0,  150)

// Razoring
PARAM(kRazoringMaxDepth,                4,    1,    8)
PARAM(kRazoringBase,                  220,   50,  600)
PARAM(kRazoringPerDepth,              220,   50,  600)

// Null move
PARAM(kNullMoveMinDepth,                3,    1,    6)
PARAM(kNullMoveBase,                    4,    2,    6)
PARAM(kNullMoveDepthDivisor,            4,    2,    8)
PARAM(kNullMoveEvalDivisor,           190,   80,  400)
PARAM(kNullMoveEvalMost,                4,    1,    8)
PARAM(kNullMoveVerificationDepth,      14,    8,   20)

// ProbCut
PARAM(kProbCutMinDepth,                 5,    3,    8)
PARAM(kProbCutMargin,                 180,   80,  350)
PARAM(kProbCutReduction,                4,    2,    6)

// Internal iterative reduction
PARAM(kIirMinDepth,                     4,    2,    8)

// Late move pruning: moves tried = base + depth^2 * scaled
PARAM(kLateMovePruningBase,             3,    1,   10)
PARAM(kLateMovePruningMaxDepth,         9,    4,   14)

// Futility pruning of quiet moves
PARAM(kFutilityMaxDepth,                9,    4,   14)
PARAM(kFutilityBase,                   90,   20,  250)
PARAM(kFutilityPerDepth,               85,   30,  200)
PARAM(kFutilityHistoryDivisor,        120,   30,  400)

// Pruning by history
PARAM(kHistoryPruningMaxDepth,          5,    2,   10)
PARAM(kHistoryPruningPerDepth,      -3400,-9000, -500)

// Pruning by exchange
PARAM(kSeePruningMaxDepth,             10,    4,   14)
PARAM(kSeeQuietPerDepth,              -55, -150,  -10)
PARAM(kSeeCapturePerDepth,            -95, -250,  -20)
PARAM(kSeeCaptureHistoryDivisor,       40,   10,  200)

// Singular extensions
PARAM(kSingularMinDepth,                7,    4,   10)
PARAM(kSingularTableDepthGap,           3,    1,    6)
PARAM(kSingularMarginPercent,         130,   50,  300)
PARAM(kDoubleExtensionMargin,          16,    0,   60)
PARAM(kTripleExtensionMargin,         110,   30,  300)
PARAM(kMostExtensionsInLine,           12,    4,   24)

// Late move reductions, in 1024ths of a ply
PARAM(kLmrMinDepth,                     2,    1,    5)
PARAM(kLmrBaseScaled,                 780,  200, 1600)
PARAM(kLmrDivisorScaled,             2300, 1400, 4000)
PARAM(kLmrCaptureBaseScaled,          300,    0, 1200)
PARAM(kLmrCaptureDivisorScaled,      3000, 1800, 5000)
PARAM(kLmrCutNodeScaled,             1500,    0, 3000)
PARAM(kLmrNotImprovingScaled,         800,    0, 2000)
PARAM(kLmrPvScaled,                  1000,    0, 2000)
PARAM(kLmrWasPvScaled,                900,    0, 2000)
PARAM(kLmrCheckScaled,                900,    0, 2000)
PARAM(kLmrKillerScaled,               900,    0, 2000)
PARAM(kLmrHistoryDivisor,            8000, 3000,20000)
PARAM(kLmrDeeperMargin,                45,   10,  120)
PARAM(kLmrShallowerMargin,              8,    0,   40)

// Histories: bonus and malus by depth, and their bounds
PARAM(kBonusPerDepth,                 170,   50,  400)
PARAM(kBonusOffset,                   -60, -300,  200)
PARAM(kBonusMost,                    1900,  600, 4000)
PARAM(kMalusPerDepth,                 200,   50,  500)
PARAM(kMalusOffset,                   -80, -300,  200)
PARAM(kMalusMost,                    1700,  600, 4000)
PARAM(kCaptureHistoryWeightScaled,    128,   16,  512)

// Correction of the static evaluation, in 1024ths
PARAM(kCorrectionPawnScaled,         1024,    0, 3000)
PARAM(kCorrectionNonPawnScaled,       900,    0, 3000)
PARAM(kCorrectionMinorScaled,         650,    0, 3000)
PARAM(kCorrectionMajorScaled,         450,    0, 3000)
PARAM(kCorrectionContinuationScaled,  800,    0, 3000)

// Quiescence
PARAM(kQuiescenceFutilityMargin,      180,   60,  400)
PARAM(kQuiescenceSeeThreshold,        -30, -200,  100)
PARAM(kQuiescenceMostCaptures,          3,    1,   10)

// Time
PARAM(kTimeSoftPercent,                62,   30,  100)
PARAM(kTimeHardPercent,               310,  150,  600)
PARAM(kTimeMovesToGoSudden,            25,   12,   50)
PARAM(kTimeIncrementPercent,           75,   30,  100)
PARAM(kTimeStabilityPercent,            7,    0,   20)
PARAM(kTimeScoreDropPercent,           14,    0,   40)
PARAM(kTimeNodeShareBasePercent,      160,  100,  250)
PARAM(kTimeNodeShareScalePercent,     110,    0,  200)
