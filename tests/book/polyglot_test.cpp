// Unit tests of book/polyglot.h: keys, moves and entries as the format defines them.

#include "book/polyglot.h"

#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include "base/text.h"
#include "chess/movegen.h"
#include "chess/notation/coordinate.h"
#include "chess/notation/fen.h"
#include "support/random_games.h"

namespace zugwerk::book {
namespace {

using namespace chess;

Position after(std::string_view moves) {
  Position position;
  for (const auto word : base::split_words(moves)) position.make(*parse_coordinate_move(position, word));
  return position;
}

PolyglotKey key_of_fen(std::string_view fen) {
  auto setup = take_position_fields(fen, Variant::Standard);
  return polyglot_key(*setup);
}

TEST(PolyglotKeys, MatchThePublishedExamples) {
  EXPECT_EQ(polyglot_key(Position()), 0x463b96181691fc9cU);
  EXPECT_EQ(polyglot_key(after("e2e4")), 0x823c9b50fd114196U);
  EXPECT_EQ(polyglot_key(after("e2e4 d7d5")), 0x0756b94461c50fb0U);
  EXPECT_EQ(polyglot_key(after("e2e4 d7d5 e4e5")), 0x662fafb965db29d4U);
  EXPECT_EQ(polyglot_key(after("e2e4 d7d5 e4e5 f7f5")), 0x22a48b5a8e47ff78U);
  EXPECT_EQ(polyglot_key(after("e2e4 d7d5 e4e5 f7f5 e1e2")), 0x652a607ca3f242c1U);
  EXPECT_EQ(polyglot_key(after("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7")), 0x00fdd303c946bdd9U);
  EXPECT_EQ(polyglot_key(after("a2a4 b7b5 h2h4 b5b4 c2c4")), 0x3c8123ea7b067637U);
  EXPECT_EQ(polyglot_key(after("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3")), 0x5c3f9b829b279560U);
}

TEST(PolyglotKeys, CountEnPassantThatAPinForbids) {
  // The pawn on d4 may not take on e3: its king on d8 would be in check from the rook on d1.
  const std::string_view before = "3k4/8/8/8/3p4/8/4P3/3RK3 w - - 0 1";
  Position position = *parse_fen(before);
  position.make(*parse_coordinate_move(position, "e2e4"));
  ASSERT_EQ(position.en_passant(), Square::None);
  EXPECT_EQ(polyglot_key(position), key_of_fen("3k4/8/8/8/3pP3/8/8/3RK3 b - e3 0 1"));
  EXPECT_NE(polyglot_key(position), key_of_fen("3k4/8/8/8/3pP3/8/8/3RK3 b - - 0 1"));
}

TEST(PolyglotKeys, LeaveOutEnPassantWithoutAPawnBeside) {
  EXPECT_EQ(key_of_fen("4k3/8/8/8/2p1P3/8/8/4K3 b - e3 0 1"), key_of_fen("4k3/8/8/8/2p1P3/8/8/4K3 b - - 0 1"));
  // The a- and h-files are not adjacent.
  EXPECT_EQ(key_of_fen("4k3/8/8/p7/7P/8/8/4K3 b - h3 0 1"), key_of_fen("4k3/8/8/p7/7P/8/8/4K3 b - - 0 1"));
  EXPECT_EQ(polyglot_key(after("e2e4")), key_of_fen("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"));
}

TEST(PolyglotMoves, SpellCastlingAsKingTakesRookAndPromotionsFromOneToFour) {
  const auto position = *parse_fen("4k3/P7/8/8/8/8/8/4K2R w K - 0 1");
  const auto bits = [&](std::string_view text) { return encode_move(*parse_coordinate_move(position, text)); };
  EXPECT_EQ(bits("e1g1"), 4U << 6 | 7U);
  EXPECT_EQ(bits("a7a8n"), 1U << 12 | 48U << 6 | 56U);
  EXPECT_EQ(bits("a7a8q"), 4U << 12 | 48U << 6 | 56U);
  EXPECT_EQ(spell_move_bits(bits("a7a8q")), "a7a8q");
}

TEST(Properties, PolyglotMovesReadBackInEveryRandomPosition) {
  test::for_random_positions(20, 30, 150, [](Position& position) {
    for (const Move move : legal_moves(position)) ASSERT_EQ(decode_move(position, encode_move(move)), move);
  });
}

TEST(PolyglotMoves, InvalidBitsAreNoMove) {
  const Position position;
  const MoveList legal = legal_moves(position);
  for (unsigned bits = 0; bits <= 0xFFFF; ++bits) {
    const Move move = decode_move(position, static_cast<std::uint16_t>(bits));
    ASSERT_TRUE(!move || legal.contains(move)) << bits;
  }
  const auto castling = *parse_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
  EXPECT_FALSE(decode_move(castling, 4U << 6 | 6U)) << "e1g1 is not how the format spells castling";
}

TEST(PolyglotEntries, AreBigEndian) {
  const Entry entry{0x0102030405060708U, 0x090A, 0x0B0C, 0x0D0E0F10};
  std::string bytes;
  append_entry(bytes, entry);
  EXPECT_EQ(bytes, std::string("\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0A\x0B\x0C\x0D\x0E\x0F\x10"));
  EXPECT_EQ(read_entry(bytes), entry);
}

}  // namespace
}  // namespace zugwerk::book
