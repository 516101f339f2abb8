// chess/attacks.h
//
// Which squares a piece attacks, and the geometry between two squares, by tables computed at compile time.

#pragma once

#include <array>
#include <cstddef>

#include "chess/bitboard.h"
#include "chess/rays.h"
#include "chess/sliders.h"

namespace zugwerk::chess {

namespace tables {

consteval std::array<Bitboard, kSquareCount> leaper_attacks(const std::array<Step, 8>& steps) {
  std::array<Bitboard, kSquareCount> attacks{};
  for (std::size_t number = 0; number < kSquareCount; ++number)
    for (const Step step : steps)
      if (const Square to = stepped(square_at(number), step); to != Square::None) attacks[number] |= bit(to);
  return attacks;
}

inline constexpr auto kKnightAttacks =
    leaper_attacks({{{1, 2}, {2, 1}, {2, -1}, {1, -2}, {-1, -2}, {-2, -1}, {-2, 1}, {-1, 2}}});
inline constexpr auto kKingAttacks =
    leaper_attacks({{{0, 1}, {1, 1}, {1, 0}, {1, -1}, {0, -1}, {-1, -1}, {-1, 0}, {-1, 1}}});

consteval auto pawn_attacks() {
  std::array<std::array<Bitboard, kSquareCount>, kColorCount> attacks{};
  for (std::size_t number = 0; number < kSquareCount; ++number) {
    const Bitboard from = bit(square_at(number));
    attacks[index(Color::White)][number] = shifted<Direction::NorthEast>(from) | shifted<Direction::NorthWest>(from);
    attacks[index(Color::Black)][number] = shifted<Direction::SouthEast>(from) | shifted<Direction::SouthWest>(from);
  }
  return attacks;
}
inline constexpr auto kPawnAttacks = pawn_attacks();

/// What a slider would attack on an empty board.
consteval std::array<Bitboard, kSquareCount> empty_board_attacks(const SliderSteps& steps) {
  std::array<Bitboard, kSquareCount> attacks{};
  for (std::size_t number = 0; number < kSquareCount; ++number)
    attacks[number] = SliderRays(square_at(number), steps).attacks(kNoSquares);
  return attacks;
}
inline constexpr auto kBishopRays = empty_board_attacks(kBishopSteps);
inline constexpr auto kRookRays = empty_board_attacks(kRookSteps);

using SquarePairs = std::array<std::array<Bitboard, kSquareCount>, kSquareCount>;

// Computed at compile time in attacks.cpp.
extern const SquarePairs kBetween;
extern const SquarePairs kLine;

}  // namespace tables

// How the slider tables are indexed: fixed at compile time if the build is for one processor; otherwise chosen when the
// program starts, by what the processor supports.
#if defined(ZUGWERK_SLIDERS_BY_CPU)
inline const bool kProcessorHasFastPext = base::has_fast_extract_bits();
[[nodiscard]] inline bool sliders_use_pext() { return kProcessorHasFastPext; }
#elif defined(__BMI2__) && !defined(__znver1__) && !defined(__znver2__) && !defined(__bdver4__)
[[nodiscard]] constexpr bool sliders_use_pext() { return true; }
#else
[[nodiscard]] constexpr bool sliders_use_pext() { return false; }
#endif

[[nodiscard]] constexpr Bitboard knight_attacks(Square square) { return tables::kKnightAttacks[index(square)]; }
[[nodiscard]] constexpr Bitboard king_attacks(Square square) { return tables::kKingAttacks[index(square)]; }
[[nodiscard]] constexpr Bitboard pawn_attacks(Color color, Square square) {
  return tables::kPawnAttacks[index(color)][index(square)];
}

/// All squares attacked by a set of pawns.
template <Color kColor>
[[nodiscard]] constexpr Bitboard pawn_attacks(Bitboard pawns) {
  if constexpr (kColor == Color::White)
    return shifted<Direction::NorthEast>(pawns) | shifted<Direction::NorthWest>(pawns);
  else
    return shifted<Direction::SouthEast>(pawns) | shifted<Direction::SouthWest>(pawns);
}

[[nodiscard]] constexpr Bitboard bishop_rays(Square square) { return tables::kBishopRays[index(square)]; }
[[nodiscard]] constexpr Bitboard rook_rays(Square square) { return tables::kRookRays[index(square)]; }

[[nodiscard]] inline Bitboard bishop_attacks(Square square, Bitboard occupied) {
  return sliders_use_pext() ? PextSliders::bishop_attacks(square, occupied)
                            : MagicSliders::bishop_attacks(square, occupied);
}
[[nodiscard]] inline Bitboard rook_attacks(Square square, Bitboard occupied) {
  return sliders_use_pext() ? PextSliders::rook_attacks(square, occupied)
                            : MagicSliders::rook_attacks(square, occupied);
}
[[nodiscard]] inline Bitboard queen_attacks(Square square, Bitboard occupied) {
  return bishop_attacks(square, occupied) | rook_attacks(square, occupied);
}

/// Attacks of any piece but a pawn.
[[nodiscard]] inline Bitboard attacks(PieceType type, Square square, Bitboard occupied) {
  switch (type) {
    case PieceType::Knight:
      return knight_attacks(square);
    case PieceType::Bishop:
      return bishop_attacks(square, occupied);
    case PieceType::Rook:
      return rook_attacks(square, occupied);
    case PieceType::Queen:
      return queen_attacks(square, occupied);
    case PieceType::King:
      return king_attacks(square);
    case PieceType::Pawn:
    case PieceType::None:
      break;
  }
  return kNoSquares;
}

/// The squares strictly between two squares on one line; empty if they share none.
[[nodiscard]] inline Bitboard between(Square a, Square b) { return tables::kBetween[index(a)][index(b)]; }

/// Calls `visit(slider, blockers)` for each of the given sliders that would attack `square` on an empty board;
/// `blockers` are the occupied squares in between. Pass queens in both sets.
template <class Visit>
void for_each_sniper(Square square, Bitboard diagonal_sliders, Bitboard straight_sliders, Bitboard occupied,
                     Visit visit) {
  Bitboard snipers = (bishop_rays(square) & diagonal_sliders) | (rook_rays(square) & straight_sliders);
  while (snipers != 0) {
    const Square sniper = pop_square(snipers);
    visit(sniper, between(square, sniper) & occupied);
  }
}

/// The whole line through two squares from edge to edge; empty if they share none.
[[nodiscard]] inline Bitboard line_through(Square a, Square b) { return tables::kLine[index(a)][index(b)]; }

}  // namespace zugwerk::chess
