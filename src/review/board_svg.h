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
  chess::Color below = chess::Color::White;  // this side is at the bottom
  chess::Move played;                        // marked by its squares and an arrow, if there is one
  std::string_view played_class;             // the class the class of its arrow: "inaccuracy", "blunder", "only", ...
  chess::Move better;                        // gets another arrow, if there is one
  std::string_view label;                    // for screen readers
};

[[nodiscard]] std::string to_svg(const chess::Position& position, const BoardPicture& picture);

}  // namespace zugwerk::review
