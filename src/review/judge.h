// review/judge.h
//
// How good a move was, in winning chances: the score before it compared with the score after it. Numbers only; for
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

/// What there is to say about a move that is no mistake; of several, the first that applies.
enum class Badge : std::uint8_t {
  None,
  Book,    // as all moves before it, in the opening book
  Forced,  // there was no other move
  Great,   // the best move, and the only good one or a sacrifice
  Best,    // the engine's choice
};

enum class Phase : std::uint8_t { Opening, Middlegame, Endgame };
inline constexpr std::size_t kPhaseCount = 3;

/// "inaccuracy", "mistake", "blunder"; empty for None.
[[nodiscard]] std::string_view name_of(Mark mark);
[[nodiscard]] std::string_view name_of(Badge badge);
[[nodiscard]] std::string_view name_of(Phase phase);

/// "?!", "?" or "??".
[[nodiscard]] std::string_view glyph_of(Mark mark);

/// The numeric annotation glyph of PGN; 0 for None.
[[nodiscard]] int nag_of(Mark mark);
/// A great move.
inline constexpr int kGreatNag = 1;
/// A move to which there was no good alternative.
inline constexpr int kOnlyMoveNag = 7;

// The smallest drops in winning chances that make a move an inaccuracy, a mistake, a blunder.
inline constexpr double kInaccuracyDrop = 0.1;
inline constexpr double kMistakeDrop = 0.2;
inline constexpr double kBlunderDrop = 0.3;

/// A move is the only one if every other move would lower the chances by this much.
inline constexpr double kOnlyMoveDrop = 0.4;

/// A position counts as won from the first chance on; a win is missed if a move then drops it to the second or below.
inline constexpr double kWonChance = 0.5;
inline constexpr double kNotWonChance = 0.2;

/// The slope of the winning chances, per centipawn.
inline constexpr double kChanceSlope = 0.00368208;

/// From -1 (lost) to 1 (won): 2 / (1 + exp(-kChanceSlope * centipawns)) - 1, for centipawns as displayed.
[[nodiscard]] double winning_chance(int shown_centipawns);
/// The same for a score of the search in a position with this material (eval/wdl.h); proven results are -1 and 1.
[[nodiscard]] double winning_chance(eval::Score score, int material);
[[nodiscard]] double winning_chance(eval::Score score, const chess::Position& position);

[[nodiscard]] Mark mark_of(double drop);

/// A game is decided if the winning chance of either side is at least this. A move that leaves it decided says nothing
/// about the player and does not count towards accuracy.
inline constexpr double kDecidedChance = 0.9;
[[nodiscard]] bool is_decided(double chance_before, double chance_after);

/// The accuracy of a move in percent: 100 if it keeps the winning chances, halved for every kBlunderDrop of chances
/// lost.
[[nodiscard]] double accuracy_of(double drop);

/// The weight of each move in its player's accuracy, from White's chances in all positions of a game (one more than
/// moves): the standard deviation of White's expected points, in percent, over a window of positions around the move,
/// clamped to 0.5 to 12. In quiet stretches it is easy to do nothing wrong.
[[nodiscard]] std::vector<double> volatility_weights(std::span<const double> white_chances);

/// By move number and remaining material.
[[nodiscard]] Phase phase_of(const chess::Position& position);

/// Centipawns as pawns: "+1.25", "0.00", "-0.30".
[[nodiscard]] std::string pawns_text(int centipawns);

/// The score as White sees it: "+1.25", "-0.30", "#4" and "#-4" for mates by White and Black.
[[nodiscard]] std::string score_text(eval::Score score, const chess::Position& position);

/// The displayed centipawns from White's point of view; nothing for proven results.
[[nodiscard]] std::optional<int> white_centipawns(eval::Score score, const chess::Position& position);

/// Moves to mate, positive if White mates; nothing if the score is not a mate.
[[nodiscard]] std::optional<int> white_mate(eval::Score score, const chess::Position& position);

}  // namespace zugwerk::review
