// review/board_svg.h
//
// A position as a picture: SVG without fonts, scripts or other files, with the last move and an arrow for a better one.

#pragma once

#include <string>
#include <string_view>

#include "chess/position.h"

namespace zugwerk::review {

struct BoardPicture {
  chess::Color below = chess::Color::White;  // whose side is at the bottom
  chess::Move last;                          // its squares are marked; none: no marks
  chess::Move arrow;                         // none: no arrow
  std::string_view label;                    // what a screen reader says
};

[[nodiscard]] std::string to_svg(const chess::Position& position, const BoardPicture& picture);

}  // namespace zugwerk::review
