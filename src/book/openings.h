// book/openings.h
//
// Names of openings with their codes in the Encyclopaedia of Chess Openings, by position, so that a transposition gets
// the name of the opening it reaches. The table is books/openings.tsv, embedded into the program.

#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "chess/position.h"

namespace zugwerk::book {

struct Opening {
  std::string_view eco;   // "B90"
  std::string_view name;  // "Sicilian Defense: Najdorf Variation"
};

/// The last position with a name on the way that this position remembers, itself included.
[[nodiscard]] std::optional<Opening> opening_of(const chess::Position& position);
/// The same for a line of moves from `start`.
[[nodiscard]] std::optional<Opening> opening_of(const chess::Position& start, std::span<const chess::Move> moves);

/// "B90 Sicilian Defense: Najdorf Variation"
[[nodiscard]] std::string to_string(const Opening& opening);

/// The number of named positions; 0 if the program was built without the table.
[[nodiscard]] std::size_t opening_count();

}  // namespace zugwerk::book
