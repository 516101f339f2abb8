// eval/classical/endgames.cpp

#include "eval/classical/endgames.h"

#include <algorithm>
#include <cstdlib>

#include "chess/movegen.h"
#include "eval/classical/kpk.h"
#include "eval/classical/masks.h"
#include "eval/classical/weights.h"

namespace zugwerk::eval {

using namespace chess;

namespace {

constexpr Bitboard kEdgeFiles = bits(File::A) | bits(File::H);

/// How many pieces of each kind a side has.
struct Counts {
  Counts(const Position& position, Color color)
      : pawns(popcount(position.pieces(color, PieceType::Pawn))),
        knights(popcount(position.pieces(color, PieceType::Knight))),
        bishops(popcount(position.pieces(color, PieceType::Bishop))),
        rooks(popcount(position.pieces(color, PieceType::Rook))),
        queens(popcount(position.pieces(color, PieceType::Queen))) {}

  [[nodiscard]] int minors() const { return knights + bishops; }
  [[nodiscard]] int majors() const { return rooks + queens; }
  /// Endgame centipawns without pawns.
  [[nodiscard]] int pieces_value() const {
    using weights::kMaterial;
    return knights * kMaterial[1].endgame() + bishops * kMaterial[2].endgame() + rooks * kMaterial[3].endgame() +
           queens * kMaterial[4].endgame();
  }
  [[nodiscard]] bool is_bare() const { return pawns + minors() + majors() == 0; }
  [[nodiscard]] bool only(int p, int n, int b, int r, int q) const {
    return pawns == p && knights == n && bishops == b && rooks == r && queens == q;
  }

  int pawns;
  int knights;
  int bishops;
  int rooks;
  int queens;
};

/// 0 in the middle of the board to 6 in a corner.
int away_from_center(Square square) {
  const int file = static_cast<int>(file_of(square));
  const int rank = static_cast<int>(rank_of(square));
  return std::max(3 - file, file - 4) + std::max(3 - rank, rank - 4);
}

/// Kings close together, the weak one at the edge: how mates are made.
int mating_progress(Square strong_king, Square weak_king) {
  return 14 * away_from_center(weak_king) + 10 * (7 - distance(strong_king, weak_king));
}

/// Squares that the lone king could still reach if the strong side did not move: the area that a rook or two bishops
/// confine it to. The smaller it is, the nearer the mate, long before a search can see it.
int room_of_lone_king(const Position& position, Color strong) {
  const Bitboard king = bit(position.king(~strong));
  const Bitboard occupied = position.occupied() & ~king;  // the king does not block lines behind it
  Bitboard guarded = king_attacks(position.king(strong));
  for (const PieceType type : {PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen})
    for (Bitboard pieces = position.pieces(strong, type); pieces != 0;)
      guarded |= attacks(type, pop_square(pieces), occupied);
  for (Bitboard pawns = position.pieces(strong, PieceType::Pawn); pawns != 0;)
    guarded |= pawn_attacks(strong, pop_square(pawns));
  Bitboard room = king;
  for (Bitboard before = 0; room != before;) {
    before = room;
    const Bitboard row = room | shifted<Direction::East>(room) | shifted<Direction::West>(room);
    room |= (row | shifted<Direction::North>(row) | shifted<Direction::South>(row)) & ~guarded;
  }
  return popcount(room);
}

/// Whether the side has bishops of both colours.
bool has_both_bishops(const Position& position, Color color) {
  const Bitboard bishops = position.pieces(color, PieceType::Bishop);
  return (bishops & kLightSquares) != 0 && (bishops & kDarkSquares) != 0;
}

/// Rook pawns with the wrong bishop: all pawns of `strong` are on one rook file, its bishops do not control the
/// promotion square, and the weak king reaches that first. A draw however many pawns there are.
bool is_wrong_rook_pawn(const Position& position, Color strong) {
  const Bitboard pawns = position.pieces(strong, PieceType::Pawn);
  const Bitboard bishops = position.pieces(strong, PieceType::Bishop);
  if (pawns == 0 || (pawns & ~kEdgeFiles) != 0) return false;
  if (position.pieces(strong) != (pawns | bishops | position.pieces(strong, PieceType::King))) return false;
  const File file = file_of(first_square(pawns));
  if ((pawns & ~bits(file)) != 0) return false;
  const Square corner = make_square(file, relative_rank(strong, Rank::R8));
  const Bitboard corner_color = is_light(corner) ? kLightSquares : kDarkSquares;
  if ((bishops & corner_color) != 0) return false;
  const Square weak_king = position.king(~strong);
  // From the corner and the squares next to it the king cannot be driven out.
  return distance(weak_king, corner) <= 1;
}

/// Bishop and knight mate only in a corner of the bishop's colour.
int knight_and_bishop(const Position& position, Color strong) {
  const Square weak_king = position.king(~strong);
  const int file = static_cast<int>(file_of(weak_king));
  const int rank = static_cast<int>(rank_of(weak_king));
  const bool light = (position.pieces(strong, PieceType::Bishop) & kLightSquares) != 0;
  // Zero on the long diagonal of the other colour, seven in the right corners. It must outweigh all other terms: on the
  // way from a wrong corner to a right one the king leaves the edge for a while.
  const int towards_corner = light ? std::abs(file - rank) : std::abs(7 - file - rank);
  const Square knight = first_square(position.pieces(strong, PieceType::Knight));
  return weights::kKnownWin + Counts(position, strong).pieces_value() + 100 * towards_corner +
         12 * (7 - distance(position.king(strong), weak_king)) + 5 * (7 - distance(knight, weak_king));
}

int king_and_pawn(const Position& position, Color strong) {
  const Square pawn = relative_square(strong, first_square(position.pieces(strong, PieceType::Pawn)));
  const Color side = position.side_to_move() == strong ? Color::White : Color::Black;
  if (!kpk_table().is_win(relative_square(strong, position.king(strong)), pawn,
                          relative_square(strong, position.king(~strong)), side))
    return 0;
  return weights::kKnownWin + weights::kMaterial[0].endgame() + 24 * static_cast<int>(rank_of(pawn));
}

/// Against a bare king, from the strong side's point of view.
std::optional<int> against_bare_king(const Position& position, Color strong) {
  const Counts counts(position, strong);
  if (counts.pawns == 0 && counts.majors() == 0) {
    if (counts.minors() <= 1) return 0;
    if (counts.knights == 0 && !has_both_bishops(position, strong)) return 0;
    if (counts.bishops == 0 && counts.knights == 2) return 0;
  }
  // If the lone king is to move it may be stalemated.
  if (position.side_to_move() != strong && !position.in_check() && !has_legal_move(position)) return 0;
  if (counts.only(1, 0, 0, 0, 0)) return king_and_pawn(position, strong);
  if (is_wrong_rook_pawn(position, strong)) return 0;
  if (counts.only(0, 1, 1, 0, 0)) return knight_and_bishop(position, strong);
  if (counts.majors() == 0 && counts.minors() <= 1) return std::nullopt;
  if (counts.majors() == 0 && counts.knights == 0 && !has_both_bishops(position, strong)) return std::nullopt;
  if (counts.majors() == 0 && counts.bishops == 0 && counts.knights == 2) return std::nullopt;

  int value = weights::kKnownWin + counts.pieces_value() +
              mating_progress(position.king(strong), position.king(~strong)) -
              weights::kRoomOfLoneKing * room_of_lone_king(position, strong);
  for (Bitboard pawns = position.pieces(strong, PieceType::Pawn); pawns != 0;)
    value += weights::kMaterial[0].endgame() + 10 * static_cast<int>(relative_rank(strong, pop_square(pawns)));
  return value;
}

/// Rook against pawn: won if the king is in time to stop the pawn or the pawn is unprotected; else a draw.
int rook_against_pawn(const Position& position, Color strong) {
  const Square pawn = first_square(position.pieces(~strong, PieceType::Pawn));
  const Square promotion = make_square(file_of(pawn), relative_rank(~strong, Rank::R8));
  const Square strong_king = position.king(strong);
  const Square weak_king = position.king(~strong);
  const int tempo = position.side_to_move() == strong ? 1 : 0;
  const int pawn_steps = distance(pawn, promotion);
  const int king_steps = distance(strong_king, promotion);
  const int win = weights::kMaterial[3].endgame() - 50;
  if (king_steps - tempo <= pawn_steps) return win - 8 * king_steps;
  // An unprotected pawn falls to the rook unless it is about to queen.
  if (distance(weak_king, pawn) > 2 + tempo && pawn_steps > 1) return win - 20 * (6 - pawn_steps);
  return 70 - 10 * (6 - pawn_steps) + 4 * (7 - king_steps);
}

/// Queen against pawn: a draw only with a rook or bishop pawn on the seventh, its king beside it and ours far away.
int queen_against_pawn(const Position& position, Color strong) {
  const Square pawn = first_square(position.pieces(~strong, PieceType::Pawn));
  const Square strong_king = position.king(strong);
  const Square weak_king = position.king(~strong);
  const File file = file_of(pawn);
  const bool drawing_file = file == File::A || file == File::C || file == File::F || file == File::H;
  const int king_steps = distance(strong_king, pawn) - (position.side_to_move() == strong ? 1 : 0);
  if (relative_rank(~strong, pawn) == Rank::R7 && drawing_file && distance(weak_king, pawn) <= 1 && king_steps > 3)
    return 60 - 4 * king_steps;
  return weights::kKnownWin / 2 + weights::kMaterial[4].endgame() - 12 * king_steps;
}

/// Four pieces, both sides having something besides the king.
std::optional<int> four_pieces(const Position& position, Color strong) {
  const Counts ours(position, strong);
  const Counts theirs(position, ~strong);
  if (!theirs.only(1, 0, 0, 0, 0)) return std::nullopt;
  if (ours.only(0, 0, 0, 1, 0)) return rook_against_pawn(position, strong);
  if (ours.only(0, 0, 0, 0, 1)) return queen_against_pawn(position, strong);
  return std::nullopt;
}

}  // namespace

std::optional<int> known_endgame(const Position& position) {
  const auto for_white = [](std::optional<int> value, Color strong) {
    return value && strong == Color::Black ? std::optional(-*value) : value;
  };
  for (const Color strong : kColors)
    if (!more_than_one(position.pieces(~strong))) return for_white(against_bare_king(position, strong), strong);
  for (const Color strong : kColors)
    if (const auto value = four_pieces(position, strong)) return for_white(value, strong);
  return std::nullopt;
}

int endgame_scale(const Position& position, Color strong, Bitboard passed) {
  const Counts ours(position, strong);
  const Counts theirs(position, ~strong);
  const int lead = ours.pieces_value() - theirs.pieces_value();
  const int minor = weights::kMaterial[2].endgame();

  if (ours.pawns == 0) {
    // A minor piece alone never wins, nor do two knights.
    if (ours.majors() == 0 && ours.minors() <= 1) return 0;
    if (ours.only(0, 2, 0, 0, 0)) return theirs.pawns == 0 ? 0 : 4;
    if (lead <= minor + 20) {
      if (ours.only(0, 0, 2, 0, 0) && theirs.knights == 1) return weights::kScaleTwoBishopsAgainstKnight;
      if (ours.only(0, 0, 1, 1, 0) && theirs.rooks == 1) return weights::kScaleRookAndBishopAgainstRook;
      return weights::kScalePawnless;
    }
  }
  if (is_wrong_rook_pawn(position, strong)) return 0;

  // Few pawns mean few winning chances, unless nothing could stop them or the lead is large enough without pawns.
  if (theirs.minors() + theirs.majors() == 0 || ours.pawns == 0) return weights::kFullScale;
  int scale = std::min(weights::kFullScale, weights::kScaleWithoutPawns + weights::kScalePerPawn * ours.pawns);

  // The weak side can sacrifice a piece for the last pawn and draw.
  if (ours.pawns == 1 && theirs.minors() > 0 && lead <= minor / 2) scale = weights::kScaleMinorForLastPawn;

  const bool one_bishop_each = ours.bishops == 1 && theirs.bishops == 1;
  if (one_bishop_each) {
    const Bitboard bishops = position.pieces(PieceType::Bishop);
    if ((bishops & kLightSquares) != 0 && (bishops & kDarkSquares) != 0) {
      const bool nothing_else = ours.knights + ours.majors() + theirs.knights + theirs.majors() == 0;
      const int opposite =
          nothing_else ? weights::kScaleOppositeBishops + weights::kScaleOppositeBishopsPerPassed * popcount(passed)
                       : weights::kScaleOppositeBishopsWithPieces + 2 * ours.pawns;
      return std::min(scale, opposite);
    }
  }

  if (ours.rooks == 1 && theirs.rooks == 1 && ours.minors() + theirs.minors() + ours.queens + theirs.queens == 0) {
    const Bitboard pawns = position.pieces(strong, PieceType::Pawn);
    const Square weak_king = position.king(~strong);
    // A king in front of the last pawn draws.
    if (ours.pawns == 1 && theirs.pawns == 0) {
      const Square pawn = first_square(pawns);
      const bool before = contains(passage(strong, pawn), weak_king);
      if (before) return weights::kScaleRookPawnBlocked;
    }
    constexpr Bitboard kQueenSide = bits(File::A) | bits(File::B) | bits(File::C) | bits(File::D);
    const Bitboard all = position.pieces(PieceType::Pawn);
    const bool one_flank = (all & kQueenSide) == 0 || (all & ~kQueenSide) == 0;
    if (one_flank && ours.pawns - theirs.pawns <= 1 && theirs.pawns > 0)
      scale = std::min(scale, weights::kScaleRookPawnsOneFlank);
  }
  return scale;
}

}  // namespace zugwerk::eval
