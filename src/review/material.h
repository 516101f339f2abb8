// review/material.h
//
// What a line wins in pieces: material before and after, with all captures that are still due played out, so that a
// piece that hangs at the end of a line is not counted as won or saved. Counts only; what a line is worth otherwise is
// the search's to say.

#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "chess/move.h"
#include "chess/position.h"

namespace zugwerk::review {

/// Pawns, knights, bishops, rooks and queens.
inline constexpr std::size_t kCountedTypes = 5;
using PieceCounts = std::array<int, kCountedTypes>;

/// The smallest win of material that is spoken of, in centipawns of chess/see.h: a pawn.
inline constexpr int kLeastWin = 100;
/// Differences up to this are no difference: a knight for a bishop, for example.
inline constexpr int kSameMaterial = 50;

/// What `side` has more than the other, in centipawns of chess/see.h.
[[nodiscard]] int material_balance(const chess::Position& position, chess::Color side);

[[nodiscard]] PieceCounts count_pieces(const chess::Position& position, chess::Color side);

/// What came of a line.
struct Outcome {
  std::vector<chess::Move> moves;  // the line and the captures that settled it
  int gain = 0;                    // centipawns, for the side that began the line
  /// Pieces that the side that began has more and less against the other than before, by type. A promotion counts as a
  /// pawn less and a piece more.
  PieceCounts won{};
  PieceCounts lost{};
  bool checkmate = false;  // at the end of the line itself
  bool stalemate = false;
};

/// Plays the first `plies` moves of `line`, which are legal from `start`, then captures as long as they pay.
[[nodiscard]] Outcome play_out(const chess::Position& start, std::span<const chess::Move> line, std::size_t plies);

/// The first point of `line` at which the side that began it has won at least `least`, a pawn or more, and keeps what
/// it won for as long as the line is looked at; a little further where much more is won. Nothing if there is none.
[[nodiscard]] std::optional<Outcome> find_win(const chess::Position& start, std::span<const chess::Move> line,
                                              int least = kLeastWin);

/// "a, b and c".
[[nodiscard]] std::string and_list(std::span<const std::string> parts);

/// "a rook", "a rook for a bishop and a pawn", "two pawns"; empty if nothing was won.
[[nodiscard]] std::string swing_text(const PieceCounts& won, const PieceCounts& lost);

/// The changes of both sides from `before` to `after` as `side` sees them; what both have won of a kind is left out,
/// and minor pieces against minor pieces.
void count_swing(const chess::Position& before, const chess::Position& after, chess::Color side, PieceCounts& won,
                 PieceCounts& lost);

}  // namespace zugwerk::review
