// Games as bytes: what was read comes back, whatever it contains. Kind: unit and properties.

#include "library/game_code.h"

#include <gtest/gtest.h>

#include "base/rng.h"
#include "chess/movegen.h"
#include "chess/notation/pgn_game.h"
#include "chess/notation/pgn_writer.h"
#include "library/batch.h"
#include "support/random_games.h"

namespace zugwerk::library {
namespace {

using namespace chess;

/// The games of a text, coded and decoded again.
std::string through_code(const std::string& pgn) {
  auto input = base::Input::from_memory(pgn);
  PgnReader reader(input);
  Batch batch;
  BatchReader visitor;
  visitor.fill(batch);
  EXPECT_TRUE(reader.read_all(visitor));
  std::string text;
  for (const NewGame& game : batch.games) {
    std::string_view tags = game.tags;
    const auto read = take_tags(tags, game.facts, game.names);
    EXPECT_TRUE(read && tags.empty());
    const auto decoded = decode_game(game.code, game.facts.result, *read);
    EXPECT_TRUE(decoded) << decoded.error().message;
    if (decoded) append_pgn(text, *decoded);
  }
  return text;
}

std::string read_and_written(const std::string& pgn) {
  auto input = base::Input::from_memory(pgn);
  std::string text;
  EXPECT_TRUE(read_pgn_games(input, [&](PgnGame&& game) {
    append_pgn(text, game);
    return true;
  }));
  return text;
}

TEST(GameCode, KeepsCommentsGlyphsAndNestedVariationsInTheirPlaces) {
  const std::string pgn =
      "[Event \"Club \\\"A\\\"\"]\n[White \"Müller, H\"]\n[Black \"?\"]\n[Date \"2024.13.01\"]\n[WhiteElo \"01800\"]\n"
      "[Mood \"good\"]\n[Result \"1-0\"]\n\n"
      "{before the game} 1. e4 $1 {best by test} e5 (1... c5 {Sicilian} 2. Nf3 (2. Nc3 Nc6 (2... d6)) 2... d6) "
      "(1... e6) 2. Nf3 Nc6 {[%clk 0:01:02]} 3. Bb5 $6 (3. Bc4) 1-0\n\n";
  EXPECT_EQ(through_code(pgn), read_and_written(pgn));
}

TEST(GameCode, KeepsStartingPositionsOfEveryVariant) {
  const std::string pgn =
      "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 5 40\"]\n[SetUp \"1\"]\n\n1. e4 Kd7 *\n\n"
      "[Variant \"Chess960\"]\n[FEN \"bqnbrkrn/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKRN w GEge - 0 1\"]\n\n1. e4 e5 "
      "1/2-1/2\n\n"
      "[Variant \"Chess960\"]\n[White \"A\"]\n\n1. e4 e5 2. Nf3 Nf6 3. Bc4 Bc5 4. O-O *\n\n";
  EXPECT_EQ(through_code(pgn), read_and_written(pgn));
}

TEST(GameCode, PacksLongNotes) {
  std::string pgn = "[Event \"clocks\"]\n\n";
  for (int move = 1; move <= 20; ++move)
    pgn += std::to_string(2 * move - 1) + ". Nf3 {[%clk 0:05:00]} Nf6 {[%clk 0:04:59]} " + std::to_string(2 * move) +
           ". Ng1 {[%clk 0:04:58]} Ng8 {[%clk 0:04:57]} ";
  pgn += "*\n\n";
  EXPECT_EQ(through_code(pgn), read_and_written(pgn));
}

TEST(GameCode, RefusesBytesThatAreNoGame) {
  GameEncoder encoder;
  Position position;
  encoder.begin(position);
  const Move move = legal_moves(position)[0];
  encoder.move(position, move);
  encoder.comment("a comment that is there");
  const std::string code = encoder.finish(Variant::Standard);
  EXPECT_TRUE(decode_game(code, PgnResult::Unknown, {}));
  for (std::size_t size = 0; size < code.size(); ++size)
    EXPECT_FALSE(decode_game(code.substr(0, size), PgnResult::Unknown, {})) << size;
  // Any byte may change to anything: an error or another game, but nothing worse.
  base::Rng rng(7);
  for (int i = 0; i < 20'000; ++i) {
    std::string damaged = code;
    damaged[rng.below(static_cast<std::uint32_t>(damaged.size()))] = static_cast<char>(rng.below(256));
    (void)decode_game(damaged, PgnResult::Unknown, {});
  }
}

TEST(Properties, MovesComeBackFromTheirRanks) {
  test::for_random_positions(3, 60, 60, [](const Position& position) {
    for (const Move move : legal_moves(position)) ASSERT_EQ(move_of_rank(position, rank_of(position, move)), move);
    ASSERT_FALSE(move_of_rank(position, static_cast<std::uint8_t>(legal_moves(position).size())));
  });
}

TEST(Facts, DatesReadAndWrite) {
  EXPECT_EQ(to_string(*parse_date("2024.05.01")), "2024.05.01");
  EXPECT_EQ(to_string(*parse_date("2024-5-1")), "2024.05.01");
  EXPECT_EQ(to_string(*parse_date("2024")), "2024.??.??");
  EXPECT_EQ(to_string(*parse_date("????.??.??")), "????.??.??");
  EXPECT_FALSE(parse_date("2024.13.01"));
  EXPECT_FALSE(parse_date("yesterday"));
  EXPECT_LT(*parse_date("2023.12.31"), *parse_date("2024"));
}

TEST(Facts, OpeningCodesReadAndWrite) {
  for (const char* const code : {"A00", "B20", "C99", "E99"}) EXPECT_EQ(eco_text(*parse_eco(code)), code);
  EXPECT_FALSE(parse_eco("F00"));
  EXPECT_FALSE(parse_eco("B2"));
}

}  // namespace
}  // namespace zugwerk::library
