// review/positional/traits.h
//
// What is bad about a position for one side: its own weaknesses and the opponent's strong points, found on the board
// without a search. What a move does to them is changes.h's.

#pragma once

#include <string>
#include <vector>

#include "chess/position.h"
#include "eval/classical/trace.h"
#include "review/motifs/fact.h"

namespace zugwerk::review {

struct Trait {
  Motif motif{};
  /// What it is about: the weak pawn, the bad piece, the opponent's strong piece; None for the bishop pair.
  PieceAt piece;
  /// A second piece: the pawn in front of a doubled one, the piece that pins.
  PieceAt other;
  /// About how much it matters, in centipawns.
  int weight = 0;

  /// The same piece has the same trait. Passed pawns may have advanced.
  [[nodiscard]] bool is_same_as(const Trait& other_trait) const;
};

/// Everything that is bad for `side`.
[[nodiscard]] std::vector<Trait> traits_of(const chess::Position& position, chess::Color side);

/// Whether the opponent has it (a passed pawn, an outpost) rather than the side itself (a weak pawn).
[[nodiscard]] bool is_asset_of_opponent(Motif motif);

/// "an isolated pawn on d5", "a rook on the open e-file".
[[nodiscard]] std::string trait_text(const Trait& trait);

/// The term of the classical evaluation that it belongs to.
[[nodiscard]] eval::Term term_of(Motif motif);

}  // namespace zugwerk::review
