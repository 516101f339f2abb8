// chess/fen.h
//
// Forsyth-Edwards Notation in and out, with its two ways to write castling rights in Chess960: X-FEN (KQkq, and the
// file of the rook where that is ambiguous) and Shredder-FEN (always files). Both are read.

#pragma once

#include <string>
#include <string_view>

#include "base/error.h"
#include "chess/position.h"

namespace zugwerk::chess {

inline constexpr std::string_view kStartFen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Where kings and rooks must stand to castle.
enum class Variant { Standard, Chess960 };

enum class CastlingStyle { XFen, Shredder };

/// The position of a FEN with four to six fields; missing clocks are 0 and 1. The error names the field and its text.
[[nodiscard]] base::Expected<Position> parse_fen(std::string_view fen, Variant variant = Variant::Standard);

/// A position that is standard if it can be and Chess960 otherwise, for input that does not say which.
[[nodiscard]] base::Expected<Position> parse_fen_of_any_variant(std::string_view fen);

/// Reads the first four fields, which FEN and EPD share, and cuts them off `text`.
[[nodiscard]] base::Expected<PositionSetup> take_position_fields(std::string_view& text, Variant variant);

/// All six fields.
[[nodiscard]] std::string to_fen(const Position& position, CastlingStyle style = CastlingStyle::XFen);

/// The first four fields.
[[nodiscard]] std::string to_position_fields(const Position& position, CastlingStyle style = CastlingStyle::XFen);

/// Whether all castling rights belong to kings and rooks of the standard starting position.
[[nodiscard]] bool has_standard_castling(const Position& position);

}  // namespace zugwerk::chess
