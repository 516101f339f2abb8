// eval/classical/evaluate.cpp

#include "eval/classical/evaluate.h"

#include <algorithm>
#include <array>

#include "chess/attacks.h"
#include "eval/classical/endgames.h"
#include "eval/classical/masks.h"
#include "eval/classical/piece_squares.h"
#include "eval/classical/weight_counts.h"
#include "eval/classical/weights.h"
#include "eval/fifty_moves.h"

namespace zugwerk::eval {

using namespace chess;

namespace {

constexpr Bitboard kCenter = bit(Square::D4) | bit(Square::E4) | bit(Square::D5) | bit(Square::E5);
constexpr Bitboard kCenterFiles = bits(File::C) | bits(File::D) | bits(File::E) | bits(File::F);

/// One evaluation of one position. The piece terms compute the attack maps, which all later terms share, so the order
/// of the terms in value() matters.
template <class Tracer>
class Evaluation {
 public:
  Evaluation(const Position& position, PawnEntry& pawns, Tracer& tracer)
      : position_(position), pawns_(pawns), tracer_(tracer), occupied_(position.occupied()) {}

  /// White's point of view, both halves, before any scaling.
  Tapered value() {
    prepare<Color::White>();
    prepare<Color::Black>();
    Tapered score = pawns_.score;
    score += pieces<Color::White>() - pieces<Color::Black>();
    score += king<Color::White>() - king<Color::Black>();
    score += threats<Color::White>() - threats<Color::Black>();
    score += passed_pawns<Color::White>() - passed_pawns<Color::Black>();
    score += space<Color::White>() - space<Color::Black>();
    score += imbalance<Color::White>() - imbalance<Color::Black>();
    return score;
  }

 private:
  static constexpr std::size_t kAny = kPieceTypeCount;  // place of the union of all attacks in by_

  struct Side {
    std::array<Bitboard, kPieceTypeCount + 1> by{};  // attacked squares by piece type, and by any
    Bitboard twice = 0;                              // attacked at least twice
    Bitboard mobility_area = 0;
    Bitboard blockers = 0;   // own pieces that alone shield the own king from a slider
    Bitboard king_ring = 0;  // squares beside the own king
    Bitboard king_zone = 0;  // the ring and the squares before it
    Square king = Square::None;
    // What this side does to the other's king.
    int attackers = 0;
    int attackers_weight = 0;
    int ring_attacks = 0;
  };

  template <Color kUs>
  [[nodiscard]] Side& side() {
    return sides_[index(kUs)];
  }
  /// What our side gets for a weight that counts `times`. All weights are used through here, so that a tracer can
  /// record them.
  template <Color kUs>
  [[nodiscard]] Tapered use(const Tapered& weight, int times = 1) {
    return tracer_.use(kUs, weight, times);
  }
  /// The same for a weight of our king's safety.
  template <Color kUs>
  [[nodiscard]] int use(const int& weight, int times = 1) {
    return tracer_.use(kUs, weight, times);
  }

  [[nodiscard]] static Bitboard& by(Side& side, PieceType type) { return side.by[index(type)]; }

  static void add_attacks(Side& side, PieceType type, Bitboard attacks) {
    side.twice |= side.by[kAny] & attacks;
    side.by[kAny] |= attacks;
    by(side, type) |= attacks;
  }

  /// Attacks of king and pawns, the zone around the king, and where pieces may usefully go.
  template <Color kUs>
  void prepare() {
    constexpr Color kThem = ~kUs;
    Side& us = side<kUs>();
    const Bitboard pawns = position_.pieces(kUs, PieceType::Pawn);
    const Bitboard their_pawns = position_.pieces(kThem, PieceType::Pawn);
    us.king = position_.king(kUs);
    us.king_ring = king_attacks(us.king);

    // A king at the edge has a zone as large as any other.
    const auto file = std::clamp(file_of(us.king), File::B, File::G);
    const Square middle = make_square(file, rank_of(us.king));
    us.king_zone = king_attacks(middle) | bit(middle);
    us.king_zone |= pushed<kUs>(us.king_zone);

    const Bitboard west = shifted<Direction::West>(pushed<kUs>(pawns));
    const Bitboard east = shifted<Direction::East>(pushed<kUs>(pawns));
    us.twice = west & east;
    us.by[index(PieceType::Pawn)] = us.by[kAny] = west | east;
    add_attacks(us, PieceType::King, us.king_ring);
    us.king_zone &= ~(west & east);  // squares that two pawns defend are safe

    const Bitboard stuck = pawns & (pushed<kThem>(occupied_) | rank_bits(kUs, Rank::R2) | rank_bits(kUs, Rank::R3));
    us.mobility_area =
        ~(stuck | position_.pieces(kUs, PieceType::King, PieceType::Queen) | pawn_attacks<kThem>(their_pawns));
    Bitboard pinners = 0;
    us.blockers = position_.king_blockers(kUs, pinners) & position_.pieces(kUs);
  }

  template <Color kUs>
  Tapered pieces() {
    Tapered score = use<kUs>(piece_square(kUs, PieceType::King, side<kUs>().king));
    tracer_.add(Term::PieceSquares, kUs, score);
    score += pieces_of<kUs, PieceType::Knight>();
    score += pieces_of<kUs, PieceType::Bishop>();
    score += pieces_of<kUs, PieceType::Rook>();
    score += pieces_of<kUs, PieceType::Queen>();
    return score;
  }

  template <PieceType kType>
  [[nodiscard]] static const Tapered& mobility(int squares) {
    const auto at = static_cast<std::size_t>(squares);
    if constexpr (kType == PieceType::Knight) return weights::kKnightMobility[at];
    if constexpr (kType == PieceType::Bishop) return weights::kBishopMobility[at];
    if constexpr (kType == PieceType::Rook) return weights::kRookMobility[at];
    if constexpr (kType == PieceType::Queen) return weights::kQueenMobility[at];
  }

  /// Attacks through pieces that it works together with (X-rays).
  template <Color kUs, PieceType kType>
  [[nodiscard]] Bitboard attacks_from(Square square) const {
    if constexpr (kType == PieceType::Knight) return knight_attacks(square);
    if constexpr (kType == PieceType::Bishop)
      return bishop_attacks(square, occupied_ ^ position_.pieces(kUs, PieceType::Queen));
    if constexpr (kType == PieceType::Rook)
      return rook_attacks(square, occupied_ ^ position_.pieces(kUs, PieceType::Rook, PieceType::Queen));
    if constexpr (kType == PieceType::Queen) return queen_attacks(square, occupied_);
  }

  /// Material, squares, mobility and attacks of all pieces of one type, and the terms of that type.
  template <Color kUs, PieceType kType>
  Tapered pieces_of() {
    constexpr Color kThem = ~kUs;
    Side& us = side<kUs>();
    const Side& them = side<kThem>();
    Tapered squares;
    Tapered moving;
    Tapered special;
    int count = 0;
    for (Bitboard left = position_.pieces(kUs, kType); left != 0; ++count) {
      const Square square = pop_square(left);
      Bitboard attacks = attacks_from<kUs, kType>(square);
      if (contains(us.blockers, square)) attacks &= line_through(us.king, square);
      add_attacks(us, kType, attacks);

      if ((attacks & them.king_zone) != 0) {
        ++us.attackers;
        us.attackers_weight += use<kThem>(weights::kAttackerWeight[index(kType)]);
        us.ring_attacks += popcount(attacks & them.king_ring);
      }
      const int mobile = popcount(attacks & us.mobility_area);
      squares += use<kUs>(piece_square(kUs, kType, square));
      moving += use<kUs>(mobility<kType>(mobile));
      if constexpr (kType == PieceType::Knight || kType == PieceType::Bishop)
        special += minor<kUs, kType>(square, attacks);
      if constexpr (kType == PieceType::Rook) special += rook<kUs>(square, mobile);
      if constexpr (kType == PieceType::Queen) special += queen<kUs>(square);
    }
    const Tapered material = use<kUs>(weights::kMaterial[index(kType)], count);
    tracer_.add(Term::Material, kUs, material);
    tracer_.add(Term::PieceSquares, kUs, squares);
    tracer_.add(Term::Mobility, kUs, moving);
    tracer_.add(Term::Pieces, kUs, special);
    return material + squares + moving + special;
  }

  template <Color kUs, PieceType kType>
  Tapered minor(Square square, Bitboard attacks) {
    constexpr Color kThem = ~kUs;
    constexpr Bitboard kOutpostRanks = rank_bits(kUs, Rank::R4) | rank_bits(kUs, Rank::R5) | rank_bits(kUs, Rank::R6);
    const Side& us = side<kUs>();
    const Bitboard pawn_defended = us.by[index(PieceType::Pawn)];
    const Bitboard outposts = kOutpostRanks & ~pawns_.attack_span[index(kThem)];

    Tapered score = use<kUs>(weights::kMinorKingDistance, distance(square, us.king));
    if (contains(pushed<kThem>(position_.pieces(PieceType::Pawn)), square))
      score += use<kUs>(weights::kMinorBehindPawn);
    if (contains(outposts, square)) {
      const std::size_t defended = contains(pawn_defended, square) ? 1 : 0;
      score +=
          use<kUs>(kType == PieceType::Knight ? weights::kKnightOutpost[defended] : weights::kBishopOutpost[defended]);
    } else if (kType == PieceType::Knight && (outposts & pawn_defended & attacks & ~position_.pieces(kUs)) != 0) {
      score += use<kUs>(weights::kKnightReachesOutpost);
    }
    if constexpr (kType == PieceType::Bishop) {
      const Bitboard own_pawns = position_.pieces(kUs, PieceType::Pawn);
      const Bitboard same_color = is_light(square) ? kLightSquares : kDarkSquares;
      const int blocked_center = popcount(own_pawns & kCenterFiles & pushed<kThem>(occupied_));
      score += use<kUs>(weights::kBadBishopPawn, popcount(own_pawns & same_color) * (1 + blocked_center));
      if (more_than_one(kCenter & (bishop_attacks(square, position_.pieces(PieceType::Pawn)) | bit(square))))
        score += use<kUs>(weights::kBishopLongDiagonal);
    }
    return score;
  }

  template <Color kUs>
  Tapered rook(Square square, int mobile) {
    constexpr Color kThem = ~kUs;
    const Bitboard file = bits(file_of(square));
    const Bitboard their_pawns = position_.pieces(kThem, PieceType::Pawn);
    Tapered score;
    if ((file & position_.pieces(kUs, PieceType::Pawn)) == 0) {
      score += use<kUs>(weights::kRookOnHalfOpenFile[(file & their_pawns) == 0 ? 1 : 0]);
    } else if (mobile <= 3 && !position_.castling().has_any(kUs)) {
      // Between king and edge, on a closed file.
      const File king_file = file_of(side<kUs>().king);
      const bool outside = (king_file < File::E) == (file_of(square) < king_file) && file_of(square) != king_file;
      if (outside && relative_rank(kUs, square) <= Rank::R2) score += use<kUs>(weights::kTrappedRook);
    }
    if (relative_rank(kUs, square) == Rank::R7 &&
        (relative_rank(kUs, side<kThem>().king) == Rank::R8 || (their_pawns & rank_bits(kUs, Rank::R7)) != 0))
      score += use<kUs>(weights::kRookOnSeventh);
    return score;
  }

  template <Color kUs>
  Tapered queen(Square square) {
    constexpr Color kThem = ~kUs;
    Tapered score;
    if (relative_rank(kUs, square) > Rank::R4 && !contains(pawns_.attack_span[index(kThem)], square))
      score += use<kUs>(weights::kQueenInfiltration);
    bool weak = false;
    for_each_sniper(square, position_.pieces(kThem, PieceType::Bishop), position_.pieces(kThem, PieceType::Rook),
                    occupied_, [&](Square, Bitboard blockers) { weak |= blockers != 0 && !more_than_one(blockers); });
    if (weak) score += use<kUs>(weights::kWeakQueen);
    return score;
  }

  /// Shelter, open files and danger of our own king.
  template <Color kUs>
  Tapered king() {
    constexpr Color kThem = ~kUs;
    const Side& us = side<kUs>();
    const int shelter = shelter_of_king(position_, kUs, pawns_, tracer_);
    Tapered score(shelter, 0);

    const Bitboard file = bits(file_of(us.king));
    const std::size_t ours_open = (file & position_.pieces(kUs, PieceType::Pawn)) == 0 ? 1 : 0;
    const std::size_t theirs_open = (file & position_.pieces(kThem, PieceType::Pawn)) == 0 ? 1 : 0;
    score += use<kUs>(weights::kKingOnFile[ours_open][theirs_open]);
    if (Bitboard pawns = position_.pieces(kUs, PieceType::Pawn); pawns != 0) {
      int nearest = 7;
      if ((pawns & us.king_ring) != 0)
        nearest = 1;
      else
        while (pawns != 0) nearest = std::min(nearest, distance(us.king, pop_square(pawns)));
      score += use<kUs>(weights::kKingPawnDistance, nearest);
    }

    const int danger = std::min(king_danger<kUs>(shelter), weights::kDangerCap);
    if (danger > 0) score -= Tapered(danger * danger / weights::kDangerSquare, danger / weights::kDangerSlope);
    tracer_.add(Term::KingSafety, kUs, score);
    return score;
  }

  template <Color kUs>
  int king_danger(int shelter) {
    constexpr Color kThem = ~kUs;
    const Side& us = side<kUs>();
    const Side& them = side<kThem>();
    const bool has_queen = position_.pieces(kThem, PieceType::Queen) != 0;
    // A single piece is no attack, unless a queen supports it.
    if (them.attackers < (has_queen ? 1 : 2)) return 0;

    const Bitboard they_attack = them.by[kAny];
    const Bitboard only_royals = us.by[index(PieceType::King)] | us.by[index(PieceType::Queen)];
    const Bitboard weak = they_attack & ~us.twice & (~us.by[kAny] | only_royals);
    const Bitboard safe = ~position_.pieces(kThem) & (~us.by[kAny] | (weak & them.twice));

    const auto share = static_cast<std::size_t>(std::min(them.attackers, 7));
    int danger = use<kUs>(weights::kDangerOffset);
    danger += them.attackers_weight * use<kUs>(weights::kAttackerShare[share]) / weights::kWholeShare;
    danger += use<kUs>(weights::kAttackOnRing, them.ring_attacks);
    danger += use<kUs>(weights::kWeakRingSquare, popcount(weak & us.king_ring));
    danger += use<kUs>(weights::kWeakZoneSquare, popcount(weak & us.king_zone));
    danger += use<kUs>(weights::kKingBlocker, popcount(us.blockers));
    danger += use<kUs>(weights::kShieldDanger) * shelter / weights::kShieldDangerPer;
    if (!has_queen) danger += use<kUs>(weights::kNoEnemyQueen);
    if ((us.by[index(PieceType::Knight)] & us.king_ring) != 0) danger += use<kUs>(weights::kKnightDefender);

    // Checks go through our own queen, which does not block a line for long.
    const Bitboard lines = occupied_ ^ position_.pieces(kUs, PieceType::Queen);
    const Bitboard straight = rook_attacks(us.king, lines);
    const Bitboard diagonal = bishop_attacks(us.king, lines);
    Bitboard unsafe = 0;
    const auto checks = [&](PieceType type, Bitboard from) {
      const Bitboard checking = from & them.by[index(type)] & ~position_.pieces(kThem);
      const Bitboard good = checking & safe;
      if (good == 0)
        unsafe |= checking;
      else
        danger += use<kUs>(more_than_one(good) ? weights::kSafeChecks[index(type)] : weights::kSafeCheck[index(type)]);
    };
    checks(PieceType::Knight, knight_attacks(us.king));
    checks(PieceType::Bishop, diagonal);
    checks(PieceType::Rook, straight);
    // A queen check that our own queen can capture is no danger.
    checks(PieceType::Queen, (straight | diagonal) & ~us.by[index(PieceType::Queen)]);
    return danger + use<kUs>(weights::kUnsafeCheck, popcount(unsafe & us.mobility_area));
  }

  template <Color kUs>
  Tapered threats() {
    constexpr Color kThem = ~kUs;
    const Side& us = side<kUs>();
    const Side& them = side<kThem>();
    const Bitboard their_pieces =
        position_.pieces(kThem) & ~position_.pieces(PieceType::Pawn) & ~position_.pieces(PieceType::King);
    const Bitboard solid = them.by[index(PieceType::Pawn)] | (them.twice & ~us.twice);
    const Bitboard weak = position_.pieces(kThem) & ~solid & us.by[kAny];
    Tapered score;

    const Bitboard by_minors = us.by[index(PieceType::Knight)] | us.by[index(PieceType::Bishop)];
    for (Bitboard victims = by_minors & ((their_pieces & solid) | weak); victims != 0;)
      score += use<kUs>(weights::kThreatByMinor[index(type_of(position_.piece_on(pop_square(victims))))]);
    for (Bitboard victims = us.by[index(PieceType::Rook)] & (weak | position_.pieces(kThem, PieceType::Queen));
         victims != 0;)
      score += use<kUs>(weights::kThreatByRook[index(type_of(position_.piece_on(pop_square(victims))))]);
    if ((weak & us.by[index(PieceType::King)]) != 0) score += use<kUs>(weights::kThreatByKing);

    const Bitboard loose = weak & (~them.by[kAny] | us.twice);
    score += use<kUs>(weights::kHangingPiece, popcount(loose & their_pieces));
    score += use<kUs>(weights::kHangingPawn, popcount(loose & ~them.by[kAny] & position_.pieces(PieceType::Pawn)));
    score += use<kUs>(weights::kRestrictedSquare, popcount(them.by[kAny] & ~solid & us.by[kAny]));

    const Bitboard safe = ~them.by[kAny] | us.by[kAny];
    const Bitboard pawns = position_.pieces(kUs, PieceType::Pawn);
    score += use<kUs>(weights::kThreatByPawn, popcount(pawn_attacks<kUs>(pawns & safe) & their_pieces));
    Bitboard pushes = pushed<kUs>(pawns) & ~occupied_;
    pushes |= pushed<kUs>(pushes & rank_bits(kUs, Rank::R3)) & ~occupied_;
    pushes &= safe & ~them.by[index(PieceType::Pawn)];
    score += use<kUs>(weights::kThreatByPawnPush, popcount(pawn_attacks<kUs>(pushes) & their_pieces));

    if (const Bitboard queens = position_.pieces(kThem, PieceType::Queen); queens != 0 && !more_than_one(queens)) {
      const Square queen = first_square(queens);
      const Bitboard from = us.mobility_area & ~solid & ~position_.pieces(kUs);
      const Bitboard hits = (us.by[index(PieceType::Knight)] & knight_attacks(queen)) |
                            (us.twice & ((us.by[index(PieceType::Bishop)] & bishop_attacks(queen, occupied_)) |
                                         (us.by[index(PieceType::Rook)] & rook_attacks(queen, occupied_))));
      score += use<kUs>(weights::kQueenCanBeHit, popcount(hits & from));
    }
    tracer_.add(Term::Threats, kUs, score);
    return score;
  }

  template <Color kUs>
  Tapered passed_pawns() {
    constexpr Color kThem = ~kUs;
    constexpr Direction kUp = forward(kUs);
    const Side& us = side<kUs>();
    const Side& them = side<kThem>();
    const Bitboard passed = pawns_.passed[index(kUs)];
    const bool they_have_pieces = position_.has_non_pawn_material(kThem);
    Tapered score;
    for (Bitboard left = passed; left != 0;) {
      const Square square = pop_square(left);
      const Square next = square + kUp;
      const std::size_t rank = index(relative_rank(kUs, square));
      score += use<kUs>(weights::kPassedPawn[rank]);
      if ((passed & adjacent_files(square) & (bits(rank_of(square)) | bits(rank_of(square - kUp)))) != 0)
        score += use<kUs>(weights::kPassedConnected[rank]);

      // Beyond five steps the distance of a king makes no difference.
      score += use<kUs>(weights::kPassedOwnKingDistance[rank], std::min(distance(us.king, next), 5));
      score += use<kUs>(weights::kPassedEnemyKingDistance[rank], std::min(distance(them.king, next), 5));

      const Bitboard way = file_ahead(kUs, square);
      const Bitboard behind = file_ahead(kThem, square);
      Bitboard their_control = them.by[kAny];
      if (const Bitboard rooks = behind & position_.pieces(PieceType::Rook, PieceType::Queen); rooks != 0) {
        // A rook behind the pawn controls its whole path through it.
        const Bitboard looking = rooks & rook_attacks(square, occupied_);
        if ((looking & position_.pieces(kUs)) != 0) score += use<kUs>(weights::kPassedRookBehind);
        if ((looking & position_.pieces(kThem)) != 0) {
          score += use<kUs>(weights::kPassedEnemyRookBehind);
          their_control |= way;
        }
      }
      if (!contains(occupied_, next)) {
        score += use<kUs>(weights::kPassedCanAdvance[rank]);
        if (!contains(their_control, next)) score += use<kUs>(weights::kPassedSafeAdvance[rank]);
        if (((their_control | position_.pieces(kThem)) & way) == 0) score += use<kUs>(weights::kPassedFreePath[rank]);
        if (contains(us.by[kAny], next)) score += use<kUs>(weights::kPassedDefendedAdvance);
      }
      if (!they_have_pieces && (way & occupied_) == 0) {
        const Square promotion = make_square(file_of(square), relative_rank(kUs, Rank::R8));
        const int steps = std::min(7 - static_cast<int>(rank), 5);
        const int chaser_tempo = position_.side_to_move() == kThem ? 1 : 0;
        if (distance(them.king, promotion) - chaser_tempo > steps) score += use<kUs>(weights::kPassedUnstoppable);
      }
    }
    tracer_.add(Term::PassedPawns, kUs, score);
    return score;
  }

  /// Space behind our pawns to manoeuvre in; worth more with more pieces.
  template <Color kUs>
  Tapered space() {
    constexpr Color kThem = ~kUs;
    constexpr Bitboard kRegion =
        kCenterFiles & (rank_bits(kUs, Rank::R2) | rank_bits(kUs, Rank::R3) | rank_bits(kUs, Rank::R4));
    const Bitboard pawns = position_.pieces(kUs, PieceType::Pawn);
    const Side& them = side<kThem>();
    const Bitboard safe = kRegion & ~pawns & ~them.by[index(PieceType::Pawn)];
    Bitboard behind = pushed<kThem>(pawns);
    behind |= pushed<kThem>(behind) | pushed<kThem>(pushed<kThem>(behind));
    const int room = popcount(safe) + popcount(safe & behind & ~them.by[kAny]);
    const int pieces = std::max(0, popcount(position_.pieces(kUs)) - weights::kSpacePieces);
    const Tapered score = use<kUs>(weights::kSpaceSquare, room * pieces / weights::kSpaceDivisor);
    tracer_.add(Term::Space, kUs, score);
    return score;
  }

  template <Color kUs>
  Tapered imbalance() {
    const Bitboard bishops = position_.pieces(kUs, PieceType::Bishop);
    const int pawns = popcount(position_.pieces(kUs, PieceType::Pawn)) - 5;
    const int knights = popcount(position_.pieces(kUs, PieceType::Knight));
    const int rooks = popcount(position_.pieces(kUs, PieceType::Rook));
    Tapered score = use<kUs>(weights::kKnightPerPawn, knights * pawns) + use<kUs>(weights::kRookPerPawn, rooks * pawns);
    if ((bishops & kLightSquares) != 0 && (bishops & kDarkSquares) != 0) score += use<kUs>(weights::kBishopPair);
    if (rooks >= 2) score += use<kUs>(weights::kSecondRook);
    if (rooks >= 1 && position_.pieces(kUs, PieceType::Queen) != 0) score += use<kUs>(weights::kRookBesideQueen);
    tracer_.add(Term::Imbalance, kUs, score);
    return score;
  }

  const Position& position_;
  PawnEntry& pawns_;
  Tracer& tracer_;
  const Bitboard occupied_;
  std::array<Side, kColorCount> sides_{};
};

int game_phase(const Position& position) {
  int phase = 0;
  for (const PieceType type : {PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen})
    phase += weights::kPhase[index(type)] * popcount(position.pieces(type));
  return std::min(phase, weights::kFullPhase);
}

/// White's point of view, centipawns. `probe` returns the pawn entry and is called only if it is needed.
template <class Tracer, class PawnProbe>
int evaluate_for_white(const Position& position, Tracer& tracer, PawnProbe probe) {
  if (may_be_known_endgame(position)) {
    if (const auto known = known_endgame(position)) {
      const int total = faded_endgame(*known, position.halfmove_clock());
      if constexpr (Tracer::kEnabled) {
        tracer.is_known_endgame = true;
        tracer.blended = *known;
        tracer.total = total;
      }
      return total;
    }
  }
  PawnEntry& pawns = probe();
  Tapered score = Evaluation<Tracer>(position, pawns, tracer).value();
  const Tapered tempo = tracer.use(position.side_to_move(), weights::kTempo);
  score += position.side_to_move() == Color::White ? tempo : -tempo;
  tracer.add(Term::Tempo, position.side_to_move(), tempo);

  // At exactly zero any choice will do; the side to move gives the same one for a mirrored position.
  const Color strong = score.endgame() == 0  ? position.side_to_move()
                       : score.endgame() > 0 ? Color::White
                                             : Color::Black;
  const int scale = endgame_scale(position, strong, pawns.passed[index(strong)]);
  // A certain draw scales both halves; other factors scale the endgame half only.
  const int middlegame = scale == 0 ? 0 : score.middlegame();
  const int endgame = score.endgame() * scale / weights::kFullScale;
  const int phase = game_phase(position);
  const int blended = (middlegame * phase + endgame * (weights::kFullPhase - phase)) / weights::kFullPhase;
  const int total = faded(blended, position.halfmove_clock());
  if constexpr (Tracer::kEnabled) {
    tracer.add(Term::Scaling, Color::White, Tapered(middlegame - score.middlegame(), endgame - score.endgame()));
    tracer.phase = phase;
    tracer.scale = scale;
    tracer.blended = blended;
    tracer.total = total;
  }
  return total;
}

}  // namespace

Score evaluate_classical(const Position& position, PawnTable& pawns) {
  NoTrace nothing;
  const int white = evaluate_for_white(position, nothing, [&]() -> PawnEntry& { return pawns.probe(position); });
  return clamped_to_unproven(Score(position.side_to_move() == Color::White ? white : -white));
}

Trace trace_classical(const Position& position) {
  Trace trace;
  PawnEntry entry;
  evaluate_for_white(position, trace, [&]() -> PawnEntry& {
    entry = evaluate_pawns(position, trace);
    return entry;
  });
  return trace;
}

WeightCounts count_weights(const Position& position) {
  WeightCounts counts;
  PawnEntry entry;
  evaluate_for_white(position, counts, [&]() -> PawnEntry& {
    entry = evaluate_pawns(position, counts);
    return entry;
  });
  return counts;
}

}  // namespace zugwerk::eval
