#include "tablebase/warming.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <string_view>
#include <utility>
#include <vector>

#include "base/rng.h"
#include "chess/attacks.h"
#include "chess/movegen.h"

namespace zugwerk::tablebase {

using namespace chess;

namespace {

/// The pieces of a material, the ones with the longest reach first.
[[nodiscard]] std::vector<Piece> pieces_of(const Material& material) {
  constexpr std::array kByReach{PieceType::Queen,  PieceType::Rook, PieceType::Bishop,
                                PieceType::Knight, PieceType::King, PieceType::Pawn};
  std::vector<Piece> pieces;
  for (const PieceType type : kByReach)
    for (const Color color : kColors)
      pieces.insert(pieces.end(), static_cast<std::size_t>(material.count(color, type)), make_piece(color, type));
  return pieces;
}

[[nodiscard]] bool may_stand_on(Piece piece, Square square) {
  return type_of(piece) != PieceType::Pawn || (rank_of(square) != Rank::R1 && rank_of(square) != Rank::R8);
}

/// Places pieces one after another so that none attacks one of the other colour, with backtracking if the next one
/// finds no square. A later piece can only block an attack.
class QuietSetup {
 public:
  QuietSetup(const Material& material, Color side_to_move, std::uint64_t seed) : pieces_(pieces_of(material)) {
    setup_.side_to_move = side_to_move;
    std::iota(squares_.begin(), squares_.end(), std::size_t{0});
    base::Rng rng(seed);
    for (std::size_t i = squares_.size(); i-- > 1;)
      std::swap(squares_[i], squares_[rng.below(static_cast<std::uint32_t>(i + 1))]);
  }

  [[nodiscard]] std::optional<Position> search() { return place(0, 0); }

 private:
  [[nodiscard]] std::optional<Position> place(std::size_t number, std::size_t first) {
    if (number == pieces_.size()) {
      auto position = Position::from_setup(setup_);
      if (!position || !has_legal_move(*position)) return std::nullopt;
      return *std::move(position);
    }
    const Piece piece = pieces_[number];
    for (std::size_t i = first; i < squares_.size(); ++i) {
      const Square square = square_at(squares_[i]);
      if (setup_.board[squares_[i]] != Piece::None || !may_stand_on(piece, square) || fights(piece, square)) continue;
      setup_.board[squares_[i]] = piece;
      by_color_[index(color_of(piece))] |= bit(square);
      // Equal pieces need not be tried in every order.
      const bool has_twin = number + 1 < pieces_.size() && pieces_[number + 1] == piece;
      if (auto position = place(number + 1, has_twin ? i + 1 : 0)) return position;
      by_color_[index(color_of(piece))] ^= bit(square);
      setup_.board[squares_[i]] = Piece::None;
    }
    return std::nullopt;
  }

  /// Whether it would attack one of the others there, or be attacked.
  [[nodiscard]] bool fights(Piece piece, Square square) const {
    const Bitboard occupied = by_color_[0] | by_color_[1];
    const Bitboard enemies = by_color_[index(~color_of(piece))];
    if ((attacks_of(piece, square, occupied) & enemies) != 0) return true;
    for (Bitboard rest = enemies; rest != 0;) {
      const Square other = pop_square(rest);
      if ((attacks_of(setup_.board[index(other)], other, occupied) & bit(square)) != 0) return true;
    }
    return false;
  }
  [[nodiscard]] static Bitboard attacks_of(Piece piece, Square square, Bitboard occupied) {
    if (type_of(piece) == PieceType::Pawn) return pawn_attacks(color_of(piece), square);
    return attacks(type_of(piece), square, occupied);
  }

  std::vector<Piece> pieces_;
  PositionSetup setup_;
  std::array<Bitboard, kColorCount> by_color_{};
  std::array<std::size_t, kSquareCount> squares_{};
};

/// A mate in the corner a8 with few pieces: the winner's are upper case.
struct Mate {
  std::string_view pieces;
  std::string_view squares;  // two letters for each
};

/// One of them is possible with every material that has a mate at all. A queen or rook needs no help. Without them,
/// either one side has two other pieces, or both have one.
constexpr std::array kMates{Mate{"kKQ", "a8b6b7"},    Mate{"kKR", "a8b6d8"},    Mate{"kKBB", "a8b6b7e5"},
                            Mate{"kKBN", "a8b6b7c6"}, Mate{"kKBP", "a8b6b7a7"}, Mate{"kKNN", "a8b6c7c6"},
                            Mate{"kKNP", "a8b6c7a7"}, Mate{"kKPP", "a8b6b7a7"}, Mate{"kKBb", "a8b6b7b8"},
                            Mate{"kKBn", "a8b6b7b8"}, Mate{"kKBp", "a8c7b7a7"}, Mate{"kKNn", "a8b6c7b8"},
                            Mate{"kKNp", "a8c8c7a7"}, Mate{"kKPp", "a8c7b7a7"}};

[[nodiscard]] std::optional<Position> mated(const PositionSetup& setup) {
  auto position = Position::from_setup(setup);
  if (!position || !position->in_check() || has_legal_move(*position)) return std::nullopt;
  return *std::move(position);
}

/// Adds `rest` to a mate, each on the first square where it remains one.
[[nodiscard]] std::optional<Position> add_to_mate(PositionSetup setup, const std::vector<Piece>& rest) {
  std::optional<Position> position = mated(setup);
  for (const Piece piece : rest) {
    position.reset();
    // From h1, the farthest from the mate.
    for (std::size_t number = 0; number < kSquareCount && !position; ++number) {
      const Square square = square_at(number ^ 7);
      if (setup.board[index(square)] != Piece::None || !may_stand_on(piece, square)) continue;
      setup.board[index(square)] = piece;
      position = mated(setup);
      if (!position) setup.board[index(square)] = Piece::None;
    }
    if (!position) return std::nullopt;
  }
  return position;
}

}  // namespace

Position quiet_position(const Material& material, Color side_to_move, std::uint64_t seed) {
  // Some orders of the squares leave the king without a move; then try the next one.
  while (true) {
    if (auto position = QuietSetup(material, side_to_move, seed).search()) return *std::move(position);
    ++seed;
  }
}

std::optional<Position> mated_position(const Material& material) {
  for (const Mate& mate : kMates)
    for (const Color winner : kColors) {
      PositionSetup setup;
      setup.side_to_move = ~winner;
      std::vector<Piece> rest = pieces_of(material);
      bool has_pieces = true;
      for (std::size_t i = 0; i < mate.pieces.size(); ++i) {
        const Piece drawn = *piece_from_letter(mate.pieces[i]);
        const Piece piece = make_piece(color_of(drawn) == Color::White ? winner : ~winner, type_of(drawn));
        // Pawns of the picture walk up the board with White as the winner.
        const Square square = *square_from_text(mate.squares.substr(2 * i, 2));
        setup.board[index(relative_square(winner, square))] = piece;
        const auto found = std::find(rest.begin(), rest.end(), piece);
        has_pieces = has_pieces && found != rest.end();
        if (found != rest.end()) rest.erase(found);
      }
      if (!has_pieces) continue;
      if (auto position = add_to_mate(setup, rest)) return position;
    }
  return std::nullopt;
}

}  // namespace zugwerk::tablebase
