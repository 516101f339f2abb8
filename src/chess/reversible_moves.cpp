#include "chess/reversible_moves.h"

#include <utility>

#include "chess/attacks.h"

namespace zugwerk::chess {

namespace {

[[nodiscard]] constexpr Bitboard moves_on_empty_board(PieceType type, std::size_t square) {
  switch (type) {
    case PieceType::Knight:
      return tables::kKnightAttacks[square];
    case PieceType::Bishop:
      return tables::kBishopRays[square];
    case PieceType::Rook:
      return tables::kRookRays[square];
    case PieceType::Queen:
      return tables::kBishopRays[square] | tables::kRookRays[square];
    case PieceType::King:
      return tables::kKingAttacks[square];
    case PieceType::Pawn:
    case PieceType::None:
      break;
  }
  return kNoSquares;
}

consteval std::array<ReversibleMove, kReversibleSlots> build() {
  std::array<ReversibleMove, kReversibleSlots> table{};
  for (const Color color : kColors) {
    for (const PieceType type : kPieceTypes) {
      const auto& keys = kZobrist.pieces[index(make_piece(color, type))];
      for (std::size_t a = 0; a < kSquareCount; ++a) {
        for (std::size_t b = a + 1; b < kSquareCount; ++b) {
          if (!contains(moves_on_empty_board(type, a), square_at(b))) continue;
          // An entry that is thrown out of its slot goes to its other one, until all have a place.
          ReversibleMove homeless{keys[a] ^ keys[b] ^ kZobrist.black_to_move, square_at(a), square_at(b)};
          std::size_t slot = first_reversible_slot(homeless.difference);
          while (true) {
            std::swap(table[slot], homeless);
            if (homeless.difference == 0) break;
            slot = slot == first_reversible_slot(homeless.difference) ? second_reversible_slot(homeless.difference)
                                                                      : first_reversible_slot(homeless.difference);
          }
        }
      }
    }
  }
  return table;
}

}  // namespace

constinit const std::array<ReversibleMove, kReversibleSlots> kReversibleMoves = build();

}  // namespace zugwerk::chess
