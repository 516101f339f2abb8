// review/judge.h
//
// How good a move was, in winning chances: the score before it against the score after it. Deals with numbers only; for
// reasons see reasons.h.

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "chess/piece.h"
#include "chess/position.h"
#include "eval/score.h"

namespace zugwerk::review {

enum class Mark : std::uint8_t { None, Inaccuracy, Mistake, Blunder };

enum class Phase : std::uint8_t { Opening, Middlegame, Endgame };
inline constexpr std::size_t kPhaseCount = 3;

/// "inaccuracy", "mistake", "blunder"; empty for None.
[[nodiscard]] std::string_view name_of(Mark mark);
[[nodiscard]] std::string_view name_of(Phase phase);

/// "?!", "?" or "??".
[[nodiscard]] std::string_view glyph_of(Mark mark);

/// The numeric annotation glyph of PGN; 0 for None.
[[nodiscard]] int nag_of(Mark mark);
/// A move to which there was no good alternative.
inline constexpr int kOnlyMoveNag = 7;

// The drops of the winning chances from which a move is an inaccuracy, a mistake, a blunder.
inline constexpr double kInaccuracyDrop = 0.1;
inline constexpr double kMistakeDrop = 0.2;
inline constexpr double kBlunderDrop = 0.3;

/// A move is the only one if every other move would lower the chances by this much.
inline constexpr double kOnlyMoveDrop = 0.4;

/// A position counts as won from the first chance on, and as no longer won below the second.
inline constexpr double kWonChance = 0.5;
inline constexpr double kNotWonChance = 0.2;

/// How steeply the winning chances rise with the score, for each centipawn.
inline constexpr double kChanceSlope = 0.00368208;

/// From -1 (lost) to 1 (won): 2 / (1 + exp(-kChanceSlope * centipawns)) - 1, for centipawns as displayed.
[[nodiscard]] double winning_chance(int shown_centipawns);
/// The same for a score of the search in a position with this material (eval/wdl.h); proven results are -1 and 1.
[[nodiscard]] double winning_chance(eval::Score score, int material);
[[nodiscard]] double winning_chance(eval::Score score, const chess::Position& position);

[[nodiscard]] Mark mark_of(double drop);

/// A position counts as decided from this chance on, for the one side or the other. A move that leaves it so shows
/// nothing of its player and does not count for accuracy.
inline constexpr double kDecidedChance = 0.9;
[[nodiscard]] bool is_decided(double chance_before, double chance_after);

/// How much of the winning chances a move kept, in percent: 100 for a drop of nothing, 50 for the drop of a blunder,
/// and half of that for each further such drop.
[[nodiscard]] double accuracy_of(double drop);

/// How much each move counts for the accuracy of its player, from White's chances in all positions of a game, one more
/// than there are moves: the standard deviation of White's expected points, in percent, over the positions around the
/// move, at least 0.5 and at most 12. In quiet stretches it is easy to do nothing wrong.
[[nodiscard]] std::vector<double> volatility_weights(std::span<const double> white_chances);

/// By move number and by what is on the board.
[[nodiscard]] Phase phase_of(const chess::Position& position);

/// Centipawns as pawns: "+1.25", "0.00", "-0.30".
[[nodiscard]] std::string pawns_text(int centipawns);

/// The score as White sees it: "+1.25", "-0.30", "#4" and "#-4" for mates by White and Black.
[[nodiscard]] std::string score_text(eval::Score score, const chess::Position& position);

/// The displayed centipawns, for White; nothing for proven results.
[[nodiscard]] std::optional<int> white_centipawns(eval::Score score, const chess::Position& position);

/// Moves to mate, positive if White mates; nothing if the score is no mate.
[[nodiscard]] std::optional<int> white_mate(eval::Score score, const chess::Position& position);

}  // namespace zugwerk::review
