// review/plans.h
//
// What the quiet moves of a line are for: pieces on their way to better squares, castling, pawns that advance. Says
// only what the line really does.

#pragma once

#include <string>

#include "chess/piece.h"
#include "chess/position.h"
#include "review/motifs/motifs.h"

namespace zugwerk::review {

/// What `color` does in the first moves of a line, as verbs: "castles short, brings the knight from b1 to c4 and pushes
/// the pawn from a2 to a4". Pieces that end where they began, or are taken later, are left out; so are captures. Empty
/// if nothing remains.
[[nodiscard]] std::string plan_words(const chess::Position& position, Line line, chess::Color color);

}  // namespace zugwerk::review
