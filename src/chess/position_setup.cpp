#include "chess/position_setup.h"

#include <algorithm>
#include <string>

#include "base/format.h"

namespace zugwerk::chess {

namespace {

using base::Error;

std::string count_of(int count, PieceType type) {
  return base::format("{} {}{}", count, name_of(type), count == 1 ? "" : "s");
}

/// More pieces than the first sixteen and the promotions of missing pawns can account for.
std::optional<Error> find_surplus(Color color, const std::array<int, kPieceTypeCount>& counts) {
  const std::string_view who = name_of(color);
  const int pawns = counts[index(PieceType::Pawn)];
  if (pawns > 8) return Error{base::format("{} has {}, more than 8", who, count_of(pawns, PieceType::Pawn))};
  int promoted = 0;
  for (const PieceType type : {PieceType::Knight, PieceType::Bishop, PieceType::Rook, PieceType::Queen}) {
    const int at_start = type == PieceType::Queen ? 1 : 2;
    promoted += std::max(0, counts[index(type)] - at_start);
  }
  if (promoted > 8 - pawns)
    return Error{
        base::format("{} has {} promoted pieces but still {}", who, promoted, count_of(pawns, PieceType::Pawn))};
  return std::nullopt;
}

std::optional<Error> find_castling_fault(const PositionSetup& setup) {
  for (const Color color : kColors) {
    for (const Wing wing : kWings) {
      const Square rook = setup.castling_rooks[castling_index(color, wing)];
      if (rook == Square::None) continue;
      const std::string who(name_of(color));
      const auto king = setup.king(color);
      if (!king || relative_rank(color, *king) != Rank::R1)
        return Error{who + " cannot castle: the king is not on its first rank"};
      if (rank_of(rook) != rank_of(*king) || setup.board[index(rook)] != make_piece(color, PieceType::Rook))
        return Error{who + " cannot castle with " + to_string(rook) + ": no rook of its own stands there"};
      if ((file_of(rook) > file_of(*king)) != (wing == Wing::King))
        return Error{who + " cannot castle with " + to_string(rook) + ": the rook is on the wrong side of the king"};
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<Square> PositionSetup::king(Color color) const {
  const Piece king = make_piece(color, PieceType::King);
  if (std::count(board.begin(), board.end(), king) != 1) return std::nullopt;
  return square_at(static_cast<std::size_t>(std::find(board.begin(), board.end(), king) - board.begin()));
}

std::optional<Error> find_placement_fault(const PositionSetup& setup) {
  for (const Color color : kColors) {
    std::array<int, kPieceTypeCount> counts{};
    for (std::size_t number = 0; number < kSquareCount; ++number) {
      const Piece piece = setup.board[number];
      if (piece == Piece::None || color_of(piece) != color) continue;
      const Rank rank = rank_of(square_at(number));
      if (type_of(piece) == PieceType::Pawn && (rank == Rank::R1 || rank == Rank::R8))
        return Error{std::string(name_of(color)) + " pawn on " + to_string(square_at(number)) +
                     ": pawns never stand on rank 1 or 8"};
      ++counts[index(type_of(piece))];
    }
    const int kings = counts[index(PieceType::King)];
    if (kings != 1) return Error{std::string(name_of(color)) + " has " + count_of(kings, PieceType::King) + ", not 1"};
    if (auto surplus = find_surplus(color, counts)) return surplus;
  }
  return std::nullopt;
}

std::optional<Error> find_en_passant_fault(const PositionSetup& setup) {
  if (setup.en_passant == Square::None) return std::nullopt;
  const Color passer = ~setup.side_to_move;
  const std::string square = to_string(setup.en_passant);
  if (relative_rank(passer, setup.en_passant) != Rank::R3)
    return Error{square + " is not on the rank that a pawn of " + std::string(name_of(passer)) + " passes"};
  const Square pawn = setup.en_passant + forward(passer);
  const Square origin = setup.en_passant - forward(passer);
  if (setup.board[index(pawn)] != make_piece(passer, PieceType::Pawn))
    return Error{"no pawn of " + std::string(name_of(passer)) + " on " + to_string(pawn) + " has passed " + square};
  if (setup.board[index(setup.en_passant)] != Piece::None || setup.board[index(origin)] != Piece::None)
    return Error{"the pawn on " + to_string(pawn) + " cannot have passed " + square + ": its way is occupied"};
  return std::nullopt;
}

std::optional<Error> find_fault(const PositionSetup& setup) {
  if (auto fault = find_placement_fault(setup)) return fault;
  if (auto fault = find_castling_fault(setup)) return fault;
  if (auto fault = find_en_passant_fault(setup)) return fault;
  if (setup.halfmove_clock < 0 || setup.halfmove_clock > kLargestHalfmoveClock)
    return Error{base::format("a halfmove clock of {} is out of range", setup.halfmove_clock)};
  if (setup.fullmove_number < 1 || setup.fullmove_number > kLargestFullmoveNumber)
    return Error{base::format("a move number of {} is out of range", setup.fullmove_number)};
  return std::nullopt;
}

}  // namespace zugwerk::chess
