#include "chess/notation/fen.h"

#include <array>

#include "base/format.h"
#include "base/text.h"

namespace zugwerk::chess {

namespace {

using base::Error;
using base::failure;
using base::in_quotes;

[[nodiscard]] Error in_field(std::string_view name, std::string_view text, std::string_view fault) {
  return Error{std::string(name) + " field " + in_quotes(text) + ": " + std::string(fault)};
}

std::optional<Error> read_placement(std::string_view text, PositionSetup& setup) {
  const auto fault = [&](const std::string& what) { return in_field("placement", text, what); };
  int rank = 7;
  int file = 0;
  const auto wrong_width = [&](int squares) {
    return fault(base::format("rank {} has {} squares", rank + 1, squares));
  };
  for (const char c : text) {
    if (c == '/') {
      if (file != 8) return wrong_width(file);
      if (rank == 0) return fault("there are more than 8 ranks");
      --rank;
      file = 0;
    } else if (c >= '1' && c <= '8') {
      file += c - '0';
      if (file > 8) return wrong_width(file);
    } else if (const auto piece = piece_from_letter(c)) {
      if (file > 7) return wrong_width(file + 1);
      setup.board[index(make_square(static_cast<File>(file), static_cast<Rank>(rank)))] = *piece;
      ++file;
    } else {
      return fault(in_quotes({&c, 1}) + " is neither a piece nor a number of empty squares");
    }
  }
  if (file != 8) return wrong_width(file);
  if (rank != 0) return fault(base::format("there are only {} ranks", 8 - rank));
  if (const auto impossible = find_placement_fault(setup)) return fault(impossible->message);
  return std::nullopt;
}

[[nodiscard]] bool names_wing(char letter) {
  const char upper = base::to_upper(letter);
  return upper == 'K' || upper == 'Q';
}

[[nodiscard]] Color color_of_letter(char letter) { return base::is_upper(letter) ? Color::White : Color::Black; }

/// The rook that a castling letter means, or why there is none.
base::Expected<Square> castling_rook(char letter, const PositionSetup& setup, Variant variant) {
  const Color color = color_of_letter(letter);
  const char upper = base::to_upper(letter);
  const std::string who(name_of(color));
  const Piece rook = make_piece(color, PieceType::Rook);
  const Square king = *setup.king(color);
  const Square home = relative_square(color, Square::E1);
  if (variant == Variant::Standard && king != home)
    return failure(who + "'s king is on " + to_string(king) + ", not on " + to_string(home));
  if (relative_rank(color, king) != Rank::R1)
    return failure(who + "'s king on " + to_string(king) + " is not on its first rank");

  const auto on_first_rank = [&](int file) { return make_square(static_cast<File>(file), rank_of(king)); };
  Square found = Square::None;
  if (!names_wing(letter)) {
    found = on_first_rank(upper - 'A');
  } else if (variant == Variant::Standard) {
    found = on_first_rank(upper == 'K' ? 7 : 0);
  } else {
    // The outermost rook on that side of the king.
    const int king_file = static_cast<int>(file_of(king));
    const int step = upper == 'K' ? -1 : 1;
    for (int file = upper == 'K' ? 7 : 0; file != king_file && found == Square::None; file += step)
      if (setup.board[index(on_first_rank(file))] == rook) found = on_first_rank(file);
    if (found == Square::None)
      return failure(who + " has no rook to the " + (upper == 'K' ? "right" : "left") + " of its king");
  }
  if (setup.board[index(found)] != rook) return failure(who + " has no rook on " + to_string(found));
  if (variant == Variant::Standard && file_of(found) != File::A && file_of(found) != File::H)
    return failure("the rook on " + to_string(found) + " is not in a corner");
  return found;
}

/// A letter of a castling field that grants no right, and why.
struct BadCastlingLetter {
  char letter;
  std::string fault;
};

/// A castling field as one variant understands it.
struct CastlingReading {
  std::array<Square, 4> rooks = PositionSetup().castling_rooks;
  std::vector<BadCastlingLetter> bad;

  [[nodiscard]] Square rook(Color color, Wing wing) const { return rooks[castling_index(color, wing)]; }
  [[nodiscard]] bool grants_any() const { return rooks != PositionSetup().castling_rooks; }
};

CastlingReading read_castling_as(Variant variant, std::string_view text, const PositionSetup& setup) {
  CastlingReading reading;
  for (const char letter : text) {
    const auto rook = castling_rook(letter, setup, variant);
    if (!rook) {
      const bool castles_in_chess960 =
          variant == Variant::Standard && castling_rook(letter, setup, Variant::Chess960).has_value();
      reading.bad.push_back(
          {letter, rook.error().message + (castles_in_chess960 ? " (is this a Chess960 position?)" : "")});
      continue;
    }
    const Color color = color_of_letter(letter);
    const Wing wing = file_of(*rook) > file_of(*setup.king(color)) ? Wing::King : Wing::Queen;
    Square& right = reading.rooks[castling_index(color, wing)];
    if (right == Square::None)
      right = *rook;
    else
      reading.bad.push_back({letter, "a right on that side was named before"});
  }
  return reading;
}

/// Whether both sides castle as from one starting arrangement, as far as their rights tell.
bool has_same_arrangement(const CastlingReading& reading, const PositionSetup& setup) {
  const auto castles = [&](Color color) {
    return reading.rook(color, Wing::King) != Square::None || reading.rook(color, Wing::Queen) != Square::None;
  };
  if (!castles(Color::White) || !castles(Color::Black)) return true;
  for (const Wing wing : kWings) {
    const Square white = reading.rook(Color::White, wing);
    const Square black = reading.rook(Color::Black, wing);
    if (white != Square::None && black != Square::None && file_of(white) != file_of(black)) return false;
  }
  return file_of(*setup.king(Color::White)) == file_of(*setup.king(Color::Black));
}

/// Whether rights that are wrong in standard chess are those of a Chess960 position, and not left over from a king or
/// rook that has moved: K may mean a rook on g1 that came from h1.
bool is_convincing_chess960(std::string_view text, const PositionSetup& setup, const CastlingReading& standard,
                            const CastlingReading& chess960) {
  for (const char letter : text) {
    // Only Chess960 names a rook by a file between the corners.
    const char upper = base::to_upper(letter);
    if (upper > 'A' && upper < 'H' && castling_rook(letter, setup, Variant::Chess960)) return true;
  }
  return chess960.bad.empty() && (!standard.grants_any() || has_same_arrangement(chess960, setup));
}

CastlingReading read_castling_rights(std::string_view text, std::optional<Variant> variant, const PositionSetup& setup,
                                     bool repairing) {
  if (variant) return read_castling_as(*variant, text, setup);
  CastlingReading standard = read_castling_as(Variant::Standard, text, setup);
  if (standard.bad.empty()) return standard;
  CastlingReading chess960 = read_castling_as(Variant::Chess960, text, setup);
  const bool convincing = repairing ? is_convincing_chess960(text, setup, standard, chess960) : chess960.bad.empty();
  return convincing ? chess960 : standard;
}

std::optional<Error> read_castling(std::string_view text, std::optional<Variant> variant, PositionSetup& setup,
                                   FenRepairs* repairs) {
  if (text.empty() || text == "-") return std::nullopt;
  for (const char letter : text) {
    const char upper = base::to_upper(letter);
    if (!names_wing(letter) && (upper < 'A' || upper > 'H'))
      return in_field("castling", text, in_quotes({&letter, 1}) + " is not a castling right");
  }
  if (text.size() > setup.castling_rooks.size()) return in_field("castling", text, "there are more than 4 rights");
  const CastlingReading reading = read_castling_rights(text, variant, setup, repairs != nullptr);
  for (const auto& [letter, fault] : reading.bad) {
    std::string message = in_quotes({&letter, 1});
    message.append(repairs == nullptr ? ": " : " dropped: ").append(fault);
    if (repairs == nullptr) return in_field("castling", text, message);
    repairs->push_back("castling right " + message);
  }
  setup.castling_rooks = reading.rooks;
  return std::nullopt;
}

std::optional<Error> read_en_passant(std::string_view text, PositionSetup& setup, FenRepairs* repairs) {
  if (text.empty() || text == "-") return std::nullopt;
  const auto square = square_from_text(text);
  if (!square) return in_field("en passant", text, "not a square");
  setup.en_passant = *square;
  const auto fault = find_en_passant_fault(setup);
  if (!fault) return std::nullopt;
  if (repairs == nullptr) return in_field("en passant", text, fault->message);
  repairs->push_back("en passant square " + in_quotes(text) + " dropped: " + fault->message);
  setup.en_passant = Square::None;
  return std::nullopt;
}

base::Expected<int> read_number(std::string_view name, std::string_view text, int least, int most) {
  const auto number = base::parse_integer<int>(text);
  if (!number || *number < least || *number > most)
    return tl::unexpected(in_field(name, text, base::format("expected a number from {} to {}", least, most)));
  return *number;
}

base::Expected<Position> read_fen(std::string_view text, std::optional<Variant> variant, FenRepairs* repairs) {
  auto setup = take_position_fields(text, variant, repairs);
  if (!setup) return tl::unexpected(setup.error());
  if (const auto field = base::take_word(text); !field.empty()) {
    const auto clock = read_number("halfmove clock", field, 0, kLargestHalfmoveClock);
    if (!clock) return tl::unexpected(clock.error());
    setup->halfmove_clock = *clock;
  }
  if (const auto field = base::take_word(text); !field.empty()) {
    const auto number = read_number("move number", field, 0, kLargestFullmoveNumber);
    if (!number) return tl::unexpected(number.error());
    setup->fullmove_number = *number == 0 ? 1 : *number;  // some programs start counting at 0
  }
  if (const auto rest = base::trim(text); !rest.empty())
    return failure("unexpected text " + in_quotes(rest) + " at the end");
  return Position::from_setup(*setup);
}

/// Reads a FEN. Errors begin with the FEN; repairs are reported only if it is valid otherwise.
base::Expected<Position> read_named_fen(std::string_view fen, std::optional<Variant> variant, FenRepairs* repairs) {
  FenRepairs made;
  auto position = read_fen(fen, variant, repairs == nullptr ? nullptr : &made);
  if (!position) return failure("FEN " + in_quotes(base::trim(fen)) + ": " + position.error().message);
  if (repairs != nullptr) repairs->insert(repairs->end(), made.begin(), made.end());
  return position;
}

/// Whether the castling rook is the one that K or Q means in X-FEN.
[[nodiscard]] bool is_outermost_rook(const Position& position, Color color, Wing wing) {
  const Square rook = position.castling_rook(color, wing);
  const Bitboard rank = bits(rank_of(rook));
  const Bitboard towards_king = wing == Wing::King ? bit(rook) - 1 : ~(bit(rook) - 1) & ~bit(rook);
  return (position.pieces(color, PieceType::Rook) & rank & ~towards_king & ~bit(rook)) == 0;
}

}  // namespace

base::Expected<PositionSetup> take_position_fields(std::string_view& text, std::optional<Variant> variant,
                                                   FenRepairs* repairs) {
  PositionSetup setup;
  const auto placement = base::take_word(text);
  if (placement.empty()) return failure("the placement field is missing");
  if (auto error = read_placement(placement, setup)) return tl::unexpected(std::move(*error));

  const auto side = base::take_word(text);
  if (side.empty() && repairs == nullptr) return failure("the side to move field is missing");
  if (side.empty())
    repairs->emplace_back("the side to move is missing: White is assumed to move");
  else if (side != "w" && side != "b")
    return tl::unexpected(in_field("side to move", side, "expected w or b"));
  setup.side_to_move = side == "b" ? Color::Black : Color::White;

  if (auto error = read_castling(base::take_word(text), variant, setup, repairs))
    return tl::unexpected(std::move(*error));
  if (auto error = read_en_passant(base::take_word(text), setup, repairs)) return tl::unexpected(std::move(*error));
  return setup;
}

base::Expected<Position> parse_fen(std::string_view fen, Variant variant, FenRepairs* repairs) {
  return read_named_fen(fen, variant, repairs);
}

base::Expected<Position> parse_fen_of_any_variant(std::string_view fen, FenRepairs* repairs) {
  return read_named_fen(fen, std::nullopt, repairs);
}

std::string to_position_fields(const Position& position, CastlingStyle style) {
  std::string fen;
  for (int rank = 7; rank >= 0; --rank) {
    int empty = 0;
    for (int file = 0; file < 8; ++file) {
      const Piece piece = position.piece_on(make_square(static_cast<File>(file), static_cast<Rank>(rank)));
      if (piece == Piece::None) {
        ++empty;
        continue;
      }
      if (empty != 0) fen += std::to_string(empty);
      empty = 0;
      fen += letter_of(piece);
    }
    if (empty != 0) fen += std::to_string(empty);
    if (rank != 0) fen += '/';
  }
  fen += position.side_to_move() == Color::White ? " w " : " b ";

  for (const Color color : kColors) {
    for (const Wing wing : kWings) {
      if (!position.castling().has(color, wing)) continue;
      const bool by_wing = style == CastlingStyle::XFen && is_outermost_rook(position, color, wing);
      const char file = base::to_upper(letter_of(file_of(position.castling_rook(color, wing))));
      const char letter = by_wing ? (wing == Wing::King ? 'K' : 'Q') : file;
      fen += color == Color::White ? letter : base::to_lower(letter);
    }
  }
  if (!position.castling().any()) fen += '-';
  return fen + ' ' + to_string(position.en_passant());
}

std::string to_fen(const Position& position, CastlingStyle style) {
  return base::format("{} {} {}", to_position_fields(position, style), position.halfmove_clock(),
                      position.fullmove_number());
}

bool has_standard_castling(const Position& position) {
  for (const Color color : kColors) {
    if (!position.castling().has_any(color)) continue;
    if (file_of(position.king(color)) != File::E) return false;
    for (const Wing wing : kWings) {
      const File corner = wing == Wing::King ? File::H : File::A;
      if (position.castling().has(color, wing) && file_of(position.castling_rook(color, wing)) != corner) return false;
    }
  }
  return true;
}

}  // namespace zugwerk::chess
