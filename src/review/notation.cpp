#include "review/notation.h"

#include <algorithm>

#include "chess/san.h"

namespace zugwerk::review {

using chess::Color;
using chess::Move;
using chess::Position;

std::string move_text(const Position& position, Move move) {
  return std::to_string(position.fullmove_number()) + (position.side_to_move() == Color::White ? "." : "...") +
         chess::to_san(position, move);
}

std::string line_text(const Position& position, Line line, std::size_t most) {
  Position at = position;
  std::string text;
  for (std::size_t i = 0; i < std::min(line.size(), most); ++i) {
    if (i > 0) text += ' ';
    if (i == 0 || at.side_to_move() == Color::White)
      text += std::to_string(at.fullmove_number()) + (at.side_to_move() == Color::White ? "." : "...");
    chess::append_san_and_make(text, at, line[i]);
  }
  if (line.size() > most) text += " ...";
  return text;
}

std::string piece_text(const PieceAt& piece) {
  return "the " + std::string(chess::name_of(piece.type)) + " on " + chess::to_string(piece.square);
}

}  // namespace zugwerk::review
