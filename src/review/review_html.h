// review/review_html.h
//
// Reviews as one HTML page that needs nothing else: no scripts, no fonts, no requests. It follows the reader's choice
// of light or dark, prints, and every point of the graph leads to its move.

#pragma once

#include <span>
#include <string>

#include "review/reviewer.h"

namespace zugwerk::review {

/// What the page says of one game; kept apart so that pages of many games can be put together piece by piece.
struct HtmlPart {
  std::string row;      // of the list of games
  std::string section;  // the game itself
};

/// `number` is that of the game on the page, from 1.
[[nodiscard]] HtmlPart to_html(const GameReview& review, std::size_t number);

/// The whole page; with a list of games if there are several.
[[nodiscard]] std::string html_page(std::span<const HtmlPart> parts);

}  // namespace zugwerk::review
