// review/openings.h
//
// Names of openings, by position, so that a transposition gets the name of the opening it reaches. A small table of our
// own: the openings that players have names for, not their whole theory.

#pragma once

#include <cstddef>
#include <span>
#include <string>

#include "chess/position.h"

namespace zugwerk::review {

/// The name of the last position of the line that has one; empty if none has.
[[nodiscard]] std::string opening_name(const chess::Position& start, std::span<const chess::Move> moves);

/// The number of named openings.
[[nodiscard]] std::size_t opening_count();

}  // namespace zugwerk::review
