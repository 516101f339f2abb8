#include "chess/notation/san.h"

#include <array>
#include <cassert>
#include <cstddef>
#include <optional>

#include "base/text.h"
#include "chess/movegen.h"
#include "chess/notation/coordinate.h"

namespace zugwerk::chess {

namespace {

/// By letter: the piece that a capital letter at the start of a move means. Pawns have none.
constexpr std::array<PieceType, 256> kOfficerOfLetter = [] {
  std::array<PieceType, 256> types{};
  types.fill(PieceType::None);
  for (const PieceType type : kPieceTypes)
    if (type != PieceType::Pawn) types[static_cast<unsigned char>(letter_of(type))] = type;
  return types;
}();

[[nodiscard]] PieceType officer_of(char letter) { return kOfficerOfLetter[static_cast<unsigned char>(letter)]; }

/// Distance of a letter or digit from the first one; at least 8 (as unsigned) for anything else.
[[nodiscard]] constexpr unsigned file_number(char c) { return static_cast<unsigned char>(c) - unsigned{'a'}; }
[[nodiscard]] constexpr unsigned rank_number(char c) { return static_cast<unsigned char>(c) - unsigned{'1'}; }

[[nodiscard]] constexpr Square square_of(unsigned file, unsigned rank) { return static_cast<Square>(8 * rank + file); }

/// The part of `origins` from which a move to `to` does not leave the own king in check. Not for kings and en passant.
[[nodiscard]] inline Bitboard safe_origins(const Position& position, Bitboard origins, Square to) {
  const Square king = position.king(position.side_to_move());
  if (const Bitboard checkers = position.checkers(); checkers != 0) {
    if (more_than_one(checkers) || !contains(between(king, first_square(checkers)) | checkers, to)) return 0;
  }
  // A pinned piece may go where king, piece and target are on one line.
  if (const Bitboard pinned = position.pinned() & origins; pinned != 0) origins &= ~pinned | line_through(king, to);
  return origins;
}

/// The origins of a pawn's step to an empty square, own king's safety aside.
[[nodiscard]] inline Bitboard step_origins(const Position& position, Square to) {
  const Color us = position.side_to_move();
  if (!position.is_empty(to) || relative_rank(us, to) < Rank::R3) return 0;
  const Bitboard pawns = position.pieces(us, PieceType::Pawn);
  const Square one_back = to - forward(us);
  if (contains(pawns, one_back)) return bit(one_back);
  if (relative_rank(us, to) != Rank::R4 || !position.is_empty(one_back)) return 0;
  return pawns & bit(one_back - forward(us));
}

/// Where a move of a piece other than king and pawn to `to` can start, limited to `mask`.
[[nodiscard]] inline Bitboard officer_origins(const Position& position, PieceType type, Square to, Bitboard mask) {
  const Bitboard own = position.pieces(position.side_to_move());
  if (contains(own, to)) return 0;
  return safe_origins(position, attacks(type, to, position.occupied()) & own & position.pieces(type) & mask, to);
}

[[nodiscard]] inline Move only_move(Bitboard origins, Square to) {
  if (origins == 0 || more_than_one(origins)) return {};
  return {first_square(origins), to};
}

[[nodiscard]] inline Move find_king_move(const Position& position, Square to) {
  const Color us = position.side_to_move();
  const Square king = position.king(us);
  if (!contains(king_attacks(king) & ~position.pieces(us), to)) return {};
  if (position.is_attacked(to, ~us, position.occupied() ^ bit(king))) return {};
  return {king, to};
}

/// Castling on a wing, legal or not; none if the right is gone.
[[nodiscard]] Move castling_move(const Position& position, Wing wing) {
  const Color us = position.side_to_move();
  if (!position.castling().has(us, wing)) return {};
  return {position.king(us), position.castling_rook(us, wing), MoveKind::Castling};
}

/// Reads correct notation, without promotions and full origin squares. What it does not recognise may still be a move
/// for the tolerant reader below.
[[nodiscard]] inline Move find_well_formed(const Position& position, std::string_view text) {
  std::size_t length = text.size();
  if (length < 2) return {};
  if (text[length - 1] == '+' || text[length - 1] == '#') --length;
  if (length < 2) return {};
  const unsigned file = file_number(text[length - 2]);
  const unsigned rank = rank_number(text[length - 1]);
  if ((file | rank) >= 8) {
    if (text[0] != 'O') return {};
    const std::string_view body = text.substr(0, length);
    if (body != "O-O" && body != "O-O-O") return {};
    const Move move = castling_move(position, length == 3 ? Wing::King : Wing::Queen);
    return move && position.is_legal(move) ? move : Move();
  }
  const Square to = square_of(file, rank);

  if (const PieceType type = officer_of(text[0]); type != PieceType::None) {
    std::size_t between_letter_and_square = length - 3;  // the letter is no square, so it is not one of the two above
    Bitboard mask = kAllSquares;
    if (between_letter_and_square != 0) {
      if (text[between_letter_and_square] == 'x') --between_letter_and_square;
      if (between_letter_and_square > 1) return {};
      if (between_letter_and_square == 1) {
        const unsigned from_file = file_number(text[1]);
        const unsigned from_rank = rank_number(text[1]);
        if (from_file < 8)
          mask = bits(static_cast<File>(from_file));
        else if (from_rank < 8)
          mask = bits(static_cast<Rank>(from_rank));
        else
          return {};
      }
    }
    if (type == PieceType::King) return mask == kAllSquares ? find_king_move(position, to) : Move();
    return only_move(officer_origins(position, type, to, mask), to);
  }

  const Color us = position.side_to_move();
  if (relative_rank(us, to) == Rank::R8) return {};
  if (length == 2) return only_move(safe_origins(position, step_origins(position, to), to), to);
  const unsigned from_file = file_number(text[0]);
  if (length != 4 || text[1] != 'x' || from_file >= 8) return {};
  const Bitboard origin =
      pawn_attacks(~us, to) & position.pieces(us, PieceType::Pawn) & bits(static_cast<File>(from_file));
  if (origin == 0) return {};
  if (contains(position.pieces(~us), to)) return only_move(safe_origins(position, origin, to), to);
  if (to != position.en_passant() || !position.is_en_passant_safe(first_square(origin), to)) return {};
  return {first_square(origin), to, MoveKind::EnPassant};
}

// --- The tolerant reader ---------------------------------------------------------------------------------------------

/// What a text says, before looking at the board.
struct Notation {
  PieceType type = PieceType::Pawn;
  PieceType promotion = PieceType::None;
  bool names_type = false;
  bool captures = false;
  std::optional<File> from_file;
  std::optional<Rank> from_rank;
  Square to = Square::None;

  [[nodiscard]] bool has_full_origin() const { return from_file && from_rank; }
  [[nodiscard]] Bitboard mask() const {
    return (from_file ? bits(*from_file) : kAllSquares) & (from_rank ? bits(*from_rank) : kAllSquares);
  }
};

void strip_suffixes(std::string_view& text) {
  for (bool stripped = true; stripped;) {
    stripped = false;
    while (!text.empty() && (base::is_space(text.back()) || text.back() == '+' || text.back() == '#' ||
                             text.back() == '!' || text.back() == '?')) {
      text.remove_suffix(1);
      stripped = true;
    }
    for (const std::string_view suffix : {"e.p.", "e.p", "ep"}) {
      if (text.size() <= suffix.size() || !text.ends_with(suffix)) continue;
      text.remove_suffix(suffix.size());
      stripped = true;
    }
  }
}

/// The wing of castling, in any spelling.
[[nodiscard]] std::optional<Wing> read_castling(std::string_view text) {
  std::size_t letters = 0;
  bool after_letter = false;
  for (const char c : text) {
    const bool letter = c == 'O' || c == '0' || c == 'o';
    if (!letter && !(c == '-' && after_letter)) return std::nullopt;
    if (letter) ++letters;
    after_letter = letter;
  }
  if (!after_letter || (letters != 2 && letters != 3)) return std::nullopt;
  return letters == 2 ? Wing::King : Wing::Queen;
}

/// Cuts the promotion piece off the end of `text`: "=Q", "(Q)", "/Q" or just "Q" after a rank, in either case.
[[nodiscard]] PieceType take_promotion(std::string_view& text) {
  std::string_view rest = text;
  const bool in_brackets = rest.ends_with(')');
  if (in_brackets) rest.remove_suffix(1);
  if (rest.empty()) return PieceType::None;
  const auto type = piece_type_from_letter(base::to_upper(rest.back()));
  if (!type) return PieceType::None;
  rest.remove_suffix(1);
  if (in_brackets) {
    if (!rest.ends_with('(')) return PieceType::None;
    rest.remove_suffix(1);
  }
  if (rest.ends_with('=') || rest.ends_with('/')) rest.remove_suffix(1);
  if (rest.empty() || rank_number(rest.back()) >= 8) return PieceType::None;
  text = rest;
  return *type;
}

/// `text` without suffixes; a first letter has been taken off if it names a piece.
[[nodiscard]] std::optional<Notation> read_squares(std::string_view text, Notation notation) {
  notation.promotion = take_promotion(text);
  std::array<char, 4> kept{};
  std::size_t count = 0;
  for (const char c : text) {
    if (c == 'x' || c == 'X' || c == ':') {
      notation.captures = true;
    } else if (c != '-') {
      if (count == kept.size()) return std::nullopt;
      kept[count++] = c;
    }
  }
  if (count < 2) return std::nullopt;
  const auto to = square_from_text({kept.data() + count - 2, 2});
  if (!to) return std::nullopt;
  notation.to = *to;
  std::size_t used = 0;
  if (used < count - 2) {
    notation.from_file = file_from_letter(kept[used]);
    if (notation.from_file) ++used;
  }
  if (used < count - 2) {
    notation.from_rank = rank_from_digit(kept[used]);
    if (notation.from_rank) ++used;
  }
  if (used != count - 2) return std::nullopt;
  return notation;
}

[[nodiscard]] std::optional<Notation> read_notation(std::string_view text) {
  Notation notation;
  if (text.empty()) return std::nullopt;
  // A lower-case b is a file; the other lower-case piece letters are unambiguous.
  const auto type = piece_type_from_letter(text[0] == 'b' ? '?' : base::to_upper(text[0]));
  if (type) {
    notation.type = *type;
    notation.names_type = true;
    text.remove_prefix(1);
  }
  return read_squares(text, notation);
}

/// Finds the move for a notation or, if asked, says why there is none.
class Resolver {
 public:
  /// `reason` may be nullptr if no message is needed.
  Resolver(const Position& position, std::string* reason) : position_(position), reason_(reason) {}

  [[nodiscard]] Move resolve(std::string_view text) {
    strip_suffixes(text);
    if (text == "--" || text == "Z0" || text == "@@@@" || text == "0000") return refuse("null moves are not played");
    if (const auto wing = read_castling(text)) return resolve_castling(*wing);
    const auto notation = read_notation(text);
    if (notation)
      if (const Move move = resolve_notation(*notation)) return move;
    if (text.starts_with('b')) {
      Notation bishop;
      bishop.type = PieceType::Bishop;
      bishop.names_type = true;
      const auto as_bishop = read_squares(text.substr(1), bishop);
      // The error of the usual reading explains more than the error of this one.
      std::string* const reason = notation ? nullptr : reason_;
      if (as_bishop) return Resolver(position_, reason).resolve_notation(*as_bishop);
    }
    return notation ? Move() : refuse("this is not a move in algebraic notation");
  }

 private:
  template <class... Parts>
  [[nodiscard]] Move refuse(const Parts&... parts) {
    if (reason_ != nullptr) {
      reason_->clear();
      (reason_->append(parts), ...);
    }
    return {};
  }

  [[nodiscard]] Color us() const { return position_.side_to_move(); }

  [[nodiscard]] Move resolve_castling(Wing wing) {
    const Move move = castling_move(position_, wing);
    const std::string_view side = wing == Wing::King ? "king's side" : "queen's side";
    if (!move) return refuse(name_of(us()), " has no right to castle on the ", side);
    if (position_.is_legal(move)) return move;
    if ((position_.castling_way(us(), wing) & position_.occupied()) != 0)
      return refuse("a piece stands in the way on the ", side);
    if (position_.in_check()) return refuse("the king is in check and may not castle");
    return refuse("the king passes an attacked square or would be in check on the ", side);
  }

  [[nodiscard]] Move resolve_notation(Notation notation) {
    if (notation.has_full_origin()) {
      const Square from = make_square(*notation.from_file, *notation.from_rank);
      if (!notation.names_type) {
        const Piece piece = position_.piece_on(from);
        if (piece == Piece::None) return refuse(to_string(from), " is empty");
        if (color_of(piece) != us()) return refuse("the piece on ", to_string(from), " is not ", name_of(us()), "'s");
        notation.type = type_of(piece);
      }
      if (const Move move = castling_by_squares(notation.type, from, notation.to)) return move;
    }
    const bool promotes = notation.promotion != PieceType::None;
    if (notation.type != PieceType::Pawn && promotes) return refuse("only a pawn promotes");
    if (contains(position_.pieces(us()), notation.to))
      return refuse(to_string(notation.to), " is occupied by ", name_of(us()), "'s own ",
                    name_of(type_of(position_.piece_on(notation.to))));
    if (notation.type == PieceType::Pawn) return resolve_pawn(notation);

    const Bitboard reaching = attacks(notation.type, notation.to, position_.occupied()) &
                              position_.pieces(us(), notation.type) & notation.mask();
    Bitboard safe = 0;
    for (Bitboard left = reaching; left != 0;) {
      const Square from = pop_square(left);
      if (position_.is_safe(Move(from, notation.to))) safe |= bit(from);
    }
    return choose(notation, reaching, safe);
  }

  /// Castling as UCI writes it: the king's two squares, or the king taking its rook.
  [[nodiscard]] Move castling_by_squares(PieceType type, Square from, Square to) const {
    if (type != PieceType::King || from != position_.king(us()) || contains(king_attacks(from), to)) {
      if (position_.piece_on(to) != make_piece(us(), PieceType::Rook) || from != position_.king(us())) return {};
    }
    const std::array<char, 4> text{letter_of(file_of(from)), digit_of(rank_of(from)), letter_of(file_of(to)),
                                   digit_of(rank_of(to))};
    const auto move = parse_coordinate_move(position_, {text.data(), text.size()});
    return move && move->is_castling() ? *move : Move();
  }

  [[nodiscard]] Move resolve_pawn(const Notation& notation) {
    const Square to = notation.to;
    const bool steps = notation.from_file ? *notation.from_file == file_of(to) : !notation.captures;
    const bool en_passant = !steps && to == position_.en_passant();
    Bitboard reaching = 0;
    if (steps)
      reaching = step_origins(position_, to);
    else if (en_passant || contains(position_.pieces(~us()), to))
      reaching = pawn_attacks(~us(), to) & position_.pieces(us(), PieceType::Pawn);
    reaching &= notation.mask();

    Bitboard safe = 0;
    for (Bitboard left = reaching; left != 0;) {
      const Square from = pop_square(left);
      if (position_.is_safe(Move(from, to, en_passant ? MoveKind::EnPassant : MoveKind::Normal))) safe |= bit(from);
    }
    const Move move = choose(notation, reaching, safe);
    if (!move) return move;
    if (en_passant) return {move.from(), to, MoveKind::EnPassant};

    const PieceType promotion = notation.promotion;
    const bool on_last_rank = relative_rank(us(), to) == Rank::R8;
    if (!on_last_rank)
      return promotion == PieceType::None ? move : refuse("a pawn does not promote on ", to_string(to));
    if (promotion == PieceType::None) return refuse("the promotion piece is missing");
    if (promotion == PieceType::Pawn || promotion == PieceType::King)
      return refuse("a pawn does not become a ", name_of(promotion));
    return Move::promotion(move.from(), to, promotion);
  }

  [[nodiscard]] Move choose(const Notation& notation, Bitboard reaching, Bitboard safe) {
    if (safe != 0 && !more_than_one(safe)) return {first_square(safe), notation.to};
    if (reason_ == nullptr) return {};
    const std::string_view name = name_of(notation.type);
    const std::string to = to_string(notation.to);
    if (reaching == 0) return refuse("no ", name, origin_of(notation), " reaches ", to);
    if (safe == 0) {
      if (notation.type == PieceType::King) return refuse("the king would be in check on ", to);
      if (position_.in_check()) return refuse("it leaves ", name_of(us()), "'s king in check");
      return refuse("it leaves ", name_of(us()), "'s king in check, the ", name, " is pinned");
    }
    std::string squares;
    for (Bitboard left = safe; left != 0;) {
      if (!squares.empty()) squares += more_than_one(left) ? ", " : " and ";
      squares += to_string(pop_square(left));
    }
    return refuse("ambiguous: ", name, "s on ", squares, popcount(safe) == 2 ? " both" : " all", " reach ", to);
  }

  [[nodiscard]] static std::string origin_of(const Notation& notation) {
    if (notation.has_full_origin()) return " on " + to_string(make_square(*notation.from_file, *notation.from_rank));
    if (notation.from_file) return std::string(" on the ") + letter_of(*notation.from_file) + "-file";
    if (notation.from_rank) return std::string(" on rank ") + digit_of(*notation.from_rank);
    return "";
  }

  const Position& position_;
  std::string* reason_;
};

// --- Writing ---------------------------------------------------------------------------------------------------------

void append_square(std::string& text, Square square) {
  text += letter_of(file_of(square));
  text += digit_of(rank_of(square));
}

/// Everything but the check mark.
void append_unmarked(std::string& text, const Position& position, Move move) {
  if (move.is_castling()) {
    text += move.to() > move.from() ? "O-O" : "O-O-O";
    return;
  }
  const Square from = move.from();
  const Square to = move.to();
  const PieceType type = type_of(position.piece_on(from));
  const bool captures = position.is_capture(move);
  if (type == PieceType::Pawn) {
    if (captures) text += letter_of(file_of(from));
  } else {
    text += letter_of(type);
    const Bitboard rivals =
        type == PieceType::King ? kNoSquares : officer_origins(position, type, to, kAllSquares) & ~bit(from);
    if (rivals != 0) {
      const bool file_is_enough = (rivals & bits(file_of(from))) == 0;
      const bool rank_is_enough = (rivals & bits(rank_of(from))) == 0;
      if (file_is_enough || !rank_is_enough) text += letter_of(file_of(from));
      if (!file_is_enough) text += digit_of(rank_of(from));
    }
  }
  if (captures) text += 'x';
  append_square(text, to);
  if (move.is_promotion()) {
    text += '=';
    text += letter_of(move.promotion_type());
  }
}

}  // namespace

Move find_san_move(const Position& position, std::string_view text) {
  const Move move = find_well_formed(position, text);
  if (move) [[likely]]
    return move;
  return Resolver(position, nullptr).resolve(text);
}

std::string explain_no_san_move(const Position& position, std::string_view text) {
  std::string reason;
  [[maybe_unused]] const Move move = Resolver(position, &reason).resolve(text);
  assert(!move);
  return reason;
}

base::Expected<Move> parse_san(const Position& position, std::string_view text) {
  const Move move = find_san_move(position, text);
  if (move) return move;
  return base::failure("illegal move " + base::in_quotes(text) + " for " +
                       std::string(name_of(position.side_to_move())) + ": " + explain_no_san_move(position, text));
}

void append_san_and_make(std::string& text, Position& position, Move move) {
  append_unmarked(text, position, move);
  position.make(move);
  if (position.in_check()) text += has_legal_move(position) ? '+' : '#';
}

void append_san(std::string& text, const Position& position, Move move) {
  append_unmarked(text, position, move);
  if (!position.gives_check(move, position.check_info())) return;
  Position after = position;
  after.make(move);
  text += has_legal_move(after) ? '+' : '#';
}

std::string to_san(const Position& position, Move move) {
  std::string text;
  append_san(text, position, move);
  return text;
}

}  // namespace zugwerk::chess
