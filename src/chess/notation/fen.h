// chess/notation/fen.h
//
// Forsyth-Edwards Notation in and out, with its two ways to write castling rights in Chess960: X-FEN (KQkq, and the
// file of the rook where that is ambiguous) and Shredder-FEN (always files). Both are read.

#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "chess/position.h"

namespace zugwerk::chess {

inline constexpr std::string_view kStartFen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// Where kings and rooks must stand to castle.
enum class Variant { Standard, Chess960 };

enum class CastlingStyle { XFen, Shredder };

/// What a reader dropped from a FEN to make it valid, as messages for the user: "castling right 'K' dropped: White has
/// no rook on h1". Programs often write such FENs, so input from outside is read with repairs, and the list is shown to
/// the user.
using FenRepairs = std::vector<std::string>;

/// The position of a FEN. Only placement and side to move are needed: without the other fields there are no castling
/// rights and no en passant square, and the clocks are 0 and 1. The error names the field and its text.
///
/// With `repairs`, a missing side to move is read as White, and castling rights without their king or rook and en
/// passant squares that no pawn has just passed are dropped. Each repair is added to that list; on an error the list
/// stays as it was. Without it, a FEN that needs a repair is refused, for text that we wrote ourselves. An en passant
/// square on which the pawn cannot be taken is accepted, since many programs write the square after every double step.
[[nodiscard]] base::Expected<Position> parse_fen(std::string_view fen, Variant variant = Variant::Standard,
                                                 FenRepairs* repairs = nullptr);

/// A position that is standard if it can be and Chess960 otherwise, for input that does not say which. With `repairs`,
/// a Chess960 reading of rights that are wrong in standard chess must be convincing: no right is left over, and both
/// sides have the same arrangement if any of the rights would be good in standard chess. Otherwise they are taken for
/// stale rights of kings and rooks that have moved.
[[nodiscard]] base::Expected<Position> parse_fen_of_any_variant(std::string_view fen, FenRepairs* repairs = nullptr);

/// Reads the first four fields, which FEN and EPD share, and cuts them off `text`. No variant: any.
[[nodiscard]] base::Expected<PositionSetup> take_position_fields(std::string_view& text, std::optional<Variant> variant,
                                                                 FenRepairs* repairs = nullptr);

/// All six fields.
[[nodiscard]] std::string to_fen(const Position& position, CastlingStyle style = CastlingStyle::XFen);

/// The first four fields.
[[nodiscard]] std::string to_position_fields(const Position& position, CastlingStyle style = CastlingStyle::XFen);

/// Whether all castling rights belong to kings and rooks of the standard starting position.
[[nodiscard]] bool has_standard_castling(const Position& position);

}  // namespace zugwerk::chess
