#include "review/board_svg.h"

#include <array>
#include <cmath>

#include "base/format.h"
#include "review/html_text.h"
#include "review/motifs/board.h"

namespace zugwerk::review {

using chess::Color;
using chess::Position;
using chess::Square;

namespace {

/// Picture units per square.
constexpr int kUnit = 40;
constexpr int kBoard = 8 * kUnit;

/// The shape of each piece on a square of 40 units: our own outlines, simple enough to be recognisable when small.
constexpr std::array<std::string_view, chess::kPieceTypeCount> kShapes{
    // Pawn: a ball on a cone.
    "M20 8a5 5 0 0 1 3.4 8.7l4 10.3h2v5H10.6v-5h2l4-10.3A5 5 0 0 1 20 8z",
    // Knight: a head that looks to the left.
    "M28 32H12c0-6 5-8 6-13l-5 3-4-3 7-10 2-4 3 3c6 2 9 9 7 24z",
    // Bishop: a mitre with a slit.
    "M20 5a2.5 2.5 0 0 1 1.6 4.4c4 3.4 6 7.300 6 10.600 0 2.500-1.600 4.500-3.600 5.500l1 2.500h3v4H12v-4h3l1-2.500"
    "c-2-1-3.600-3-3.600-5.500 0-3.300 2-7.200 6-10.600A2.500 2.500 0 0 1 20 5z",
    // Rook: a tower with battlements.
    "M11 7h4v3h3V7h4v3h3V7h4v8l-3 2v9l3 2v4H11v-4l3-2v-9l-3-2z",
    // Queen: a crown of five points.
    "M8 11l5 9 2-12 5 11 5-11 2 12 5-9-3 16v5H11v-5z",
    // King: a cross on a round crown.
    "M18.500 4h3v3h3v3h-3v3c6-1 11 2 9 8l-3 6v5h-15v-5l-3-6c-2-6 3-9 9-8v-3h-3V7h3z",
};

/// They were drawn a little small; this enlarges them around the centre of the square.
constexpr std::string_view kScale = "1.15";
constexpr int kGrowth = 3;

struct Point {
  int x = 0;
  int y = 0;
};

/// The upper left corner of a square.
[[nodiscard]] Point corner_of(Square square, Color below) {
  const int file = static_cast<int>(file_of(square));
  const int rank = static_cast<int>(rank_of(square));
  if (below == Color::White) return {file * kUnit, (7 - rank) * kUnit};
  return {(7 - file) * kUnit, rank * kUnit};
}

[[nodiscard]] std::string rect(Point at, std::string_view css_class) {
  return base::format(R"(<rect x="{}" y="{}" width="{}" height="{}" class="{}"/>)", at.x, at.y, kUnit, kUnit,
                      css_class);
}

/// Letters along the lower edge and numbers along the left one, in the corners of the squares.
[[nodiscard]] std::string coordinates(Color below) {
  constexpr int kInset = 3;
  constexpr int kTop = 10;
  std::string svg;
  for (int i = 0; i < 8; ++i) {
    const int file = below == Color::White ? i : 7 - i;
    const int rank = below == Color::White ? 7 - i : i;
    // The text has the colour of the other squares.
    base::append_format(svg, R"(<text class="{}" x="{}" y="{}" text-anchor="end">{}</text>)",
                        i % 2 == 0 ? "on-dark" : "on-light", (i + 1) * kUnit - kInset, kBoard - kInset,
                        chess::letter_of(static_cast<chess::File>(file)));
    base::append_format(svg, R"(<text class="{}" x="{}" y="{}">{}</text>)", i % 2 == 0 ? "on-light" : "on-dark", kInset,
                        i * kUnit + kTop, chess::digit_of(static_cast<chess::Rank>(rank)));
  }
  return svg;
}

/// An arrow from the centre of one square to the centre of another.
[[nodiscard]] std::string arrow(Square from, Square to, Color below, std::string_view css_class) {
  constexpr double kHead = 12;
  const Point a = corner_of(from, below);
  const Point b = corner_of(to, below);
  const double x0 = a.x + kUnit / 2.0;
  const double y0 = a.y + kUnit / 2.0;
  const double x1 = b.x + kUnit / 2.0;
  const double y1 = b.y + kUnit / 2.0;
  const double length = std::hypot(x1 - x0, y1 - y0);
  if (length == 0) return {};
  const double dx = (x1 - x0) / length;
  const double dy = (y1 - y0) / length;
  // Where the arrowhead begins, and half its width.
  const double neck_x = x1 - kHead * dx;
  const double neck_y = y1 - kHead * dy;
  const double side_x = kHead * dy / 2;
  const double side_y = kHead * dx / 2;
  return base::format(R"(<g class="arrow {}"><line x1="{:.1f}" y1="{:.1f}" x2="{:.1f}" y2="{:.1f}"/>)"
                      R"(<polygon points="{:.1f},{:.1f} {:.1f},{:.1f} {:.1f},{:.1f}"/></g>)",
                      css_class, x0, y0, neck_x, neck_y, x1, y1, neck_x - side_x, neck_y + side_y, neck_x + side_x,
                      neck_y - side_y);
}

}  // namespace

std::string to_svg(const Position& position, const BoardPicture& picture) {
  std::string svg = base::format(R"(<svg class="board" viewBox="0 0 {} {}" role="img" aria-label="{}">)", kBoard,
                                 kBoard, escaped(picture.label));
  const Square played_to = picture.played ? landing_square(position, picture.played) : Square::None;
  for (std::size_t number = 0; number < chess::kSquareCount; ++number) {
    const Square square = chess::square_at(number);
    const Point at = corner_of(square, picture.below);
    svg += rect(at, chess::is_light(square) ? "light" : "dark");
    if (picture.played && (square == picture.played.from() || square == played_to)) svg += rect(at, "last");
    const chess::Piece piece = position.piece_on(square);
    if (piece == chess::Piece::None) continue;
    base::append_format(svg, R"svg(<path class="{}" transform="translate({} {}) scale({})" d="{}"/>)svg",
                        color_of(piece) == Color::White ? "white" : "black", at.x - kGrowth, at.y - kGrowth, kScale,
                        kShapes[index(type_of(piece))]);
  }
  svg += coordinates(picture.below);
  if (picture.better)
    svg += arrow(picture.better.from(), landing_square(position, picture.better), picture.below, "better");
  if (picture.played) svg += arrow(picture.played.from(), played_to, picture.below, picture.played_class);
  return svg + "</svg>";
}

}  // namespace zugwerk::review
