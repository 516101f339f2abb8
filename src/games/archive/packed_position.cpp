#include "games/archive/packed_position.h"

#include <bit>

#include "base/format.h"

namespace zugwerk::games {

using namespace chess;

namespace {

constexpr unsigned kCastlingShift = 1;
constexpr unsigned kRookFilesShift = 5;
constexpr unsigned kBitsPerFile = 3;
constexpr unsigned kEnPassantShift = 17;
constexpr unsigned kHalfmoveShift = 24;
constexpr unsigned kFullmoveShift = 38;
constexpr unsigned kUsedBits = 55;
constexpr std::uint64_t kEnPassantMask = 0x7F;
constexpr std::uint64_t kHalfmoveMask = 0x3FFF;
constexpr std::uint64_t kFullmoveMask = 0x1FFFF;
static_assert(kLargestHalfmoveClock <= kHalfmoveMask && kLargestFullmoveNumber <= kFullmoveMask);
static_assert(index(Square::None) == 64);

constexpr int kMostPieces = 32;

}  // namespace

PackedPosition pack(const Position& position) {
  PackedPosition packed;
  packed.occupied = position.occupied();
  std::size_t number = 0;
  for (Bitboard left = packed.occupied; left != 0; left &= left - 1, ++number) {
    const Piece piece = position.piece_on(first_square(left));
    packed.pieces[number / 2] =
        static_cast<std::uint8_t>(packed.pieces[number / 2] | (static_cast<unsigned>(piece) << (4 * (number % 2))));
  }
  packed.state = position.side_to_move() == Color::Black ? 1 : 0;
  for (const Color color : kColors) {
    for (const Wing wing : kWings) {
      if (!position.castling().has(color, wing)) continue;
      const auto which = static_cast<unsigned>(castling_index(color, wing));
      const std::uint64_t file = index(file_of(position.castling_rook(color, wing)));
      packed.state |= std::uint64_t{1} << (kCastlingShift + which);
      packed.state |= file << (kRookFilesShift + kBitsPerFile * which);
    }
  }
  packed.state |= std::uint64_t{index(position.en_passant())} << kEnPassantShift;
  packed.state |= static_cast<std::uint64_t>(position.halfmove_clock()) << kHalfmoveShift;
  packed.state |= static_cast<std::uint64_t>(position.fullmove_number()) << kFullmoveShift;
  return packed;
}

base::Expected<Position> unpack(const PackedPosition& packed) {
  const int count = std::popcount(packed.occupied);
  if (count > kMostPieces) return base::failure(base::format("a start position of {} pieces", count));
  if ((packed.state >> kUsedBits) != 0) return base::failure("a start position with unused bits set");
  PositionSetup setup;
  std::size_t number = 0;
  for (Bitboard left = packed.occupied; left != 0; left &= left - 1, ++number) {
    const unsigned value = (packed.pieces[number / 2] >> (4 * (number % 2))) & 0xFU;
    if ((value & 7U) > static_cast<unsigned>(PieceType::King))
      return base::failure(base::format("a start position with the unknown piece {}", value));
    setup.board[index(first_square(left))] = static_cast<Piece>(value);
  }
  setup.side_to_move = (packed.state & 1) != 0 ? Color::Black : Color::White;
  for (const Color color : kColors) {
    for (const Wing wing : kWings) {
      const auto which = static_cast<unsigned>(castling_index(color, wing));
      if (((packed.state >> (kCastlingShift + which)) & 1) == 0) continue;
      const auto file = static_cast<File>((packed.state >> (kRookFilesShift + kBitsPerFile * which)) & 7U);
      setup.castling_rooks[which] = make_square(file, relative_rank(color, Rank::R1));
    }
  }
  const std::uint64_t en_passant = (packed.state >> kEnPassantShift) & kEnPassantMask;
  if (en_passant > index(Square::None))
    return base::failure("a start position with an en passant square off the board");
  setup.en_passant = static_cast<Square>(en_passant);
  setup.halfmove_clock = static_cast<int>((packed.state >> kHalfmoveShift) & kHalfmoveMask);
  setup.fullmove_number = static_cast<int>((packed.state >> kFullmoveShift) & kFullmoveMask);
  return Position::from_setup(setup);
}

}  // namespace zugwerk::games
