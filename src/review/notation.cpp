#include "review/notation.h"

#include <algorithm>

#include "base/format.h"
#include "chess/notation/san.h"

namespace zugwerk::review {

using chess::Color;
using chess::Move;
using chess::Position;

std::string move_text(int number, Color side, std::string_view san) {
  return base::format("{}{}{}", number, side == Color::White ? "." : "...", san);
}

std::string move_text(const Position& position, Move move) {
  return move_text(position.fullmove_number(), position.side_to_move(), chess::to_san(position, move));
}

std::string line_text(const Position& position, Line line, std::size_t most) {
  Position at = position;
  std::string text;
  for (std::size_t i = 0; i < std::min(line.size(), most); ++i) {
    if (i > 0) text += ' ';
    if (i == 0 || at.side_to_move() == Color::White) text += move_text(at.fullmove_number(), at.side_to_move(), "");
    chess::append_san_and_make(text, at, line[i]);
  }
  if (line.size() > most) text += " ...";
  return text;
}

std::string piece_text(const PieceAt& piece) {
  return base::format("the {} on {}", chess::name_of(piece.type), chess::to_string(piece.square));
}

}  // namespace zugwerk::review
