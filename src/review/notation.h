// review/notation.h
//
// Moves as a reader of a game sees them: "14.Nf3 Nc6 15.O-O".

#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <string_view>

#include "chess/position.h"
#include "review/motifs/motifs.h"

namespace zugwerk::review {

/// "14.Nf3" or "14...Nc6".
[[nodiscard]] std::string move_text(const chess::Position& position, chess::Move move);
/// The same of a move whose number, side and SAN are known.
[[nodiscard]] std::string move_text(int number, chess::Color side, std::string_view san);

/// The first moves of a legal line; "..." stands for the rest of a longer one.
[[nodiscard]] std::string line_text(const chess::Position& position, Line line,
                                    std::size_t most = std::numeric_limits<std::size_t>::max());

/// "the knight on f3".
[[nodiscard]] std::string piece_text(const PieceAt& piece);

}  // namespace zugwerk::review
