// review/board_svg.h
//
// A position as a picture: SVG without fonts, scripts or other files, with coordinates, and arrows
// for the move played and for a better one.

#pragma once

#include <string>
#include <string_view>

#include "chess/position.h"

namespace zugwerk::review {

struct BoardPicture {
  chess::Color below = chess::Color::White;  // whose side is at the bottom
  chess::Move played;                        // its squares are marked and it gets an arrow; none: neither
  std::string_view played_class;             // of its arrow: "inaccuracy", "blunder", "only", ...
  chess::Move better;                        // another arrow; none: none
  std::string_view label;                    // what a screen reader says
};

[[nodiscard]] std::string to_svg(const chess::Position& position, const BoardPicture& picture);

}  // namespace zugwerk::review
