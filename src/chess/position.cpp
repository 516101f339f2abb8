#include "chess/position.h"

#include <algorithm>
#include <cassert>
#include <string>
#include <utility>

#include "base/format.h"
#include "chess/chess960.h"
#include "chess/reversible_moves.h"

namespace zugwerk::chess {

namespace {

constexpr std::array<KeyPart, kPieceCount> kPartOfPiece = [] {
  std::array<KeyPart, kPieceCount> parts{};
  for (const Color color : kColors) {
    const bool white = color == Color::White;
    const KeyPart minors = white ? KeyPart::WhiteMinors : KeyPart::BlackMinors;
    const KeyPart majors = white ? KeyPart::WhiteMajors : KeyPart::BlackMajors;
    parts[index(make_piece(color, PieceType::Pawn))] = KeyPart::Pawns;
    parts[index(make_piece(color, PieceType::Knight))] = minors;
    parts[index(make_piece(color, PieceType::Bishop))] = minors;
    parts[index(make_piece(color, PieceType::Rook))] = majors;
    parts[index(make_piece(color, PieceType::Queen))] = majors;
    parts[index(make_piece(color, PieceType::King))] = white ? KeyPart::WhiteKing : KeyPart::BlackKing;
  }
  return parts;
}();

[[nodiscard]] Key piece_key(Piece piece, Square square) { return kZobrist.pieces[index(piece)][index(square)]; }
[[nodiscard]] Key en_passant_key(Square square) { return kZobrist.en_passant[index(file_of(square))]; }

[[nodiscard]] Key& part_of(State& state, Piece piece) {
  return state.parts[static_cast<std::size_t>(kPartOfPiece[index(piece)])];
}

/// The wing on which a castling move (king takes rook) goes.
[[nodiscard]] Wing castling_wing(Move move) { return move.to() > move.from() ? Wing::King : Wing::Queen; }

[[nodiscard]] constexpr Square captured_by_en_passant(Color us, Square target) { return target - forward(us); }

[[nodiscard]] constexpr bool is_double_step(Square from, Square to) {
  return (static_cast<unsigned>(from) ^ static_cast<unsigned>(to)) == 16;
}

}  // namespace

// --- Setting up ------------------------------------------------------------------------------------------------------

Position::Position() {
  static const Position start = *from_setup(chess960_setup(kStandardStart, kStandardStart));
  *this = start;
}

base::Expected<Position> Position::from_setup(const PositionSetup& setup) {
  if (auto fault = find_fault(setup)) return tl::unexpected(std::move(*fault));

  Position position{Empty{}};
  for (std::size_t number = 0; number < kSquareCount; ++number)
    if (setup.board[number] != Piece::None) position.put(setup.board[number], square_at(number));
  position.side_ = setup.side_to_move;
  position.ply_from_start_ = 2 * (setup.fullmove_number - 1) + (position.side_ == Color::Black ? 1 : 0);

  State& state = position.states_.top();
  state.halfmove_clock = setup.halfmove_clock;
  for (const Color color : kColors)
    for (const Wing wing : kWings)
      if (const Square rook = setup.castling_rooks[castling_index(color, wing)]; rook != Square::None)
        position.set_castling_right(color, wing, rook);

  const Color us = position.side_;
  if (position.is_attacked(position.king(~us), us, position.occupied()))
    return base::failure(
        base::format("{}'s king can be taken: it is in check, but {} is to move", name_of(~us), name_of(us)));
  us == Color::White ? position.set_checks<Color::White>(state) : position.set_checks<Color::Black>(state);
  if (popcount(state.checkers) > 2)
    return base::failure(base::format("{}'s king is in check by {} pieces, which no move can cause", name_of(us),
                                      popcount(state.checkers)));

  if (setup.en_passant != Square::None && position.has_legal_en_passant(us, setup.en_passant, position.occupied()))
    state.en_passant = setup.en_passant;
  position.set_keys(state);
  return position;
}

PositionSetup Position::setup() const {
  PositionSetup setup;
  setup.board = board_;
  setup.side_to_move = side_;
  for (const Color color : kColors)
    for (const Wing wing : kWings)
      if (castling().has(color, wing)) setup.castling_rooks[castling_index(color, wing)] = castling_rook(color, wing);
  setup.en_passant = en_passant();
  setup.halfmove_clock = std::min(halfmove_clock(), kLargestHalfmoveClock);
  setup.fullmove_number = std::min(fullmove_number(), kLargestFullmoveNumber);
  return setup;
}

void Position::put(Piece piece, Square square) {
  by_type_[index(type_of(piece))] |= bit(square);
  by_color_[index(color_of(piece))] |= bit(square);
  board_[index(square)] = piece;
}

void Position::remove(Piece piece, Square square) {
  by_type_[index(type_of(piece))] ^= bit(square);
  by_color_[index(color_of(piece))] ^= bit(square);
  board_[index(square)] = Piece::None;
}

void Position::relocate(Piece piece, Square from, Square to) {
  const Bitboard both = bit(from) | bit(to);
  by_type_[index(type_of(piece))] ^= both;
  by_color_[index(color_of(piece))] ^= both;
  board_[index(from)] = Piece::None;
  board_[index(to)] = piece;
}

void Position::set_castling_right(Color color, Wing wing, Square rook) {
  const std::size_t which = castling_index(color, wing);
  const Square king_from = king(color);
  const Square king_to = castled_king_square(color, wing);
  const Square rook_to = castled_rook_square(color, wing);
  const CastlingRights right = CastlingRights::of(color, wing);

  castling_rooks_[which] = rook;
  castling_king_ways_[which] = between(king_from, king_to) | bit(king_from) | bit(king_to);
  castling_ways_[which] =
      (castling_king_ways_[which] | between(rook, rook_to) | bit(rook_to)) & ~(bit(king_from) | bit(rook));
  for (const Square square : {king_from, rook}) {
    CastlingRights& lost = rights_lost_at_[index(square)];
    lost = lost.with(right);
  }
  states_.top().castling = castling().with(right);
}

void Position::set_keys(State& state) const {
  state.parts = {};
  for (std::size_t number = 0; number < kSquareCount; ++number) {
    const Piece piece = board_[number];
    if (piece == Piece::None) continue;
    part_of(state, piece) ^= piece_key(piece, square_at(number));
  }
  state.key = kZobrist.castling[state.castling.to_bits()];
  for (const Key part_key : state.parts) state.key ^= part_key;
  if (side_ == Color::Black) state.key ^= kZobrist.black_to_move;
  if (state.en_passant != Square::None) state.key ^= en_passant_key(state.en_passant);
}

// Checkers and pinned pieces of kUs, found by looking for sliders from its king along an empty board.
template <Color kUs>
void Position::set_checks(State& state) const {
  constexpr Color kThem = ~kUs;
  const Square own_king = king(kUs);
  Bitboard checkers = ((pawn_attacks(kUs, own_king) & pieces(PieceType::Pawn)) |
                       (knight_attacks(own_king) & pieces(PieceType::Knight))) &
                      pieces(kThem);
  Bitboard pinned = 0;
  for_each_sniper(own_king, pieces(kThem, PieceType::Bishop, PieceType::Queen),
                  pieces(kThem, PieceType::Rook, PieceType::Queen), occupied(), [&](Square sniper, Bitboard blockers) {
                    if (blockers == 0)
                      checkers |= bit(sniper);
                    else if (!more_than_one(blockers))
                      pinned |= blockers;
                  });
  state.checkers = checkers;
  state.pinned = pinned & pieces(kUs);
}

// --- Attacks ---------------------------------------------------------------------------------------------------------

Bitboard Position::attackers_to(Square square, Bitboard occupied_squares) const {
  return (pawn_attacks(Color::Black, square) & pieces(Color::White, PieceType::Pawn)) |
         (pawn_attacks(Color::White, square) & pieces(Color::Black, PieceType::Pawn)) |
         (knight_attacks(square) & pieces(PieceType::Knight)) | (king_attacks(square) & pieces(PieceType::King)) |
         (bishop_attacks(square, occupied_squares) & pieces(PieceType::Bishop, PieceType::Queen)) |
         (rook_attacks(square, occupied_squares) & pieces(PieceType::Rook, PieceType::Queen));
}

bool Position::is_attacked(Square square, Color by, Bitboard occupied_squares) const {
  return (pawn_attacks(~by, square) & pieces(by, PieceType::Pawn)) != 0 ||
         (knight_attacks(square) & pieces(by, PieceType::Knight)) != 0 ||
         (king_attacks(square) & pieces(by, PieceType::King)) != 0 ||
         (bishop_attacks(square, occupied_squares) & pieces(by, PieceType::Bishop, PieceType::Queen)) != 0 ||
         (rook_attacks(square, occupied_squares) & pieces(by, PieceType::Rook, PieceType::Queen)) != 0;
}

Bitboard Position::king_blockers(Color color, Bitboard& pinners) const {
  Bitboard result = 0;
  Bitboard found_pinners = 0;
  for_each_sniper(king(color), pieces(~color, PieceType::Bishop, PieceType::Queen),
                  pieces(~color, PieceType::Rook, PieceType::Queen), occupied(), [&](Square sniper, Bitboard blockers) {
                    if (blockers == 0 || more_than_one(blockers)) return;
                    result |= blockers;
                    if ((blockers & pieces(color)) != 0) found_pinners |= bit(sniper);
                  });
  pinners = found_pinners;
  return result;
}

CheckInfo Position::check_info() const {
  CheckInfo info;
  info.enemy_king = king(~side_);
  const Bitboard all = occupied();
  const Bitboard diagonal = bishop_attacks(info.enemy_king, all);
  const Bitboard straight = rook_attacks(info.enemy_king, all);
  info.squares[index(PieceType::Pawn)] = pawn_attacks(~side_, info.enemy_king);
  info.squares[index(PieceType::Knight)] = knight_attacks(info.enemy_king);
  info.squares[index(PieceType::Bishop)] = diagonal;
  info.squares[index(PieceType::Rook)] = straight;
  info.squares[index(PieceType::Queen)] = diagonal | straight;
  Bitboard pinners = 0;
  info.discoverers = king_blockers(~side_, pinners) & pieces(side_);
  return info;
}

// --- Judging moves ---------------------------------------------------------------------------------------------------

bool Position::is_pseudo_legal(Move move) const {
  const Color us = side_;
  const Square from = move.from();
  const Square to = move.to();
  const Piece piece = piece_on(from);
  if (piece == Piece::None || color_of(piece) != us) return false;
  const PieceType type = type_of(piece);

  if (move.is_castling()) {
    if (type != PieceType::King || move != Move(from, to, MoveKind::Castling)) return false;
    const Wing wing = castling_wing(move);
    return castling().has(us, wing) && castling_rook(us, wing) == to && (castling_way(us, wing) & occupied()) == 0;
  }
  if (contains(pieces(us), to)) return false;
  // The two bits of the promotion piece mean nothing elsewhere, and one move has only one spelling.
  if (!move.is_promotion() && move != Move(from, to, move.kind())) return false;
  if (type != PieceType::Pawn) return move.kind() == MoveKind::Normal && contains(attacks(type, from, occupied()), to);

  if (move.is_en_passant()) return to == en_passant() && contains(pawn_attacks(us, from), to);
  if (move.is_promotion() != (relative_rank(us, to) == Rank::R8)) return false;
  if (contains(pawn_attacks(us, from), to)) return contains(pieces(~us), to);
  if (!is_empty(to)) return false;
  if (to == from + forward(us)) return true;
  return relative_rank(us, from) == Rank::R2 && is_double_step(from, to) && is_empty(from + forward(us));
}

bool Position::is_safe(Move move) const {
  const Color us = side_;
  const Square from = move.from();
  const Square to = move.to();
  const Square own_king = king(us);

  if (move.is_en_passant()) return is_en_passant_safe(from, to);
  if (move.is_castling()) {
    // A castling rook can be pinned only on the king's rank, which it would open.
    if (contains(pinned(), to)) return false;
    Bitboard way = castling_king_way(us, castling_wing(move));
    while (way != 0)
      if (is_attacked(pop_square(way), ~us, occupied() ^ bit(from))) return false;
    return true;
  }
  if (from == own_king) return !is_attacked(to, ~us, occupied() ^ bit(from));
  if (in_check()) {
    if (more_than_one(checkers())) return false;
    if (!contains(between(own_king, first_square(checkers())) | checkers(), to)) return false;
  }
  return !contains(pinned(), from) || contains(line_through(own_king, from), to);
}

bool Position::is_en_passant_safe(Color capturer, Square from, Square target, Bitboard occupied_squares) const {
  const Bitboard taken = bit(captured_by_en_passant(capturer, target));
  const Bitboard after = (occupied_squares ^ bit(from) ^ taken) | bit(target);
  return (attackers_to(king(capturer), after) & pieces(~capturer) & after) == 0;
}

bool Position::has_legal_en_passant(Color capturer, Square target, Bitboard occupied_squares) const {
  Bitboard capturers = pawn_attacks(~capturer, target) & pieces(capturer, PieceType::Pawn);
  while (capturers != 0)
    if (is_en_passant_safe(capturer, pop_square(capturers), target, occupied_squares)) return true;
  return false;
}

bool Position::gives_check(Move move, const CheckInfo& info) const {
  const Square from = move.from();
  const Square to = move.to();
  if (!move.is_castling()) {
    if (contains(info.squares[index(type_of(piece_on(from)))], to) && !move.is_promotion()) return true;
    if (contains(info.discoverers, from) && !contains(line_through(from, info.enemy_king), to)) return true;
  }
  switch (move.kind()) {
    case MoveKind::Normal:
      return false;
    case MoveKind::Promotion:
      return contains(attacks(move.promotion_type(), to, occupied() ^ bit(from)), info.enemy_king);
    case MoveKind::EnPassant: {
      const Bitboard after = (occupied() ^ bit(from) ^ bit(captured_by_en_passant(side_, to))) | bit(to);
      const Bitboard own = pieces(side_);
      return ((bishop_attacks(info.enemy_king, after) & own & pieces(PieceType::Bishop, PieceType::Queen)) |
              (rook_attacks(info.enemy_king, after) & own & pieces(PieceType::Rook, PieceType::Queen))) != 0;
    }
    case MoveKind::Castling: {
      const Wing wing = castling_wing(move);
      const Square king_to = castled_king_square(side_, wing);
      const Square rook_to = castled_rook_square(side_, wing);
      const Bitboard after = (occupied() ^ bit(from) ^ bit(to)) | bit(king_to) | bit(rook_to);
      // Besides the rook itself, a slider behind the king or the rook may be uncovered in Chess960.
      const Bitboard own = (pieces(side_) ^ bit(to)) & pieces(PieceType::Rook, PieceType::Queen);
      return (rook_attacks(info.enemy_king, after) & (own | bit(rook_to))) != 0;
    }
  }
  return false;
}

MoveDelta Position::delta_of(Move move) const {
  MoveDelta delta;
  const Square from = move.from();
  const Square to = move.to();
  const Piece piece = piece_on(from);
  if (move.is_castling()) {
    const Wing wing = castling_wing(move);
    delta.add(piece, from, castled_king_square(side_, wing));
    delta.add(piece_on(to), to, castled_rook_square(side_, wing));
    return delta;
  }
  delta.add(piece, from, move.is_promotion() ? Square::None : to);
  const Square capture_square = move.is_en_passant() ? captured_by_en_passant(side_, to) : to;
  if (!is_empty(capture_square)) delta.add(piece_on(capture_square), capture_square, Square::None);
  if (move.is_promotion()) delta.add(make_piece(side_, move.promotion_type()), Square::None, to);
  return delta;
}

// --- Making moves ----------------------------------------------------------------------------------------------------

template <Color kUs>
void Position::apply(Move move) {
  constexpr Color kThem = ~kUs;
  const Square from = move.from();
  const Square to = move.to();
  const Piece piece = board_[index(from)];

  State& next = states_.push();
  const State& old = states_.back(1);
  next.parts = old.parts;
  next.plies_since_null = old.plies_since_null + 1;
  next.en_passant = Square::None;
  next.captured = Piece::None;
  next.move = move;
  next.halfmove_clock = old.halfmove_clock + 1;
  Key key = old.key ^ kZobrist.black_to_move;
  if (old.en_passant != Square::None) key ^= en_passant_key(old.en_passant);

  const CastlingRights kept = old.castling.without(rights_lost_at_[index(from)]).without(rights_lost_at_[index(to)]);
  key ^= kZobrist.castling[old.castling.to_bits()] ^ kZobrist.castling[kept.to_bits()];
  next.castling = kept;

  side_ = kThem;
  ++ply_from_start_;

  if (move.is_castling()) [[unlikely]] {
    const Wing wing = castling_wing(move);
    const Square king_to = castled_king_square(kUs, wing);
    const Square rook_to = castled_rook_square(kUs, wing);
    const Piece rook = make_piece(kUs, PieceType::Rook);
    // The squares of king and rook may overlap in Chess960, so both leave before either arrives.
    remove(piece, from);
    remove(rook, to);
    put(piece, king_to);
    put(rook, rook_to);
    const Key king_change = piece_key(piece, from) ^ piece_key(piece, king_to);
    const Key rook_change = piece_key(rook, to) ^ piece_key(rook, rook_to);
    part_of(next, piece) ^= king_change;
    part_of(next, rook) ^= rook_change;
    next.key = key ^ king_change ^ rook_change;
    set_checks<kThem>(next);
    return;
  }

  const Square capture_square = move.is_en_passant() ? captured_by_en_passant(kUs, to) : to;
  const Piece captured = board_[index(capture_square)];
  if (captured != Piece::None) {
    remove(captured, capture_square);
    const Key change = piece_key(captured, capture_square);
    part_of(next, captured) ^= change;
    key ^= change;
    next.captured = captured;
    next.halfmove_clock = 0;
  }

  relocate(piece, from, to);
  const Key change = piece_key(piece, from) ^ piece_key(piece, to);
  part_of(next, piece) ^= change;
  key ^= change;

  if (type_of(piece) == PieceType::Pawn) {
    next.halfmove_clock = 0;
    if (move.is_promotion()) {
      const Piece promoted = make_piece(kUs, move.promotion_type());
      remove(piece, to);
      put(promoted, to);
      part_of(next, piece) ^= piece_key(piece, to);
      part_of(next, promoted) ^= piece_key(promoted, to);
      key ^= piece_key(piece, to) ^ piece_key(promoted, to);
    } else if (is_double_step(from, to)) {
      const Square target = from + forward(kUs);
      if (has_legal_en_passant(kThem, target, occupied())) {
        next.en_passant = target;
        key ^= en_passant_key(target);
      }
    }
  }
  next.key = key;
  set_checks<kThem>(next);
}

template <Color kUs>
void Position::revert() {
  const Move move = state().move;
  const Piece captured = state().captured;
  const Square from = move.from();
  const Square to = move.to();
  states_.pop();
  side_ = kUs;
  --ply_from_start_;

  if (move.is_castling()) [[unlikely]] {
    const Wing wing = castling_wing(move);
    const Piece own_king = make_piece(kUs, PieceType::King);
    const Piece rook = make_piece(kUs, PieceType::Rook);
    remove(own_king, castled_king_square(kUs, wing));
    remove(rook, castled_rook_square(kUs, wing));
    put(own_king, from);
    put(rook, to);
    return;
  }
  if (move.is_promotion()) {
    remove(board_[index(to)], to);
    put(make_piece(kUs, PieceType::Pawn), from);
  } else {
    relocate(board_[index(to)], to, from);
  }
  if (captured != Piece::None) put(captured, move.is_en_passant() ? captured_by_en_passant(kUs, to) : to);
}

void Position::make(Move move) {
  assert(is_legal(move));
  side_ == Color::White ? apply<Color::White>(move) : apply<Color::Black>(move);
}

void Position::undo() {
  assert(history_length() > 0 && state().move != Move::null());
  side_ == Color::White ? revert<Color::Black>() : revert<Color::White>();
}

void Position::make_null() {
  assert(!in_check());
  const Key key_after = key_after_null();
  State& next = states_.push();
  const State& old = states_.back(1);
  next = old;
  next.halfmove_clock = old.halfmove_clock + 1;
  next.plies_since_null = 0;
  next.captured = Piece::None;
  next.move = Move::null();
  next.key = key_after;
  next.en_passant = Square::None;
  side_ = ~side_;
  ++ply_from_start_;
  side_ == Color::White ? set_checks<Color::White>(next) : set_checks<Color::Black>(next);
}

void Position::undo_null() {
  assert(history_length() > 0 && state().move == Move::null());
  states_.pop();
  side_ = ~side_;
  --ply_from_start_;
}

// --- History and comparison ------------------------------------------------------------------------------------------

int Position::repetitions() const {
  const auto reversible = static_cast<std::size_t>(std::min(state().halfmove_clock, state().plies_since_null));
  int count = 0;
  for (std::size_t plies = 4; plies <= reversible; plies += 2)
    if (states_.back(plies).key == key()) ++count;
  return count;
}

bool Position::is_repetition(int ply) const {
  const int reversible = std::min(state().halfmove_clock, state().plies_since_null);
  bool seen_in_game = false;
  for (int plies = 4; plies <= reversible; plies += 2) {
    if (states_.back(static_cast<std::size_t>(plies)).key != key()) continue;
    if (plies < ply || seen_in_game) return true;
    seen_in_game = true;
  }
  return false;
}

bool Position::has_upcoming_repetition(int ply) const {
  const int reversible = std::min({state().halfmove_clock, state().plies_since_null, ply - 1});
  for (int plies = 3; plies <= reversible; plies += 2) {
    const ReversibleMove* const move = find_reversible_move(key() ^ states_.back(static_cast<std::size_t>(plies)).key);
    if (move == nullptr || (between(move->a, move->b) & occupied()) != 0) continue;
    // The difference may also be a move of the opponent, made in a roundabout way; then we cannot undo it.
    const Square from = is_empty(move->a) ? move->b : move->a;
    if (color_of(piece_on(from)) == side_) return true;
  }
  return false;
}

Position Position::color_flipped() const {
  const PositionSetup original = setup();
  PositionSetup flipped_setup = original;
  for (std::size_t number = 0; number < kSquareCount; ++number) {
    const Piece piece = original.board[number];
    flipped_setup.board[index(flipped(square_at(number)))] =
        piece == Piece::None ? Piece::None : make_piece(~color_of(piece), type_of(piece));
  }
  flipped_setup.side_to_move = ~original.side_to_move;
  for (const Color color : kColors) {
    for (const Wing wing : kWings) {
      const Square rook = original.castling_rooks[castling_index(color, wing)];
      flipped_setup.castling_rooks[castling_index(~color, wing)] = rook == Square::None ? rook : flipped(rook);
    }
  }
  if (original.en_passant != Square::None) flipped_setup.en_passant = flipped(original.en_passant);
  auto result = from_setup(flipped_setup);
  assert(result);
  return *std::move(result);
}

bool Position::is_consistent() const {
  for (std::size_t number = 0; number < kSquareCount; ++number) {
    const Piece piece = board_[number];
    int seen = 0;
    for (const Color color : kColors)
      for (const PieceType type : kPieceTypes)
        if (contains(pieces(color, type), square_at(number))) {
          if (piece != make_piece(color, type)) return false;
          ++seen;
        }
    if (seen != (piece == Piece::None ? 0 : 1)) return false;
    if (contains(occupied(), square_at(number)) != (piece != Piece::None)) return false;
  }
  State fresh = state();
  set_keys(fresh);
  side_ == Color::White ? set_checks<Color::White>(fresh) : set_checks<Color::Black>(fresh);
  return fresh.parts == state().parts && fresh.key == state().key && fresh.checkers == state().checkers &&
         fresh.pinned == state().pinned &&
         (en_passant() == Square::None || has_legal_en_passant(side_, en_passant(), occupied()));
}

}  // namespace zugwerk::chess
