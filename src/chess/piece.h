// chess/piece.h
//
// Colours, kinds of pieces, and pieces (a kind with a colour).

#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace zugwerk::chess {

enum class Color : std::uint8_t { White, Black };

enum class PieceType : std::uint8_t { Pawn, Knight, Bishop, Rook, Queen, King, None };

/// Three bits of kind, one of colour. `None` is the empty square.
enum class Piece : std::uint8_t {
  WhitePawn,
  WhiteKnight,
  WhiteBishop,
  WhiteRook,
  WhiteQueen,
  WhiteKing,
  None,
  BlackPawn = 8,
  BlackKnight,
  BlackBishop,
  BlackRook,
  BlackQueen,
  BlackKing
};

inline constexpr std::array kColors{Color::White, Color::Black};
inline constexpr std::array kPieceTypes{PieceType::Pawn, PieceType::Knight, PieceType::Bishop,
                                        PieceType::Rook, PieceType::Queen,  PieceType::King};
inline constexpr std::array kPromotionTypes{PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight};

/// Room for every value of Piece, to size arrays that are indexed by it.
inline constexpr std::size_t kPieceCount = 16;
inline constexpr std::size_t kPieceTypeCount = 6;
inline constexpr std::size_t kColorCount = 2;

[[nodiscard]] constexpr std::size_t index(Color color) { return static_cast<std::size_t>(color); }
[[nodiscard]] constexpr std::size_t index(PieceType type) { return static_cast<std::size_t>(type); }
[[nodiscard]] constexpr std::size_t index(Piece piece) { return static_cast<std::size_t>(piece); }

[[nodiscard]] constexpr Color operator~(Color color) {
  return static_cast<Color>(static_cast<std::uint8_t>(color) ^ 1);
}

[[nodiscard]] constexpr Piece make_piece(Color color, PieceType type) {
  return static_cast<Piece>((static_cast<unsigned>(color) << 3) | static_cast<unsigned>(type));
}

[[nodiscard]] constexpr PieceType type_of(Piece piece) {
  return static_cast<PieceType>(static_cast<unsigned>(piece) & 7U);
}

/// The colour of a piece that is not None.
[[nodiscard]] constexpr Color color_of(Piece piece) { return static_cast<Color>(static_cast<unsigned>(piece) >> 3); }

[[nodiscard]] constexpr std::string_view name_of(Color color) { return color == Color::White ? "White" : "Black"; }

[[nodiscard]] constexpr std::string_view name_of(PieceType type) {
  constexpr std::array<std::string_view, 7> kNames{"pawn", "knight", "bishop", "rook", "queen", "king", "nothing"};
  return kNames[index(type)];
}

/// 'P', 'N', 'B', 'R', 'Q' or 'K'.
[[nodiscard]] constexpr char letter_of(PieceType type) { return "PNBRQK?"[index(type)]; }

/// The letter of FEN: upper case for White, lower case for Black.
[[nodiscard]] constexpr char letter_of(Piece piece) { return "PNBRQK??pnbrqk??"[index(piece)]; }

[[nodiscard]] constexpr std::optional<PieceType> piece_type_from_letter(char upper_case_letter) {
  constexpr std::string_view kLetters = "PNBRQK";
  const std::size_t at = kLetters.find(upper_case_letter);
  if (at == std::string_view::npos) return std::nullopt;
  return static_cast<PieceType>(at);
}

[[nodiscard]] constexpr std::optional<Piece> piece_from_letter(char letter) {
  const bool black = letter >= 'a' && letter <= 'z';
  const auto type = piece_type_from_letter(black ? static_cast<char>(letter - 'a' + 'A') : letter);
  if (!type) return std::nullopt;
  return make_piece(black ? Color::Black : Color::White, *type);
}

}  // namespace zugwerk::chess
