// Unit tests of arena/openings/openings.h and arena/match/schedule.h: which openings are read, their order, and who
// plays them.

#include "arena/openings/openings.h"

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "arena/match/schedule.h"
#include "base/files/compress.h"
#include "base/text.h"
#include "chess/chess960.h"
#include "chess/game.h"
#include "chess/notation/san.h"
#include "support/temporary_folder.h"

namespace zugwerk::arena {
namespace {

using chess::Variant;

constexpr const char* kTwoGames = R"([Event "one"]

1. e4 (1. c4 e5) e5 2. Nf3 {main} Nc6 3. Bb5 1-0

[Event "two"]

1. d4 d5 2. c4 *
)";

TEST(OwnOpenings, AreLegalLongEnoughAndAllDifferent) {
  EXPECT_GE(own_opening_lines().size(), 60U);
  std::set<chess::Key> seen;
  for (const std::string_view line : own_opening_lines()) {
    chess::Game game;
    const auto words = base::split_words(line);
    EXPECT_GE(words.size(), 6U) << line;
    EXPECT_LE(words.size(), 10U) << line;
    EXPECT_EQ(words.size() % 2, 0U) << line << ": White should be to move";
    for (const std::string_view word : words) {
      const auto move = chess::parse_san(game.position(), word);
      ASSERT_TRUE(move.has_value()) << line << ": " << move.error().message;
      EXPECT_EQ(chess::to_san(game.position(), *move), word) << line;
      ASSERT_TRUE(game.play(*move).has_value());
    }
    EXPECT_FALSE(game.position().in_check()) << line;
    EXPECT_TRUE(seen.insert(game.position().key()).second) << line << " leads to a position of another line";
  }
  const OpeningList list = own_openings(Variant::Standard);
  EXPECT_EQ(list.openings.size(), own_opening_lines().size());
  EXPECT_TRUE(list.warnings.empty());
}

TEST(OwnOpenings, InChess960AreAll960Starts) {
  EXPECT_EQ(own_openings(Variant::Chess960).openings.size(), std::size_t{chess::kChess960Starts});
}

TEST(Openings, ReadsEpdWithEachPositionOnce) {
  const std::string text = std::string("# remark\n\n") + std::string(chess::kStartFen) +
                           "\nrnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - id \"e4\";\n"
                           "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -\n"
                           "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPPP/RNBQKBNR w KQkq -\n";
  const auto list = parse_openings(text, "some.epd", Variant::Standard, std::nullopt);
  ASSERT_TRUE(list.has_value()) << list.error().message;
  EXPECT_EQ(list->openings.size(), 2U);
  EXPECT_EQ(list->repeated, 1U);
  ASSERT_EQ(list->warnings.size(), 1U);
  EXPECT_EQ(list->warnings[0].rfind("some.epd:6: ", 0), 0U) << list->warnings[0];
  EXPECT_EQ(chess::to_fen(start_of(list->openings[0])), chess::kStartFen);
}

TEST(Openings, UsesRepairedPositionsAndSaysWhatWasDropped) {
  const auto epd = parse_openings("r3k2r/8/8/8/8/8/8/R3K1R1 w KQkq -\n", "some.epd", Variant::Standard, std::nullopt);
  ASSERT_TRUE(epd.has_value()) << epd.error().message;
  EXPECT_EQ(epd->warnings, std::vector<std::string>{
                               "some.epd:1: castling right 'K' dropped: White has no rook on h1 (is this a Chess960 "
                               "position?)"});
  EXPECT_EQ(epd->openings.at(0).fen, "r3k2r/8/8/8/8/8/8/R3K1R1 w Qkq - 0 1");
  const auto pgn =
      parse_openings("[FEN \"4k3/8/8/8/8/8/8/4K2R w KQ - 0 1\"]\n\n1. O-O *", "x.pgn", Variant::Standard, std::nullopt);
  ASSERT_TRUE(pgn.has_value()) << pgn.error().message;
  ASSERT_EQ(pgn->warnings.size(), 1U);
  EXPECT_TRUE(pgn->warnings[0].starts_with("x.pgn:1:1: starting position repaired")) << pgn->warnings[0];
  EXPECT_EQ(pgn->openings.size(), 1U);
}

TEST(Openings, ReadsMainLinesOfGamesUpToTheGivenPly) {
  const auto all = parse_openings(kTwoGames, "x.pgn", Variant::Standard, std::nullopt);
  ASSERT_TRUE(all.has_value()) << all.error().message;
  ASSERT_EQ(all->openings.size(), 2U);
  EXPECT_EQ(all->openings[0].moves.size(), 5U);
  EXPECT_EQ(all->openings[1].moves.size(), 3U);
  const auto short_ones = parse_openings(kTwoGames, "x.pgn", Variant::Standard, 2);
  ASSERT_TRUE(short_ones.has_value());
  EXPECT_EQ(short_ones->openings[0].moves.size(), 2U);
  EXPECT_NE(short_ones->fingerprint, all->fingerprint);
  // Without a ply, both are the start.
  EXPECT_EQ(parse_openings(kTwoGames, "x.pgn", Variant::Standard, 0)->openings.size(), 1U);
}

TEST(Openings, LeavesOutBrokenAndFinishedGamesAndReportsWhere) {
  const auto list = parse_openings(
      "[Event \"a\"]\n\n1. e4 Ke4 *\n\n[Event \"b\"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n[Event \"c\"]\n\n1. e4 *\n", "x.pgn",
      Variant::Standard, std::nullopt);
  ASSERT_TRUE(list.has_value());
  EXPECT_EQ(list->openings.size(), 1U);
  ASSERT_EQ(list->warnings.size(), 2U);
  EXPECT_EQ(list->warnings[0].rfind("x.pgn:3:", 0), 0U) << list->warnings[0];
  EXPECT_EQ(list->warnings[1], "x.pgn:5: game 2: the game is over (Black mates); left out");
}

TEST(Openings, LeavesOutChess960GamesInStandardMatches) {
  const std::string text = std::string(chess::kStartFen) + '\n' + chess::to_fen(chess::chess960_start(0)) + '\n';
  EXPECT_EQ(parse_openings(text, "x", Variant::Standard, std::nullopt)->openings.size(), 1U);
  EXPECT_EQ(parse_openings(text, "x", Variant::Chess960, std::nullopt)->openings.size(), 2U);
}

TEST(Openings, KeepOnlyTheFirstOfManyWarnings) {
  std::string text = std::string(chess::kStartFen) + '\n';
  for (int i = 0; i < 5000; ++i) text += "nonsense\n";
  const auto list = parse_openings(text, "x.epd", Variant::Standard, std::nullopt);
  ASSERT_TRUE(list.has_value()) << list.error().message;
  EXPECT_EQ(list->warnings.size(), 1000U);
  EXPECT_EQ(list->warning_count, 5000U);
}

TEST(Openings, FailOnATruncatedFile) {
  const test::TemporaryFolder folder;
  std::string text;
  for (int i = 0; i < 960; ++i) text += chess::to_fen(chess::chess960_start(i)) + '\n';
  const std::string packed = base::compress(text).value();
  test::write_bytes(folder.file("x.epd.zst"), packed);
  EXPECT_EQ(read_openings(folder.file("x.epd.zst"), Variant::Chess960, std::nullopt)->openings.size(), 960U);
  test::write_bytes(folder.file("x.epd.zst"), packed.substr(0, packed.size() - 10));
  const auto broken = read_openings(folder.file("x.epd.zst"), Variant::Chess960, std::nullopt);
  ASSERT_FALSE(broken.has_value());
  EXPECT_NE(broken.error().message.find("the zstd data is cut short"), std::string::npos) << broken.error().message;
}

TEST(Openings, FailIfThereAreNone) {
  EXPECT_EQ(parse_openings("", "x.epd", Variant::Standard, std::nullopt).error().message,
            "x.epd: there is no opening in it");
  EXPECT_FALSE(read_openings("/no/such/file", Variant::Standard, std::nullopt).has_value());
}

TEST(OpeningOrder, ShufflesAllOfThemWithoutRepeats) {
  constexpr std::size_t kCount = 1000;
  const OpeningOrder order(kCount, 7);
  std::vector<std::size_t> first;
  for (std::size_t pair = 0; pair < kCount; ++pair) first.push_back(order.opening_of_pair(pair));
  EXPECT_EQ(std::set<std::size_t>(first.begin(), first.end()).size(), kCount);
  EXPECT_FALSE(std::is_sorted(first.begin(), first.end()));
  EXPECT_EQ(order.opening_of_pair(kCount), first[0]);
  EXPECT_EQ(OpeningOrder(kCount, 7).opening_of_pair(5), first[5]);
  std::size_t same = 0;
  for (std::size_t pair = 0; pair < kCount; ++pair)
    same += OpeningOrder(kCount, 8).opening_of_pair(pair) == first[pair];
  EXPECT_LT(same, 20U);
  EXPECT_EQ(OpeningOrder(kCount).opening_of_pair(17), 17U);
}

TEST(Schedule, PairsEveryoneOrTheFirstEngineWithAllOthers) {
  EXPECT_EQ(make_pairings(2, false), (std::vector<Pairing>{{0, 1}}));
  EXPECT_EQ(make_pairings(3, false), (std::vector<Pairing>{{0, 1}, {0, 2}, {1, 2}}));
  EXPECT_EQ(make_pairings(3, true), (std::vector<Pairing>{{0, 1}, {0, 2}}));
}

TEST(Schedule, GivesEveryPairingItsGamesWithAlternatingColours) {
  for (const std::uint64_t games : {1U, 2U, 5U, 8U}) {
    const Schedule schedule(make_pairings(4, false), games);
    EXPECT_EQ(schedule.game_count(), games * 6);
    std::map<std::size_t, std::uint64_t> played;
    std::map<std::pair<std::size_t, std::uint64_t>, std::vector<std::size_t>> whites;
    for (std::uint64_t number = 1; number <= schedule.last_number(); ++number) {
      const auto game = schedule.game(number);
      if (!game) continue;
      EXPECT_EQ(game->number, number);
      ++played[game->pairing];
      whites[{game->pairing, game->pair}].push_back(game->white);
      EXPECT_NE(game->white, game->black);
    }
    for (const auto& [pairing, count] : played) EXPECT_EQ(count, games);
    for (const auto& [pair, colors] : whites) {
      ASSERT_LE(colors.size(), 2U);
      if (colors.size() == 2) {
        EXPECT_NE(colors[0], colors[1]);
      }
    }
    EXPECT_FALSE(schedule.game(0).has_value());
    EXPECT_FALSE(schedule.game(schedule.last_number() + 1).has_value());
  }
}

TEST(Schedule, GivesEveryPairOfGamesToOneShard) {
  for (const std::uint64_t games : {1U, 2U, 5U, 8U}) {
    const Schedule whole(make_pairings(3, false), games);
    for (std::uint64_t count = 1; count <= 8; ++count) {
      std::map<std::pair<std::size_t, std::uint64_t>, std::uint64_t> shard_of_pair;
      std::uint64_t sum = 0;
      for (std::uint64_t number = 1; number <= count; ++number) {
        const auto shard = base::Shard::parse(std::to_string(number) + "/" + std::to_string(count));
        const Schedule part(make_pairings(3, false), games, *shard);
        std::uint64_t own = 0;
        for (std::uint64_t game = 1; game <= whole.last_number(); ++game) {
          const auto scheduled = part.game(game);
          if (!scheduled) continue;
          ++own;
          EXPECT_EQ(scheduled, whole.game(game));
          EXPECT_EQ(shard_of_pair.try_emplace({scheduled->pairing, scheduled->pair}, number).first->second, number);
        }
        EXPECT_EQ(part.game_count(), own);
        sum += own;
      }
      EXPECT_EQ(sum, whole.game_count());
    }
  }
}

TEST(Schedule, KeepsNumbersWhenTheMatchGetsLonger) {
  const Schedule small(make_pairings(3, false), 3);
  const Schedule large(make_pairings(3, false), 100);
  for (std::uint64_t number = 1; number <= small.last_number(); ++number) {
    const auto game = small.game(number);
    if (game) {
      EXPECT_EQ(*game, *large.game(number));
    }
  }
}

}  // namespace
}  // namespace zugwerk::arena
