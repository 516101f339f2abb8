#include "review/board_words.h"

#include <algorithm>

#include "base/format.h"
#include "chess/movegen.h"
#include "chess/see.h"
#include "eval/classical/masks.h"
#include "review/motifs/board.h"
#include "review/notation.h"

namespace zugwerk::review {

using chess::Bitboard;
using chess::Color;
using chess::Move;
using chess::PieceType;
using chess::Position;
using chess::Rank;
using chess::Square;

namespace {

[[nodiscard]] std::string squares_text(Bitboard set) {
  std::vector<std::string> names;
  while (set != 0) names.push_back(chess::to_string(chess::pop_square(set)));
  return and_list(names);
}

/// "the pawn on e5 is passed" or "the pawns on a4 and e5 are passed".
[[nodiscard]] std::string pawns_are(Bitboard pawns, std::string_view what) {
  const bool one = !chess::more_than_one(pawns);
  return base::format("The {} on {} {} {}.", one ? "pawn" : "pawns", squares_text(pawns), one ? "is" : "are", what);
}

[[nodiscard]] Bitboard file_bits(Square square) { return bits(file_of(square)); }

/// The squares attacked by all pieces of `color` except pawns and king.
[[nodiscard]] Bitboard pieces_of(const Position& position, Color color) {
  return position.pieces(color) & ~position.pieces(PieceType::Pawn, PieceType::King);
}

}  // namespace

std::string material_words(const Position& position) {
  const PieceCounts white = count_pieces(position, Color::White);
  const PieceCounts black = count_pieces(position, Color::Black);
  PieceCounts more{};
  PieceCounts less{};
  for (std::size_t type = 0; type < kCountedTypes; ++type) {
    more[type] = std::max(0, white[type] - black[type]);
    less[type] = std::max(0, black[type] - white[type]);
  }
  const int balance = material_balance(position, Color::White);
  if (more == PieceCounts{} && less == PieceCounts{}) return "Material is equal.";
  if (std::abs(balance) <= kSameMaterial) {
    const bool white_has = more != PieceCounts{};
    const std::string text = white_has ? swing_text(more, less) : swing_text(less, more);
    return base::format("Material is balanced: {} has {}.", white_has ? "White" : "Black", text);
  }
  const bool white_leads = balance > 0;
  const std::string text = white_leads ? swing_text(more, less) : swing_text(less, more);
  return base::format("{} is ahead by {}.", white_leads ? "White" : "Black", text);
}

std::vector<std::string> king_words(const Position& position, Color color) {
  std::vector<std::string> words;
  const Square king = position.king(color);
  std::string where = "The king is on " + chess::to_string(king);
  const auto castling = position.castling();
  const bool short_wing = castling.has(color, chess::Wing::King);
  const bool long_wing = castling.has(color, chess::Wing::Queen);
  if (short_wing && long_wing)
    where += " and may castle to both sides";
  else if (short_wing || long_wing)
    where += short_wing ? " and may castle short" : " and may castle long";
  words.push_back(where + ".");
  if (position.in_check() && position.side_to_move() == color) words.emplace_back("It is in check.");

  // The shelter of the king matters only while the opponent has a queen.
  if (position.pieces(~color, PieceType::Queen) == 0) return words;
  const Bitboard files = file_bits(king) | eval::adjacent_files(king);
  const Bitboard ahead = eval::ranks_ahead(color, king);
  const Bitboard pawns = position.pieces(color, PieceType::Pawn) & files & ahead;
  const Bitboard all_pawns = position.pieces(PieceType::Pawn);
  if (relative_rank(color, king) <= Rank::R2 && !short_wing && !long_wing) {
    const int count = chess::popcount(pawns);
    if (count == 0)
      words.emplace_back("No pawn shelters it.");
    else
      words.push_back(count == 1 ? base::format("One pawn shelters it: {}.", squares_text(pawns))
                                 : base::format("{} pawns shelter it: {}.", count, squares_text(pawns)));
  }
  std::vector<std::string> open;
  for (std::size_t number = 0; number < 8; ++number) {
    const Bitboard file = bits(static_cast<chess::File>(number));
    if ((file & files) != 0 && (file & all_pawns) == 0)
      open.emplace_back(1, chess::letter_of(static_cast<chess::File>(number)));
  }
  if (!open.empty())
    words.push_back("The " + and_list(open) +
                    (open.size() == 1 ? "-file near it is open." : "-files near it are open."));

  const Bitboard zone = chess::king_attacks(king) | chess::bit(king);
  Bitboard attackers = 0;
  for (Bitboard pieces = pieces_of(position, ~color); pieces != 0;) {
    const Square square = chess::pop_square(pieces);
    if ((attacks_from(position, square, position.occupied()) & zone) != 0) attackers |= chess::bit(square);
  }
  if (attackers != 0) {
    std::vector<std::string> names;
    while (attackers != 0) names.push_back(piece_text(piece_at(position, chess::pop_square(attackers))));
    std::string list = and_list(names);
    list[0] = 'T';
    words.push_back(list + (names.size() == 1 ? " bears" : " bear") + " on the king.");
  }
  return words;
}

std::vector<std::string> pawn_words(const Position& position, Color color) {
  const Bitboard own = position.pieces(color, PieceType::Pawn);
  const Bitboard enemy = position.pieces(~color, PieceType::Pawn);
  Bitboard passed = 0;
  Bitboard isolated = 0;
  Bitboard doubled = 0;
  for (Bitboard pawns = own; pawns != 0;) {
    const Square pawn = chess::pop_square(pawns);
    if ((enemy & eval::passage(color, pawn)) == 0 && (own & eval::file_ahead(color, pawn)) == 0)
      passed |= chess::bit(pawn);
    if ((own & eval::adjacent_files(pawn)) == 0) isolated |= chess::bit(pawn);
    if ((own & file_bits(pawn) & ~chess::bit(pawn)) != 0) doubled |= chess::bit(pawn);
  }
  std::vector<std::string> words;
  if (passed != 0) words.push_back(pawns_are(passed, "passed"));
  if (isolated != 0) words.push_back(pawns_are(isolated, "isolated"));
  if (doubled != 0) words.push_back(pawns_are(doubled, "doubled"));
  return words;
}

std::vector<std::string> activity_words(const Position& position, Color color) {
  std::vector<std::string> words;
  Bitboard stuck = 0;
  Bitboard open_rooks = 0;
  for (Bitboard pieces = pieces_of(position, color); pieces != 0;) {
    const Square square = chess::pop_square(pieces);
    const int reach = chess::popcount(attacks_from(position, square, position.occupied()) & ~position.pieces(color));
    if (reach == 0) stuck |= chess::bit(square);
    if (type_of(position.piece_on(square)) == PieceType::Rook &&
        (file_bits(square) & position.pieces(PieceType::Pawn)) == 0)
      open_rooks |= chess::bit(square);
  }
  if (pieces_of(position, color) == 0) return words;
  while (open_rooks != 0) {
    const Square rook = chess::pop_square(open_rooks);
    words.push_back(base::format("The rook on {} is on an open file.", chess::to_string(rook)));
  }
  std::vector<std::string> names;
  while (stuck != 0) names.push_back(piece_text(piece_at(position, chess::pop_square(stuck))));
  if (!names.empty()) {
    std::string list = and_list(names);
    list[0] = 'T';
    words.push_back(list + " cannot move.");
  }
  const Bitboard bishops = position.pieces(color, PieceType::Bishop);
  const Bitboard others = position.pieces(~color, PieceType::Bishop);
  const auto is_pair = [](Bitboard set) {
    return (set & chess::kLightSquares) != 0 && (set & chess::kDarkSquares) != 0;
  };
  if (is_pair(bishops) && !is_pair(others)) words.emplace_back("It has the bishop pair.");
  return words;
}

std::string move_words(const Position& position, Move move) {
  const Color us = position.side_to_move();
  if (move.is_castling()) return "brings the king to safety and the rook into play";
  const PieceAt mover = piece_at(position, move.from());
  Position after = position;
  after.make(move);
  std::vector<std::string> deeds;
  if (position.is_capture(move)) deeds.push_back("takes " + piece_text(captured_by(position, move)));
  if (move.is_promotion()) deeds.push_back("promotes to a " + std::string(chess::name_of(move.promotion_type())));
  if (after.in_check()) deeds.emplace_back("gives check");
  const bool minor = mover.type == PieceType::Knight || mover.type == PieceType::Bishop;
  if (minor && relative_rank(us, move.from()) == Rank::R1 && relative_rank(us, move.to()) > Rank::R1 && deeds.empty())
    deeds.push_back("brings the " + std::string(chess::name_of(mover.type)) + " into play");
  // New attacks on pieces that are worth more or unprotected.
  const Bitboard before_attacks = attacks_from(position, move.from(), position.occupied());
  Bitboard attacked = attacks_from(after, move.to(), after.occupied()) & after.pieces(~us) & ~before_attacks;
  while (attacked != 0) {
    const Square target = chess::pop_square(attacked);
    const PieceAt piece = piece_at(after, target);
    if (piece.type == PieceType::King || piece.type == PieceType::Pawn) continue;
    const PieceType attacker = type_of(after.piece_on(move.to()));
    if (chess::exchange_value(piece.type) > chess::exchange_value(attacker) + kSameMaterial ||
        defenders_of(after, target, ~us) == 0)
      deeds.push_back("attacks " + piece_text(piece));
  }
  const Bitboard pawns = position.pieces(~us, PieceType::Pawn);
  if (mover.type == PieceType::Pawn && position.is_quiet(move) && (pawns & eval::passage(us, move.to())) == 0)
    deeds.emplace_back("advances a passed pawn");
  if (mover.type == PieceType::Rook && (file_bits(move.to()) & position.pieces(PieceType::Pawn)) == 0 &&
      file_of(move.to()) != file_of(move.from()))
    deeds.emplace_back("takes an open file");
  const bool to_the_centre =
      (move.to() == Square::E4 || move.to() == Square::D4 || move.to() == Square::E5 || move.to() == Square::D5);
  if (mover.type == PieceType::Pawn && to_the_centre && deeds.empty()) deeds.emplace_back("takes space in the centre");
  return and_list(deeds);
}

}  // namespace zugwerk::review
