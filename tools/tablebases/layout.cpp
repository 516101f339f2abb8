#include "tablebases/layout.h"

#include <algorithm>
#include <array>

#include "chess/attacks.h"

namespace zugwerk::tbgen {

using namespace chess;

namespace {

// Squares by their place relative to the diagonal from a1 to h8. Leading pieces are placed so that the first that is
// not on the diagonal is below it.

constexpr std::array kTriangleBelow{Square::B1, Square::C1, Square::D1, Square::C2, Square::D2, Square::D3};
constexpr std::array kTriangleDiagonal{Square::A1, Square::B2, Square::C3, Square::D4};

[[nodiscard]] std::vector<Square> squares_where(bool (*condition)(std::size_t file, std::size_t rank)) {
  std::vector<Square> squares;
  for (std::size_t number = 0; number < kSquareCount; ++number)
    if (condition(number % 8, number / 8)) squares.push_back(square_at(number));
  return squares;
}

[[nodiscard]] std::vector<Square> all_squares() {
  return squares_where([](std::size_t, std::size_t) { return true; });
}
[[nodiscard]] std::vector<Square> diagonal_squares() {
  return squares_where([](std::size_t file, std::size_t rank) { return file == rank; });
}
[[nodiscard]] std::vector<Square> squares_below_diagonal() {
  return squares_where([](std::size_t file, std::size_t rank) { return file > rank; });
}
[[nodiscard]] std::vector<Square> pawn_squares() {
  return squares_where([](std::size_t, std::size_t rank) { return rank != 0 && rank != 7; });
}

[[nodiscard]] std::vector<Square> without(std::vector<Square> squares, std::initializer_list<Square> taken) {
  std::erase_if(squares, [&](Square square) { return std::find(taken.begin(), taken.end(), square) != taken.end(); });
  return squares;
}

constexpr Piece kWhiteKing = Piece::WhiteKing;
constexpr Piece kBlackKing = Piece::BlackKing;

class PartMaker {
 public:
  explicit PartMaker(const Material& material) : material_(material), index_(material) {}

  [[nodiscard]] TablePart make(std::size_t number) {
    if (material_.pawn_count() == 2)
      material_.has_twins() ? with_two_pawns(number) : with_opposing_pawns(number);
    else if (material_.pawn_count() == 1)
      with_pawn(number);
    else if (material_.has_twins())
      with_twins();
    else
      with_different_pieces();
    return std::move(part_);
  }

 private:
  void add(Square white_king, Squares squares, Square black_king) {
    part_.positions.push_back({static_cast<std::uint32_t>(index_.word_of({white_king, squares})), black_king});
  }

  /// White's king, the other pieces, Black's king. The first three lead; the index of a fourth varies fastest.
  void with_different_pieces() {
    part_.orders = {static_cast<std::uint8_t>(material_.count() - 1)};
    part_.pieces = {kWhiteKing};
    for (std::size_t piece = 0; piece < material_.count(); ++piece) part_.pieces.push_back(material_[piece]);
    part_.pieces.push_back(kBlackKing);

    const std::vector<Square> all = all_squares();
    const std::vector<Square> diagonal = diagonal_squares();
    const std::vector<Square> below = squares_below_diagonal();
    for (const Square first : kTriangleBelow)
      for (const Square second : without(all, {first}))
        for (const Square third : without(all, {first, second})) add_leading(first, second, third);
    for (const Square first : kTriangleDiagonal)
      for (const Square second : below)
        for (const Square third : without(all, {first, second})) add_leading(first, second, third);
    for (const Square first : kTriangleDiagonal)
      for (const Square second : without(diagonal, {first}))
        for (const Square third : below) add_leading(first, second, third);
    for (const Square first : kTriangleDiagonal)
      for (const Square second : without(diagonal, {first}))
        for (const Square third : without(diagonal, {first, second})) add_leading(first, second, third);
  }
  void add_leading(Square first, Square second, Square third) {
    if (material_.count() == 1) {
      add(first, {second, Square::A1}, third);
      return;
    }
    for (const Square black_king : without(all_squares(), {first, second, third}))
      add(first, {second, third}, black_king);
  }

  /// The kings lead; the index of the twins varies fastest.
  void with_twins() {
    part_.orders = {1};
    part_.pieces = {kWhiteKing, kBlackKing, material_[0], material_[1]};
    const auto add_kings = [&](Square white_king, Square black_king) {
      if (white_king == black_king || contains(king_attacks(white_king), black_king)) return;
      const std::vector<Square> free = without(all_squares(), {white_king, black_king});
      for (std::size_t second = 1; second < free.size(); ++second)
        for (std::size_t first = 0; first < second; ++first) add(white_king, {free[first], free[second]}, black_king);
    };
    for (const Square white_king : kTriangleBelow)
      for (const Square black_king : all_squares()) add_kings(white_king, black_king);
    for (const Square white_king : kTriangleDiagonal)
      for (const Square black_king : squares_below_diagonal()) add_kings(white_king, black_king);
    for (const Square white_king : kTriangleDiagonal)
      for (const Square black_king : diagonal_squares()) add_kings(white_king, black_king);
  }

  // With pawns the leading pawn varies slowest, White's king fastest. A square is counted among those left free by the
  // pieces named earlier.

  void with_pawn(std::size_t file) {
    const Piece other = material_.count() == 2 ? material_[1] : Piece::None;
    part_.orders = {static_cast<std::uint8_t>(material_.count() + 1)};
    part_.pieces = {material_[0], kWhiteKing};
    if (other != Piece::None) part_.pieces.push_back(other);
    part_.pieces.push_back(kBlackKing);
    for (const Square pawn : pawns_of_file(file)) {
      if (other == Piece::None)
        add_kings({pawn, Square::A1}, bit(pawn));
      else
        add_with_piece(pawn);
    }
  }
  void add_with_piece(Square pawn) {
    const Bitboard taken = bit(pawn);
    const std::vector<Square> king_squares = without(all_squares(), {pawn});
    for (std::size_t last = 0; last < kSquareCount - 3; ++last)
      for (std::size_t middle = 0; middle < kSquareCount - 2; ++middle)
        for (const Square white_king : king_squares) {
          const Square piece = free_square(middle, taken | bit(white_king));
          add(white_king, {pawn, piece}, free_square(last, taken | bit(white_king) | bit(piece)));
        }
  }

  void with_two_pawns(std::size_t file) {
    part_.orders = {2};
    part_.pieces = {material_[0], material_[1], kWhiteKing, kBlackKing};
    std::vector<Square> others = pawn_squares();
    std::sort(others.begin(), others.end(), [](Square a, Square b) { return twist(a) < twist(b); });
    for (const Square leader : pawns_of_file(file))
      for (const Square other : others)
        if (twist(other) < twist(leader)) add_kings({leader, other}, bit(leader) | bit(other));
  }

  void with_opposing_pawns(std::size_t file) {
    part_.orders = {3, 2};
    part_.pieces = {material_[0], material_[1], kWhiteKing, kBlackKing};
    for (const Square white_pawn : pawns_of_file(file))
      for (const Square black_pawn : without(pawn_squares(), {white_pawn}))
        add_kings({white_pawn, black_pawn}, bit(white_pawn) | bit(black_pawn));
  }

  void add_kings(Squares squares, Bitboard taken) {
    const auto left = kSquareCount - static_cast<std::size_t>(popcount(taken));
    for (std::size_t last = 0; last + 1 < left; ++last)
      for (std::size_t number = 0; number < left; ++number) {
        const Square white_king = free_square(number, taken);
        add(white_king, squares, free_square(last, taken | bit(white_king)));
      }
  }

  /// Free squares are counted from a1 to h8.
  [[nodiscard]] static Square free_square(std::size_t number, Bitboard taken) {
    while (taken != 0) {
      if (index(pop_square(taken)) > number) break;
      ++number;
    }
    return square_at(number);
  }

  [[nodiscard]] static std::vector<Square> pawns_of_file(std::size_t file) {
    std::vector<Square> squares = pawn_squares();
    std::erase_if(squares, [&](Square square) { return index(file_of(square)) != file; });
    return squares;
  }

  /// The numbering of pawns of one colour: the leading one has the highest number. Numbers decrease towards the middle
  /// files, on a file towards the last rank, and from the left half of the board to the right.
  [[nodiscard]] static std::size_t twist(Square square) {
    const std::size_t file = index(file_of(square));
    const bool is_on_right = file > index(File::D);
    const std::size_t from_edge = is_on_right ? 7 - file : file;
    return 47 - 12 * from_edge - 2 * (index(rank_of(square)) - 1) - (is_on_right ? 1 : 0);
  }

  Material material_;
  WordIndex index_;
  TablePart part_;
};

}  // namespace

std::size_t part_count(const Material& material) { return material.pawn_count() > 0 ? 4 : 1; }

TablePart table_part(const Material& material, std::size_t number) { return PartMaker(material).make(number); }

}  // namespace zugwerk::tbgen
