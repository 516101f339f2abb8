// review/motifs/named_mates.cpp
//
// Mates with a name, told apart by the final position alone: which piece gives the check, from where, and what keeps
// the king in. docs/review.md defines each.

#include <algorithm>
#include <array>
#include <cstdlib>

#include "chess/attacks.h"
#include "review/motifs/board.h"
#include "review/motifs/motifs.h"

namespace zugwerk::review {

using chess::Bitboard;
using chess::Color;
using chess::File;
using chess::PieceType;
using chess::Position;
using chess::Rank;
using chess::Square;

namespace {

[[nodiscard]] int file_number(Square square) { return static_cast<int>(file_of(square)); }
[[nodiscard]] int rank_number(Square square) { return static_cast<int>(rank_of(square)); }
[[nodiscard]] int files_apart(Square a, Square b) { return std::abs(file_number(a) - file_number(b)); }
[[nodiscard]] int ranks_apart(Square a, Square b) { return std::abs(rank_number(a) - rank_number(b)); }

/// A position in which the side to move is mated.
class Mate {
 public:
  explicit Mate(const Position& mated)
      : position_(mated),
        loser_(mated.side_to_move()),
        king_(mated.king(loser_)),
        around_(chess::king_attacks(king_)),
        own_(mated.pieces(loser_)),
        checker_(chess::first_square(mated.checkers())),
        type_(type_of(mated.piece_on(checker_))) {}

  [[nodiscard]] bool is_by_one_piece() const { return !chess::more_than_one(position_.checkers()); }

  /// Along the back rank, the king shut in by its own pieces in front of it.
  [[nodiscard]] bool is_back_rank() const {
    if (relative_rank(loser_, king_) != Rank::R1 || !is_heavy(type_) || rank_of(checker_) != rank_of(king_))
      return false;
    const Bitboard in_front = around_ & ~bits(rank_of(king_));
    return (in_front & ~own_) == 0;
  }

  /// By a knight, the king surrounded by its own pieces.
  [[nodiscard]] bool is_smothered() const { return type_ == PieceType::Knight && (around_ & ~own_) == 0; }

  /// A rook or queen along the edge file, the king's own piece beside it, and a knight that guards the squares before
  /// and behind that piece.
  [[nodiscard]] bool is_anastasia() const {
    if (!on_edge_file() || is_corner() || !is_heavy(type_) || file_of(checker_) != file_of(king_)) return false;
    const int inwards = file_of(king_) == File::A ? 1 : -1;
    const Bitboard next_file = around_ & bits(static_cast<File>(file_number(king_) + inwards));
    const Bitboard beside = next_file & bits(rank_of(king_));
    return (beside & own_) != 0 && guarded_by(PieceType::Knight, next_file & ~beside);
  }

  /// In the corner, by a rook next to the king that a knight protects; the knight also guards the last flight square.
  [[nodiscard]] bool is_arabian() const {
    if (!is_corner() || type_ != PieceType::Rook || !is_next_to(checker_)) return false;
    return exists(PieceType::Knight,
                  [&](Square knight) { return files_apart(knight, king_) == 2 && ranks_apart(knight, king_) == 2; });
  }

  /// Two bishops and the king's own pieces take all squares: on crossing diagonals (Boden) or on neighbouring ones.
  [[nodiscard]] bool is_by_two_bishops() const {
    const Bitboard bishops = position_.pieces(~loser_, PieceType::Bishop);
    if (type_ != PieceType::Bishop || chess::popcount(bishops) != 2) return false;
    return flights_only_guarded_by(bishops);
  }
  [[nodiscard]] bool bishops_cross() const {
    Bitboard bishops = position_.pieces(~loser_, PieceType::Bishop);
    const Square first = chess::pop_square(bishops);
    const Square second = chess::pop_square(bishops);
    return (file_number(first) - file_number(king_)) * (file_number(second) - file_number(king_)) < 0;
  }

  /// The queen diagonally next to a king away from the edge; what she does not attack around it is blocked by its own
  /// pieces.
  [[nodiscard]] bool is_dovetail() const {
    return is_queen_next_to_king() && files_apart(checker_, king_) == 1 && ranks_apart(checker_, king_) == 1;
  }
  /// The same with the queen beside, before or behind the king.
  [[nodiscard]] bool is_swallows_tail() const {
    return is_queen_next_to_king() && files_apart(checker_, king_) + ranks_apart(checker_, king_) == 1;
  }

  /// A queen or rook straight in front of a king on the edge, at a distance, and its own pieces on both sides of it.
  [[nodiscard]] bool is_epaulette() const {
    if (!is_heavy(type_) || is_next_to(checker_) || is_corner()) return false;
    Bitboard sides = 0;
    if (on_edge_rank() && file_of(checker_) == file_of(king_)) sides = around_ & bits(rank_of(king_));
    if (on_edge_file() && rank_of(checker_) == rank_of(king_)) sides = around_ & bits(file_of(king_));
    return sides != 0 && (sides & ~own_) == 0;
  }

  /// A rook next to the king, protected by a knight next to the king, which a pawn protects.
  [[nodiscard]] bool is_hook() const {
    if (type_ != PieceType::Rook || !is_next_to(checker_)) return false;
    return exists(PieceType::Knight, [&](Square knight) {
      return is_next_to(knight) && chess::contains(chess::knight_attacks(knight), checker_) &&
             (chess::pawn_attacks(loser_, knight) & position_.pieces(~loser_, PieceType::Pawn)) != 0;
    });
  }

  /// A rook or queen on the back rank next to the king, protected by a bishop; own pieces shut the king in.
  [[nodiscard]] bool is_opera() const {
    if (!is_heavy(type_) || !is_next_to(checker_) || relative_rank(loser_, king_) != Rank::R1) return false;
    if (rank_of(checker_) != rank_of(king_) || is_corner() || (around_ & own_) == 0) return false;
    return exists(PieceType::Bishop, [&](Square bishop) {
      return chess::contains(attacks_from(position_, bishop, position_.occupied()), checker_);
    });
  }

  /// A rook down the file of a castled king, from a distance, while a bishop guards the corner.
  [[nodiscard]] bool is_pillsbury() const {
    if (type_ != PieceType::Rook || is_next_to(checker_) || file_of(checker_) != file_of(king_)) return false;
    if (relative_rank(loser_, king_) != Rank::R1) return false;
    const bool by_the_corner = file_of(king_) == File::G || file_of(king_) == File::B;
    if (!by_the_corner) return false;
    const Square corner = chess::make_square(file_of(king_) == File::G ? File::H : File::A, rank_of(king_));
    return !chess::contains(own_, corner) && guarded_by(PieceType::Bishop, chess::bit(corner));
  }

  /// A bishop checks the king in the corner along the long diagonal, its own pawn before it, and a rook takes the file
  /// beside it.
  [[nodiscard]] bool is_morphy() const {
    if (type_ != PieceType::Bishop || !is_corner()) return false;
    const Bitboard beside = around_ & bits(rank_of(king_));
    return (around_ & bits(file_of(king_)) & own_) != 0 && (beside & own_) == 0 && guarded_by(PieceType::Rook, beside);
  }

  /// A knight checks the king in the corner; a rook or queen takes the file or rank beside it, an own piece the rest.
  [[nodiscard]] bool is_corner_mate() const {
    if (type_ != PieceType::Knight || !is_corner() || is_smothered()) return false;
    const Bitboard blocked = around_ & own_ & ~chess::bit(checker_);
    const Bitboard open = around_ & ~own_;
    return blocked != 0 && (guarded_by(PieceType::Rook, open) || guarded_by(PieceType::Queen, open));
  }

  /// A protected rook right in front of a king on the edge, and a knight right behind the rook.
  [[nodiscard]] bool is_vukovic() const {
    if (type_ != PieceType::Rook || !is_next_to(checker_) || is_corner()) return false;
    const bool from_the_rank = on_edge_rank() && file_of(checker_) == file_of(king_);
    const bool from_the_file = on_edge_file() && rank_of(checker_) == rank_of(king_);
    if (!from_the_rank && !from_the_file) return false;
    return exists(PieceType::Knight, [&](Square knight) {
      return from_the_rank ? file_of(knight) == file_of(king_) && ranks_apart(knight, king_) == 2
                           : rank_of(knight) == rank_of(king_) && files_apart(knight, king_) == 2;
    });
  }

  /// Two rooks on the rank in front of a king on its back rank, one of them next to it and protected by the other.
  [[nodiscard]] bool is_blind_swine() const {
    if (type_ != PieceType::Rook || !is_next_to(checker_) || relative_rank(loser_, king_) != Rank::R1) return false;
    const Bitboard rooks = position_.pieces(~loser_, PieceType::Rook) & bits(rank_of(checker_));
    return rank_of(checker_) != rank_of(king_) && chess::more_than_one(rooks) && (around_ & own_) != 0;
  }

 private:
  [[nodiscard]] static bool is_heavy(PieceType type) { return type == PieceType::Rook || type == PieceType::Queen; }
  [[nodiscard]] bool is_next_to(Square square) const { return chess::contains(around_, square); }
  [[nodiscard]] bool on_edge_file() const { return file_of(king_) == File::A || file_of(king_) == File::H; }
  [[nodiscard]] bool on_edge_rank() const { return rank_of(king_) == Rank::R1 || rank_of(king_) == Rank::R8; }
  [[nodiscard]] bool is_corner() const { return on_edge_file() && on_edge_rank(); }

  template <class Test>
  [[nodiscard]] bool exists(PieceType type, Test test) const {
    for (Bitboard pieces = position_.pieces(~loser_, type); pieces != 0;)
      if (test(chess::pop_square(pieces))) return true;
    return false;
  }

  /// What a piece attacks if the king steps out of its line.
  [[nodiscard]] Bitboard reach(Square square) const {
    return attacks_from(position_, square, position_.occupied() & ~chess::bit(king_));
  }
  /// Whether pieces of this type attack all of `squares`, which are not empty.
  [[nodiscard]] bool guarded_by(PieceType type, Bitboard squares) const {
    Bitboard guarded = 0;
    for (Bitboard pieces = position_.pieces(~loser_, type); pieces != 0;) guarded |= reach(chess::pop_square(pieces));
    return squares != 0 && (squares & ~guarded) == 0;
  }
  [[nodiscard]] bool flights_only_guarded_by(Bitboard guards) const {
    Bitboard guarded = 0;
    while (guards != 0) guarded |= reach(chess::pop_square(guards));
    return (around_ & ~own_ & ~guarded) == 0;
  }
  [[nodiscard]] bool is_queen_next_to_king() const {
    if (type_ != PieceType::Queen || !is_next_to(checker_) || on_edge_file() || on_edge_rank()) return false;
    const Bitboard left = around_ & ~reach(checker_) & ~chess::bit(checker_);
    return left != 0 && (left & ~own_) == 0;
  }

  const Position& position_;
  const Color loser_;
  const Square king_;
  const Bitboard around_;
  const Bitboard own_;
  const Square checker_;
  const PieceType type_;
};

}  // namespace

Motif name_of_mate(const Position& mated) {
  const Mate mate(mated);
  if (!mate.is_by_one_piece()) return Motif::Mate;
  // The more specific ones first: an opera mate may also be one on the back rank.
  if (mate.is_smothered()) return Motif::SmotheredMate;
  if (mate.is_hook()) return Motif::HookMate;
  if (mate.is_arabian()) return Motif::ArabianMate;
  if (mate.is_anastasia()) return Motif::AnastasiaMate;
  if (mate.is_by_two_bishops()) return mate.bishops_cross() ? Motif::BodenMate : Motif::DoubleBishopMate;
  if (mate.is_dovetail()) return Motif::DovetailMate;
  if (mate.is_swallows_tail()) return Motif::SwallowsTailMate;
  if (mate.is_opera()) return Motif::OperaMate;
  if (mate.is_epaulette()) return Motif::EpauletteMate;
  if (mate.is_pillsbury()) return Motif::PillsburyMate;
  if (mate.is_morphy()) return Motif::MorphyMate;
  if (mate.is_corner_mate()) return Motif::CornerMate;
  if (mate.is_vukovic()) return Motif::VukovicMate;
  if (mate.is_blind_swine()) return Motif::BlindSwineMate;
  if (mate.is_back_rank()) return Motif::BackRankMate;
  return Motif::Mate;
}

}  // namespace zugwerk::review
