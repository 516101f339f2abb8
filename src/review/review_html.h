// review/review_html.h
//
// Reviews as one self-contained HTML page: no scripts, no fonts, no requests. It follows the reader's choice of light
// or dark, prints well, and links every point of the graph to its move.

#pragma once

#include <span>
#include <string>

#include "review/reviewer.h"

namespace zugwerk::review {

/// The parts of the page for one game; separate, so that pages of many games can be assembled piece by piece.
struct HtmlPart {
  std::string row;      // in the list of games
  std::string section;  // the game itself
};

/// `number` is the number of the game on the page, from 1.
[[nodiscard]] HtmlPart to_html(const GameReview& review, std::size_t number);

/// The whole page; with a list of games if there are several.
[[nodiscard]] std::string html_page(std::span<const HtmlPart> parts);

}  // namespace zugwerk::review
