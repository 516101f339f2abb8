// chess/position_setup.h
//
// The description of a position, not yet checked: what a FEN reader or a board editor fills in. Position::from_setup
// checks it.

#pragma once

#include <array>
#include <optional>

#include "base/error.h"
#include "chess/castling.h"
#include "chess/piece.h"
#include "chess/square.h"

namespace zugwerk::chess {

struct PositionSetup {
  std::array<Piece, kSquareCount> board = [] {
    std::array<Piece, kSquareCount> empty{};
    empty.fill(Piece::None);
    return empty;
  }();
  Color side_to_move = Color::White;
  /// The rook of each castling right by castling_index; None where there is no right.
  std::array<Square, 4> castling_rooks{Square::None, Square::None, Square::None, Square::None};
  /// The square a pawn has just passed in a double step, whether or not it can be taken there.
  Square en_passant = Square::None;
  int halfmove_clock = 0;
  int fullmove_number = 1;

  /// The only king of this colour, if there is exactly one.
  [[nodiscard]] std::optional<Square> king(Color color) const;
};

inline constexpr int kLargestHalfmoveClock = 10'000;
inline constexpr int kLargestFullmoveNumber = 100'000;

/// What is impossible about the pieces: kings, pawns on the first or last rank, more pieces than promotion allows,
/// castling rooks and kings off their places, an en passant square without its pawn, or clocks out of range. Checks are
/// Position::from_setup's.
[[nodiscard]] std::optional<base::Error> find_fault(const PositionSetup& setup);

/// The same for the pieces alone.
[[nodiscard]] std::optional<base::Error> find_placement_fault(const PositionSetup& setup);

/// The same for the en passant square alone.
[[nodiscard]] std::optional<base::Error> find_en_passant_fault(const PositionSetup& setup);

}  // namespace zugwerk::chess
