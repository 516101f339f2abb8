// review/motifs/endings.cpp
//
// Endings whose result is known without a search.

#include "eval/classical/endgames.h"
#include "eval/classical/weights.h"
#include "review/motifs/board.h"
#include "review/motifs/motifs.h"

namespace zugwerk::review {

using chess::Color;
using chess::Position;

KnownEnding known_ending(const Position& position, Color side) {
  // Scores between a draw and this guide the search; they are not knowledge of the result.
  constexpr int kSurelyWon = eval::weights::kKnownWin / 2;
  if (!eval::may_be_known_endgame(position)) return KnownEnding::Unknown;
  const auto for_white = eval::known_endgame(position);
  if (!for_white) return KnownEnding::Unknown;
  const int value = side == Color::White ? *for_white : -*for_white;
  if (value == 0) return KnownEnding::Drawn;
  if (value >= kSurelyWon) return KnownEnding::Won;
  return value <= -kSurelyWon ? KnownEnding::Lost : KnownEnding::Unknown;
}

std::optional<Fact> find_bad_ending(const Position& position, Line line) {
  // Only the move itself and the answer to it; what comes later is not caused by the move.
  constexpr std::size_t kLongest = 2;
  const Color us = position.side_to_move();
  Position after = position;
  for (std::size_t ply = 0; ply < std::min(kLongest, line.size()); ++ply) {
    after.make(line[ply]);
    const KnownEnding ending = known_ending(after, us);
    if (ending != KnownEnding::Drawn && ending != KnownEnding::Lost) continue;
    Fact fact;
    fact.motif = ending == KnownEnding::Drawn ? Motif::DrawnEnding : Motif::LostEnding;
    fact.ply = ply;
    fact.outcome = play_out(position, line, ply + 1);
    return fact;
  }
  return std::nullopt;
}

}  // namespace zugwerk::review
