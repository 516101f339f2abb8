#include "chess/movegen.h"

namespace zugwerk::chess {

namespace {

// The generator passes its moves to a sink, as sets of squares where it can: a list writes them out one by one, a
// counter only counts bits. Both get the same masks.

class ListSink {
 public:
  explicit ListSink(MoveList& moves) : moves_(moves) {}

  void piece_moves(Square from, Bitboard targets) {
    while (targets != 0) moves_.push(Move(from, pop_square(targets)));
  }
  template <int kStep>
  void pawn_moves(Bitboard targets) {
    while (targets != 0) {
      const Square to = pop_square(targets);
      moves_.push(Move(origin<kStep>(to), to));
    }
  }
  template <int kStep>
  void promotions(Bitboard targets) {
    while (targets != 0) {
      const Square to = pop_square(targets);
      for (const PieceType type : kPromotionTypes) moves_.push(Move::promotion(origin<kStep>(to), to, type));
    }
  }
  void single(Move move) { moves_.push(move); }

 private:
  template <int kStep>
  [[nodiscard]] static Square origin(Square to) {
    return static_cast<Square>(static_cast<int>(to) - kStep);
  }

  MoveList& moves_;
};

class CountSink {
 public:
  void piece_moves(Square, Bitboard targets) { count_ += popcount(targets); }
  template <int kStep>
  void pawn_moves(Bitboard targets) {
    count_ += popcount(targets);
  }
  template <int kStep>
  void promotions(Bitboard targets) {
    count_ += 4 * popcount(targets);
  }
  void single(Move) { ++count_; }

  [[nodiscard]] int count() const { return count_; }

 private:
  int count_ = 0;
};

/// The two diagonals through each square: a pinned pawn may capture only along the diagonal of its pin.
struct Diagonals {
  std::array<Bitboard, kSquareCount> rising{};   // a1 to h8
  std::array<Bitboard, kSquareCount> falling{};  // a8 to h1
};

constexpr Diagonals kDiagonals = [] {
  Diagonals diagonals;
  for (std::size_t number = 0; number < kSquareCount; ++number) {
    const Square square = square_at(number);
    diagonals.rising[number] = ray_to_edge(square, {1, 1}) | ray_to_edge(square, {-1, -1});
    diagonals.falling[number] = ray_to_edge(square, {1, -1}) | ray_to_edge(square, {-1, 1});
  }
  return diagonals;
}();

template <Color kBy>
[[nodiscard]] Bitboard attacked_squares(const Position& position, Bitboard occupied) {
  const Bitboard own = position.pieces(kBy);
  Bitboard result = pawn_attacks<kBy>(own & position.pieces(PieceType::Pawn)) | king_attacks(position.king(kBy));
  for (Bitboard knights = own & position.pieces(PieceType::Knight); knights != 0;)
    result |= knight_attacks(pop_square(knights));
  for (Bitboard diagonal = own & position.pieces(PieceType::Bishop, PieceType::Queen); diagonal != 0;)
    result |= bishop_attacks(pop_square(diagonal), occupied);
  for (Bitboard straight = own & position.pieces(PieceType::Rook, PieceType::Queen); straight != 0;)
    result |= rook_attacks(pop_square(straight), occupied);
  return result;
}

template <Color kUs, MoveSet kSet, class Sink>
class Generator {
 public:
  Generator(const Position& position, Sink& sink)
      : position_(position),
        sink_(sink),
        king_(position.king(kUs)),
        occupied_(position.occupied()),
        own_(position.pieces(kUs)),
        theirs_(position.pieces(kThem)) {}

  void run() {
    const Bitboard checkers = position_.checkers();
    if (checkers == 0)
      generate_pieces(kAllSquares);
    else if (!more_than_one(checkers))
      generate_pieces(between(king_, first_square(checkers)) | checkers);
    generate_king();
  }

 private:
  static constexpr Color kThem = ~kUs;
  static constexpr bool kWantsCaptures = kSet != MoveSet::Quiets;
  static constexpr bool kWantsQuiets = kSet != MoveSet::Captures;

  /// The squares that a piece of the wanted set may go to.
  [[nodiscard]] Bitboard wanted_targets() const {
    if constexpr (kSet == MoveSet::Captures)
      return theirs_;
    else if constexpr (!kWantsCaptures)
      return ~occupied_;
    else
      return ~own_;
  }

  /// Everything but the king. `evasion` is where a check is met: all squares if there is none.
  void generate_pieces(Bitboard evasion) {
    generate_pawns(evasion);
    const Bitboard targets = wanted_targets() & evasion;
    const Bitboard pinned = position_.pinned();
    const Bitboard free = own_ & ~pinned;

    // A pinned knight never has a move.
    for (Bitboard knights = free & position_.pieces(PieceType::Knight); knights != 0;) {
      const Square from = pop_square(knights);
      sink_.piece_moves(from, knight_attacks(from) & targets);
    }
    // A queen is generated as a bishop, then as a rook: branches predict better in two loops that run often than in
    // three that run seldom.
    for (Bitboard diagonal = free & position_.pieces(PieceType::Bishop, PieceType::Queen); diagonal != 0;) {
      const Square from = pop_square(diagonal);
      sink_.piece_moves(from, bishop_attacks(from, occupied_) & targets);
    }
    for (Bitboard straight = free & position_.pieces(PieceType::Rook, PieceType::Queen); straight != 0;) {
      const Square from = pop_square(straight);
      sink_.piece_moves(from, rook_attacks(from, occupied_) & targets);
    }

    // Pinned sliders stay on the line of their pin; one that is pinned while another piece gives check has no move.
    const Bitboard sliders = position_.pieces(PieceType::Bishop, PieceType::Rook) | position_.pieces(PieceType::Queen);
    for (Bitboard held = pinned & sliders; held != 0;) {
      const Square from = pop_square(held);
      const PieceType type = type_of(position_.piece_on(from));
      sink_.piece_moves(from, attacks(type, from, occupied_) & targets & line_through(king_, from));
    }
  }

  void generate_pawns(Bitboard evasion) {
    constexpr bool kWhite = kUs == Color::White;
    constexpr Bitboard kLastRank = bits(relative_rank(kUs, Rank::R8));
    constexpr Bitboard kThirdRank = bits(relative_rank(kUs, Rank::R3));
    constexpr Direction kForward = forward(kUs);
    constexpr int kPush = static_cast<int>(kForward);
    constexpr Direction kRight = kWhite ? Direction::NorthEast : Direction::SouthEast;
    constexpr Direction kLeft = kWhite ? Direction::NorthWest : Direction::SouthWest;

    const Bitboard pawns = own_ & position_.pieces(PieceType::Pawn);
    const Bitboard free = ~position_.pinned();
    const Bitboard empty = ~occupied_;

    // A pinned pawn may still move along the line of its pin, which is the line through the pawn and its king.
    const Bitboard pushing = pawns & (free | bits(file_of(king_)));
    const Bitboard one_step = shifted<kForward>(pushing) & empty;
    const Bitboard quiet_steps = one_step & ~kLastRank;

    if constexpr (kWantsQuiets) {
      const Bitboard two_steps = shifted<kForward>(one_step & kThirdRank) & empty & evasion;
      sink_.template pawn_moves<kPush>(quiet_steps & evasion);
      sink_.template pawn_moves<2 * kPush>(two_steps);
    }
    if constexpr (kWantsCaptures) {
      const Bitboard rising = kDiagonals.rising[index(king_)];
      const Bitboard falling = kDiagonals.falling[index(king_)];
      const Bitboard goal = theirs_ & evasion;
      const Bitboard right = shifted<kRight>(pawns & (free | (kWhite ? rising : falling))) & goal;
      const Bitboard left = shifted<kLeft>(pawns & (free | (kWhite ? falling : rising))) & goal;
      sink_.template pawn_moves<static_cast<int>(kRight)>(right & ~kLastRank);
      sink_.template pawn_moves<static_cast<int>(kLeft)>(left & ~kLastRank);
      const Bitboard promoting_steps = one_step & kLastRank & evasion;
      if (((promoting_steps | left | right) & kLastRank) != 0) {
        sink_.template promotions<static_cast<int>(kRight)>(right & kLastRank);
        sink_.template promotions<static_cast<int>(kLeft)>(left & kLastRank);
        sink_.template promotions<kPush>(promoting_steps);
      }
      if (position_.en_passant() != Square::None) generate_en_passant(pawns);
    }
  }

  void generate_en_passant(Bitboard pawns) {
    const Square target = position_.en_passant();
    for (Bitboard capturers = pawn_attacks(kThem, target) & pawns; capturers != 0;) {
      const Square from = pop_square(capturers);
      if (position_.is_en_passant_safe(from, target)) sink_.single(Move(from, target, MoveKind::EnPassant));
    }
  }

  void generate_king() {
    const Bitboard targets = king_attacks(king_) & wanted_targets();
    const CastlingRights castling = possible_castling();
    if (targets == 0 && !castling.any()) return;

    // The king does not shield the squares behind it: it would still be in check there.
    const Bitboard danger = attacked_squares<kThem>(position_, occupied_ ^ bit(king_));
    sink_.piece_moves(king_, targets & ~danger);
    if (castling.any()) generate_castling(castling, danger);
  }

  /// The castling rights whose path is clear; none if the caller does not want castling.
  [[nodiscard]] CastlingRights possible_castling() const {
    CastlingRights possible;
    if constexpr (kWantsQuiets)
      for (const Wing wing : kWings)
        if (position_.castling().has(kUs, wing) && (position_.castling_way(kUs, wing) & occupied_) == 0)
          possible = possible.with(CastlingRights::of(kUs, wing));
    return possible;
  }

  void generate_castling(CastlingRights castling, Bitboard danger) {
    for (const Wing wing : kWings) {
      if (!castling.has(kUs, wing) || (position_.castling_king_way(kUs, wing) & danger) != 0) continue;
      const Square rook = position_.castling_rook(kUs, wing);
      if (contains(position_.pinned(), rook)) continue;  // moving it would open the king's rank
      sink_.single(Move(king_, rook, MoveKind::Castling));
    }
  }

  const Position& position_;
  Sink& sink_;
  const Square king_;
  const Bitboard occupied_;
  const Bitboard own_;
  const Bitboard theirs_;
};

template <MoveSet kSet, class Sink>
void run_generator(const Position& position, Sink& sink) {
  if (position.side_to_move() == Color::White)
    Generator<Color::White, kSet, Sink>(position, sink).run();
  else
    Generator<Color::Black, kSet, Sink>(position, sink).run();
}

}  // namespace

template <MoveSet kSet>
void generate(const Position& position, MoveList& moves) {
  ListSink sink(moves);
  run_generator<kSet>(position, sink);
}

template void generate<MoveSet::All>(const Position&, MoveList&);
template void generate<MoveSet::Captures>(const Position&, MoveList&);
template void generate<MoveSet::Quiets>(const Position&, MoveList&);

MoveList legal_moves(const Position& position) {
  MoveList moves;
  generate<MoveSet::All>(position, moves);
  return moves;
}

int count_legal_moves(const Position& position) {
  CountSink sink;
  run_generator<MoveSet::All>(position, sink);
  return sink.count();
}

bool has_legal_move(const Position& position) { return count_legal_moves(position) != 0; }

}  // namespace zugwerk::chess
