// learning/network/training_sample.cpp

#include "learning/network/training_sample.h"

#include <bit>

#include "nnue/features.h"

namespace zugwerk::learning {

using namespace chess;

namespace {

/// Features by piece and square.
using FeatureTable = std::array<std::array<FeatureNumber, kSquareCount>, kPieceCount>;

[[nodiscard]] constexpr FeatureTable table_of(Color side, bool mirrored) {
  FeatureTable table{};
  for (const Color color : kColors)
    for (const PieceType type : kPieceTypes)
      for (std::size_t square = 0; square < kSquareCount; ++square)
        table[index(make_piece(color, type))][square] =
            static_cast<FeatureNumber>(nnue::feature_of(side, mirrored, make_piece(color, type), square_at(square)));
  return table;
}

/// Indexed by whether the side sees the board mirrored.
constexpr std::array kOwnFeatures{table_of(Color::White, false), table_of(Color::White, true)};
constexpr std::array kOtherFeatures{table_of(Color::Black, false), table_of(Color::Black, true)};

constexpr unsigned kPieceBits = 4;
constexpr unsigned kPieceMask = 15;

/// Calls `visit(piece number, square number)` for every piece.
template <class Visitor>
void for_each_piece(const TrainingSample& sample, Visitor visit) {
  std::size_t number = 0;
  for (std::uint64_t left = sample.occupied; left != 0; left &= left - 1, ++number)
    visit((sample.pieces[number / 2] >> (kPieceBits * (number % 2))) & kPieceMask,
          static_cast<std::size_t>(std::countr_zero(left)));
}

}  // namespace

TrainingSample make_sample(const Position& position, eval::Score score, games::GameResult result, std::uint32_t game) {
  const Color us = position.side_to_move();
  TrainingSample sample;
  // In the order of the squares from the side to move's point of view.
  std::size_t number = 0;
  for (std::size_t square = 0; square < kSquareCount; ++square) {
    const Piece piece = position.piece_on(relative_square(us, square_at(square)));
    if (piece == Piece::None) continue;
    const Piece seen = make_piece(color_of(piece) == us ? Color::White : Color::Black, type_of(piece));
    sample.occupied |= std::uint64_t{1} << square;
    sample.pieces[number / 2] = static_cast<std::uint8_t>(sample.pieces[number / 2] |
                                                          (static_cast<unsigned>(seen) << (kPieceBits * (number % 2))));
    ++number;
  }
  if (score != eval::kNoScore)
    sample.score = static_cast<std::int16_t>(us == Color::White ? score.value() : -score.value());
  const int most_half_points = 2;
  sample.half_points = static_cast<std::uint8_t>(us == Color::White ? games::half_points(result)
                                                                    : most_half_points - games::half_points(result));
  sample.game = game;
  return sample;
}

nnue::Network::Board board_of(const TrainingSample& sample) {
  nnue::Network::Board board{};
  board.fill(Piece::None);
  for_each_piece(sample, [&](unsigned piece, std::size_t square) { board[square] = static_cast<Piece>(piece); });
  return board;
}

std::size_t write_features(const TrainingSample& sample, FeatureNumber* us, FeatureNumber* them) {
  std::array<std::uint8_t, nnue::kMostPieces> pieces;   // NOLINT(cppcoreguidelines-pro-type-member-init): filled below
  std::array<std::uint8_t, nnue::kMostPieces> squares;  // NOLINT(cppcoreguidelines-pro-type-member-init)
  std::size_t count = 0;
  std::array<std::size_t, kPieceCount> last_square{};  // of each piece; of the kings, the only one
  for_each_piece(sample, [&](unsigned piece, std::size_t square) {
    pieces[count] = static_cast<std::uint8_t>(piece);
    squares[count] = static_cast<std::uint8_t>(square);
    last_square[piece] = square;
    ++count;
  });
  const bool own_mirrored = nnue::is_mirrored(square_at(last_square[index(Piece::WhiteKing)]));
  const bool other_mirrored = nnue::is_mirrored(square_at(last_square[index(Piece::BlackKing)]));
  const FeatureTable& own = kOwnFeatures[own_mirrored ? 1 : 0];
  const FeatureTable& other = kOtherFeatures[other_mirrored ? 1 : 0];
  for (std::size_t i = 0; i < count; ++i) {
    us[i] = own[pieces[i]][squares[i]];
    them[i] = other[pieces[i]][squares[i]];
  }
  return count;
}

}  // namespace zugwerk::learning
