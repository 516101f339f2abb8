#include "review/positional/traits.h"

#include <algorithm>

#include "base/format.h"
#include "chess/threats.h"
#include "eval/classical/masks.h"
#include "review/motifs/board.h"
#include "review/notation.h"

namespace zugwerk::review {

using chess::Bitboard;
using chess::Color;
using chess::File;
using chess::PieceType;
using chess::Position;
using chess::Rank;
using chess::Square;

namespace {

// Weights: about what these are worth in the middlegame, so that the most important trait is mentioned.
constexpr int kIsolated = 18;
constexpr int kDoubled = 16;
constexpr int kBackward = 14;
constexpr int kShelter = 24;
constexpr int kKingInTheCentre = 26;
constexpr int kKingAttacked = 28;
constexpr int kNoMove = 26;
constexpr int kOneMove = 16;
constexpr int kUndeveloped = 12;
constexpr int kPinned = 20;
constexpr int kPassedPawn = 16;
constexpr int kPassedPawnPerRank = 8;
constexpr int kOutpost = 22;
constexpr int kOpenFile = 15;
constexpr int kSeventhRank = 22;
constexpr int kBishopPair = 20;
constexpr int kCentre = 17;

/// The pieces that bear on a king make an attack from this number on, a queen among them.
constexpr int kAttackers = 3;

[[nodiscard]] bool is_pair(Bitboard bishops) {
  return (bishops & chess::kLightSquares) != 0 && (bishops & chess::kDarkSquares) != 0;
}

class TraitFinder {
 public:
  TraitFinder(const Position& position, Color side)
      : position_(position),
        us_(side),
        own_pawns_(position.pieces(side, PieceType::Pawn)),
        enemy_pawns_(position.pieces(~side, PieceType::Pawn)) {}

  [[nodiscard]] std::vector<Trait> find() {
    find_weak_pawns();
    find_weak_king();
    find_bad_pieces();
    find_strong_enemies();
    return std::move(traits_);
  }

 private:
  void add(Motif motif, PieceAt piece, int weight, PieceAt other = {}) {
    traits_.push_back({motif, piece, other, weight});
  }
  [[nodiscard]] Bitboard own(PieceType type) const { return position_.pieces(us_, type); }
  [[nodiscard]] Bitboard enemy(PieceType type) const { return position_.pieces(~us_, type); }
  [[nodiscard]] Bitboard pieces_of(Color color) const {
    return position_.pieces(color) & ~position_.pieces(PieceType::Pawn, PieceType::King);
  }

  void find_weak_pawns() {
    for (Bitboard pawns = own_pawns_; pawns != 0;) {
      const Square pawn = chess::pop_square(pawns);
      const PieceAt piece{PieceType::Pawn, pawn};
      const Bitboard neighbours = own_pawns_ & eval::adjacent_files(pawn);
      const Bitboard ahead = own_pawns_ & eval::file_ahead(us_, pawn);
      const bool half_open = (enemy_pawns_ & eval::file_ahead(us_, pawn)) == 0;
      if (ahead != 0) add(Motif::DoubledPawn, piece, kDoubled, piece_at(position_, chess::first_square(ahead)));
      if (neighbours == 0) {
        add(Motif::IsolatedPawn, piece, half_open ? kIsolated : kIsolated / 2);
      } else if (half_open && ahead == 0) {
        // No pawn can protect it as it advances, and an enemy pawn guards the square in front of it.
        const Square stop = pawn + chess::forward(us_);
        const bool supported = (neighbours & ~eval::ranks_ahead(us_, pawn)) != 0;
        if (!supported && (chess::pawn_attacks(us_, stop) & enemy_pawns_) != 0)
          add(Motif::BackwardPawn, piece, kBackward);
      }
    }
  }

  void find_weak_king() {
    const Square king = position_.king(us_);
    const PieceAt piece{PieceType::King, king};
    const Bitboard queens = enemy(PieceType::Queen);
    if (queens == 0) return;
    const auto castling = position_.castling();
    const bool may_castle = castling.has(us_, chess::Wing::King) || castling.has(us_, chess::Wing::Queen);
    const bool at_home = relative_rank(us_, king) <= Rank::R2;
    const bool in_the_centre = file_of(king) >= File::D && file_of(king) <= File::F;
    constexpr int kManyPieces = 4;
    if (!may_castle && at_home && in_the_centre && chess::popcount(pieces_of(~us_)) >= kManyPieces)
      add(Motif::KingInTheCentre, piece, kKingInTheCentre);
    if (at_home && (file_of(king) <= File::C || file_of(king) >= File::F) && !may_castle) {
      const Bitboard around = bits(file_of(king)) | eval::adjacent_files(king);
      for (int number = 0; number < 8; ++number) {
        const auto file = static_cast<File>(number);
        if ((bits(file) & around) == 0) continue;
        if ((own_pawns_ & bits(file) & (eval::ranks_ahead(us_, king) | bits(rank_of(king)))) != 0) continue;
        // The square names the file.
        add(Motif::KingShelter, {PieceType::Pawn, chess::make_square(file, relative_rank(us_, Rank::R2))}, kShelter,
            piece);
      }
    }
    const Bitboard zone = chess::king_attacks(king) | chess::bit(king);
    int attackers = 0;
    for (Bitboard pieces = pieces_of(~us_); pieces != 0;)
      if ((attacks_from(position_, chess::pop_square(pieces), position_.occupied()) & zone) != 0) ++attackers;
    bool queen_attacks = false;
    for (Bitboard left = queens; left != 0;)
      queen_attacks |= (attacks_from(position_, chess::pop_square(left), position_.occupied()) & zone) != 0;
    if (queen_attacks && attackers >= kAttackers) add(Motif::ExposedKing, piece, kKingAttacked);
  }

  void find_bad_pieces() {
    const chess::Threats threats = chess::threats_of(position_, ~us_);
    Bitboard pinners = 0;
    const Bitboard pinned = position_.king_blockers(us_, pinners) & position_.pieces(us_);
    const bool opening = position_.fullmove_number() <= kLastOfOpening;
    for (Bitboard pieces = pieces_of(us_); pieces != 0;) {
      const Square square = chess::pop_square(pieces);
      const PieceAt piece = piece_at(position_, square);
      if (chess::contains(pinned, square)) {
        const PieceAt pinner = pinner_of_piece(square, pinners);
        // A piece that can take the one that pins it is not held by it.
        if (!chess::contains(attacks_from(position_, square, position_.occupied()), pinner.square))
          add(Motif::PinnedPiece, piece, kPinned, pinner);
        continue;
      }
      const bool minor = piece.type == PieceType::Knight || piece.type == PieceType::Bishop;
      if (minor && opening && relative_rank(us_, square) == Rank::R1) {
        add(Motif::Development, piece, kUndeveloped);
        continue;
      }
      // A rook in the corner is bad only later.
      if ((opening && !minor) || relative_rank(us_, square) == Rank::R1) continue;
      Bitboard reach =
          attacks_from(position_, square, position_.occupied()) & ~position_.pieces(us_) & ~threats.against(piece.type);
      // Nor to where it is attacked and nothing protects it.
      for (Bitboard attacked = reach & threats.all; attacked != 0;) {
        const Square target = chess::pop_square(attacked);
        if ((defenders_of(position_, target, us_) & ~chess::bit(square)) == 0) reach &= ~chess::bit(target);
      }
      const int moves = chess::popcount(reach);
      if (moves == 0) add(Motif::BadPiece, piece, kNoMove);
      if (moves == 1) add(Motif::BadPiece, piece, kOneMove, {PieceType::None, chess::first_square(reach)});
    }
  }

  void find_strong_enemies() {
    for (Bitboard pawns = enemy_pawns_; pawns != 0;) {
      const Square pawn = chess::pop_square(pawns);
      if ((own_pawns_ & eval::passage(~us_, pawn)) != 0 || (enemy_pawns_ & eval::file_ahead(~us_, pawn)) != 0) continue;
      add(Motif::PassedPawn, {PieceType::Pawn, pawn},
          kPassedPawn + kPassedPawnPerRank * static_cast<int>(relative_rank(~us_, pawn)));
    }
    for (Bitboard minors = enemy(PieceType::Knight) | enemy(PieceType::Bishop); minors != 0;) {
      const Square square = chess::pop_square(minors);
      const Rank rank = relative_rank(~us_, square);
      const bool advanced = rank == Rank::R5 || rank == Rank::R6;
      const bool central = rank == Rank::R4 && file_of(square) >= File::C && file_of(square) <= File::F;
      if (!advanced && !central) continue;
      if ((chess::pawn_attacks(us_, square) & enemy_pawns_) == 0) continue;
      // Own pawns that could still attack it.
      if ((own_pawns_ & eval::adjacent_files(square) & eval::ranks_ahead(~us_, square)) != 0) continue;
      add(Motif::Outpost, piece_at(position_, square), kOutpost);
    }
    const Bitboard pawns = position_.pieces(PieceType::Pawn);
    for (Bitboard rooks = enemy(PieceType::Rook); rooks != 0;) {
      const Square square = chess::pop_square(rooks);
      const PieceAt rook{PieceType::Rook, square};
      if ((pawns & bits(file_of(square))) == 0 && (own(PieceType::Rook) & bits(file_of(square))) == 0)
        add(Motif::OpenFile, rook, kOpenFile);
      const bool prey =
          (own_pawns_ & bits(rank_of(square))) != 0 || relative_rank(us_, position_.king(us_)) == Rank::R1;
      if (relative_rank(us_, square) == Rank::R2 && prey) add(Motif::SeventhRank, rook, kSeventhRank);
    }
    if (is_pair(enemy(PieceType::Bishop)) && !is_pair(own(PieceType::Bishop))) add(Motif::BishopPair, {}, kBishopPair);
    const Bitboard centre =
        chess::bit(Square::D4) | chess::bit(Square::E4) | chess::bit(Square::D5) | chess::bit(Square::E5);
    const Bitboard holders = enemy_pawns_ & centre;
    if (chess::popcount(holders) == 2 && (own_pawns_ & centre) == 0 &&
        position_.fullmove_number() <= kLastOfMiddlegame) {
      const Square first = chess::first_square(holders);
      add(Motif::Centre, {PieceType::Pawn, first}, kCentre,
          {PieceType::Pawn, chess::first_square(holders & ~chess::bit(first))});
    }
  }

  [[nodiscard]] PieceAt pinner_of_piece(Square square, Bitboard pinners) const {
    while (pinners != 0) {
      const Square pinner = chess::pop_square(pinners);
      if (chess::contains(chess::between(pinner, position_.king(us_)), square)) return piece_at(position_, pinner);
    }
    return {};
  }

  // Development matters until about here, the centre until there.
  static constexpr int kLastOfOpening = 14;
  static constexpr int kLastOfMiddlegame = 25;

  const Position& position_;
  const Color us_;
  const Bitboard own_pawns_;
  const Bitboard enemy_pawns_;
  std::vector<Trait> traits_;
};

[[nodiscard]] std::string file_name(Square square) {
  return base::format("{}-file", chess::letter_of(file_of(square)));
}

}  // namespace

bool Trait::is_same_as(const Trait& other_trait) const {
  if (motif != other_trait.motif || piece.type != other_trait.piece.type) return false;
  if (piece.square == other_trait.piece.square) return true;
  if (motif == Motif::BishopPair || motif == Motif::ExposedKing || motif == Motif::KingInTheCentre ||
      motif == Motif::Centre)
    return true;
  return motif == Motif::PassedPawn && file_of(piece.square) == file_of(other_trait.piece.square);
}

std::vector<Trait> traits_of(const Position& position, Color side) { return TraitFinder(position, side).find(); }

bool is_asset_of_opponent(Motif motif) {
  switch (motif) {
    case Motif::PassedPawn:
    case Motif::Outpost:
    case Motif::OpenFile:
    case Motif::SeventhRank:
    case Motif::BishopPair:
    case Motif::Centre:
    case Motif::ExposedKing:
      return true;
    default:
      return false;
  }
}

std::string trait_text(const Trait& trait) {
  const std::string square = trait.piece.square == Square::None ? "" : chess::to_string(trait.piece.square);
  const std::string_view name = chess::name_of(trait.piece.type);
  switch (trait.motif) {
    case Motif::IsolatedPawn:
      return "an isolated pawn on " + square;
    case Motif::DoubledPawn:
      return "doubled pawns on the " + file_name(trait.piece.square);
    case Motif::BackwardPawn:
      return "a backward pawn on " + square;
    case Motif::KingShelter:
      return base::format("no pawn on the {} to shelter the king on {}", file_name(trait.piece.square),
                          chess::to_string(trait.other.square));
    case Motif::KingInTheCentre:
      return base::format("a king on {} that can no longer castle", square);
    case Motif::ExposedKing:
      return "an attack on the king on " + square;
    case Motif::BadPiece:
      if (trait.other.square != Square::None) return base::format("a {} on {} with only one safe square", name, square);
      return base::format("a {} on {} without a safe square to go to", name, square);
    case Motif::Development:
      return base::format("an undeveloped {} on {}", name, square);
    case Motif::PinnedPiece:
      return base::format("a {} on {} pinned to its king by {}", name, square, piece_text(trait.other));
    case Motif::PassedPawn:
      return "a passed pawn on " + square;
    case Motif::Outpost:
      return base::format("a {} on {} that no pawn can drive away", name, square);
    case Motif::OpenFile:
      return base::format("a rook on the open {}", file_name(trait.piece.square));
    case Motif::SeventhRank:
      return base::format("a rook on {}, behind the pawns", square);
    case Motif::BishopPair:
      return "the bishop pair";
    case Motif::Centre:
      return base::format("the centre, with pawns on {} and {}", square, chess::to_string(trait.other.square));
    default:
      return {};
  }
}

eval::Term term_of(Motif motif) {
  switch (motif) {
    case Motif::PassedPawn:
      return eval::Term::PassedPawns;
    case Motif::IsolatedPawn:
    case Motif::DoubledPawn:
    case Motif::BackwardPawn:
      return eval::Term::Pawns;
    case Motif::KingShelter:
    case Motif::KingInTheCentre:
    case Motif::ExposedKing:
      return eval::Term::KingSafety;
    case Motif::BishopPair:
      return eval::Term::Imbalance;
    case Motif::Outpost:
    case Motif::OpenFile:
    case Motif::SeventhRank:
      return eval::Term::Pieces;
    case Motif::Centre:
      return eval::Term::Space;
    default:
      return eval::Term::Mobility;
  }
}

}  // namespace zugwerk::review
