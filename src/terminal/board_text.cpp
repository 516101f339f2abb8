#include "terminal/board_text.h"

#include <array>

#include "base/format.h"
#include "chess/movegen.h"
#include "chess/notation/fen.h"

namespace zugwerk::terminal {

namespace {

using namespace chess;

constexpr std::array<std::string_view, kPieceTypeCount> kSymbols{"♟", "♞", "♝", "♜", "♛", "♚"};
constexpr std::string_view kReset = "\x1b[0m";

/// Background of a square and colour of the piece on it, in the 256-colour palette.
[[nodiscard]] std::string square_in_color(Piece piece, Square square, bool marked) {
  const int background = marked ? (is_light(square) ? 186 : 143) : (is_light(square) ? 180 : 137);
  std::string text = base::format("\x1b[48;5;{}m", background);
  if (piece == Piece::None) return text + "   ";
  text += color_of(piece) == Color::White ? "\x1b[38;5;231m" : "\x1b[38;5;16m";
  return text + " " + std::string(kSymbols[index(type_of(piece))]) + " ";
}

[[nodiscard]] std::string square_in_letters(Piece piece, bool marked) {
  const char letter = piece == Piece::None ? '.' : letter_of(piece);
  return {marked ? '(' : ' ', letter, marked ? ')' : ' '};
}

/// "Black to move", "Black to move, in check", "Black is mated", "stalemate".
[[nodiscard]] std::string turn_text(const Position& position, std::string_view after_to_move = "") {
  const std::string_view side = name_of(position.side_to_move());
  if (!has_legal_move(position)) return position.in_check() ? base::format("{} is mated", side) : "Stalemate";
  return base::format("{} to move{}{}", side, after_to_move, position.in_check() ? ", in check" : "");
}

/// The note beside each of the eight lines.
[[nodiscard]] std::array<std::string, 8> side_notes(const Position& position) {
  std::array<std::string, 8> notes;
  notes[0] = turn_text(position, base::format(" (move {})", position.fullmove_number()));
  const std::string fields = to_position_fields(position);
  const std::size_t castling = fields.find(' ', fields.find(' ') + 1) + 1;
  notes[1] = "castling " + fields.substr(castling, fields.find(' ', castling) - castling);
  if (position.en_passant() != Square::None) notes[2] = "en passant on " + to_string(position.en_passant());
  if (position.halfmove_clock() > 0)
    notes[3] = base::format("{} plies without capture or pawn move", position.halfmove_clock());
  return notes;
}

}  // namespace

std::string board_text(const Position& position, const BoardStyle& style) {
  const std::array<std::string, 8> notes = side_notes(position);
  Bitboard marked = 0;
  if (position.history_length() > 0) {
    const Move last = position.move_back(0);
    marked = bit(last.from()) | bit(last.to());
  }
  std::string text;
  for (std::size_t row = 0; row < 8; ++row) {
    const auto rank = static_cast<Rank>(style.black_below ? row : 7 - row);
    text += "  ";
    text += digit_of(rank);
    text += ' ';
    for (std::size_t column = 0; column < 8; ++column) {
      const auto file = static_cast<File>(style.black_below ? 7 - column : column);
      const Square square = make_square(file, rank);
      const Piece piece = position.piece_on(square);
      text += style.color ? square_in_color(piece, square, contains(marked, square))
                          : square_in_letters(piece, contains(marked, square));
    }
    if (style.color) text += kReset;
    if (!notes[row].empty()) text += "   " + notes[row];
    text += '\n';
  }
  text += "    ";
  for (std::size_t column = 0; column < 8; ++column) {
    text += ' ';
    text += letter_of(static_cast<File>(style.black_below ? 7 - column : column));
    text += ' ';
  }
  return text + '\n';
}

std::string board_in_words(const Position& position) {
  constexpr std::array kOrder{PieceType::King,   PieceType::Queen,  PieceType::Rook,
                              PieceType::Bishop, PieceType::Knight, PieceType::Pawn};
  std::string text;
  for (const Color color : kColors) {
    std::string line;
    for (const PieceType type : kOrder) {
      Bitboard pieces = position.pieces(color, type);
      if (pieces == 0) continue;
      line += (line.empty() ? " " : ", ") + std::string(name_of(type)) + (more_than_one(pieces) ? "s" : "");
      while (pieces != 0) line += " " + to_string(pop_square(pieces));
    }
    text += std::string(name_of(color)) + ":" + line + ".\n";
  }
  return text + turn_text(position) + ".\n";
}

std::string move_in_words(const Position& position, Move move) {
  Position after = position;
  after.make(move);
  std::string text;
  if (move.is_castling()) {
    text = file_of(move.to()) > file_of(move.from()) ? "castles short" : "castles long";
  } else {
    text = std::string(name_of(type_of(position.piece_on(move.from())))) + " from " + to_string(move.from());
    if (move.is_en_passant())
      text += " takes pawn in passing, to " + to_string(move.to());
    else if (position.is_capture(move))
      text += " takes " + std::string(name_of(type_of(position.piece_on(move.to())))) + " on " + to_string(move.to());
    else
      text += " to " + to_string(move.to());
    if (move.is_promotion()) text += ", promotes to a " + std::string(name_of(move.promotion_type()));
  }
  if (after.in_check()) text += has_legal_move(after) ? ", check" : ", mate";
  return text;
}

}  // namespace zugwerk::terminal
