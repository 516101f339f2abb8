// Unit tests of self-play: what its games look like, when they end, and that they depend on the seed alone.

#include "games/selfplay/selfplay.h"

#include <set>

#include <gtest/gtest.h>

#include "chess/chess960.h"
#include "chess/notation/fen.h"
#include "games/data/data_tools.h"
#include "support/random_records.h"
#include "support/temporary_folder.h"

namespace zugwerk::games {
namespace {

using test::read_games;
using zugwerk::test::read_bytes;
using zugwerk::test::TemporaryFolder;
using zugwerk::test::write_bytes;

SelfplayOptions quick_options() {
  SelfplayOptions options;
  options.nodes = 50;
  options.hash_megabytes = 1;
  options.adjudication.most_plies = 60;
  options.seed = 7;
  return options;
}

/// Runs to the target of the options; returns the final progress.
SelfplayProgress produce(const SelfplayOptions& options, const std::string& path) {
  const std::atomic<bool> stop{false};
  HeldGames held;
  auto writer = GameWriter::append(path, {}, held);
  EXPECT_TRUE(writer);
  const auto result = run_selfplay(options, *writer, held, stop);
  EXPECT_TRUE(result);
  return result.value_or(SelfplayProgress{});
}

TEST(Selfplay, TheSameSeedGivesTheSameBytes) {
  const TemporaryFolder folder;
  SelfplayOptions options = quick_options();
  options.games = 6;
  produce(options, folder.file("first"));
  produce(options, folder.file("second"));
  EXPECT_EQ(read_bytes(folder.file("first")), read_bytes(folder.file("second")));
  options.seed = 8;
  produce(options, folder.file("other"));
  EXPECT_NE(read_bytes(folder.file("first")), read_bytes(folder.file("other")));
}

TEST(Selfplay, InterruptionsDoNotChangeTheGames) {
  const TemporaryFolder folder;
  SelfplayOptions options = quick_options();
  options.games = 8;
  produce(options, folder.file("at once"));
  for (const std::uint64_t games : {1U, 3U, 8U}) {
    options.games = games;
    produce(options, folder.file("in steps"));
  }
  EXPECT_TRUE(read_games(folder.file("in steps")).games == read_games(folder.file("at once")).games);
  EXPECT_EQ(produce(options, folder.file("in steps")).games, 0U);
}

TEST(Selfplay, GamesAreLegalAndEndAsRecorded) {
  const TemporaryFolder folder;
  SelfplayOptions options = quick_options();
  options.games = 30;
  const auto progress = produce(options, folder.file("games"));
  EXPECT_EQ(progress.games, 30U);
  const auto report = check_game_file(folder.file("games"), [](const std::string& what) { ADD_FAILURE() << what; });
  ASSERT_TRUE(report);
  EXPECT_EQ(report->games, 30U);
  EXPECT_EQ(report->plies, progress.plies);
  std::set<std::uint64_t> starts;
  std::set<int> first_plies;
  std::uint64_t usable = 0;
  for (const GameRecord& game : read_games(folder.file("games")).games) {
    const auto start = unpack(game.start);
    ASSERT_TRUE(start);
    starts.insert(start->key());
    first_plies.insert(start->ply_from_start());
    EXPECT_LE(std::abs(game.plies.front().score.value()), 2 * options.largest_opening_score);
    for (const PlyRecord& ply : game.plies) EXPECT_NE(ply.score, eval::kNoScore);
    PositionCounts counts;
    EXPECT_TRUE(visit_positions(game, {}, counts, [](const TrainingPosition&) { return true; }));
    usable += counts.kept;
  }
  EXPECT_EQ(usable, progress.usable);
  EXPECT_EQ(starts.size(), 30U);
  EXPECT_EQ(first_plies, (std::set{8, 9}));
}

TEST(Selfplay, StopsWhenTheFileHasEnoughPositions) {
  const TemporaryFolder folder;
  SelfplayOptions options = quick_options();
  options.positions = 150;
  const auto progress = produce(options, folder.file("games"));
  EXPECT_GE(progress.plies, 150U);
  EXPECT_LT(progress.plies, 150U + 60U);
  EXPECT_EQ(progress.share, 1.0);
}

TEST(Selfplay, StartsFromGivenPositionsAndFromChess960) {
  const TemporaryFolder folder;
  const std::string fen = "r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
  SelfplayOptions options = quick_options();
  options.games = 2;
  options.random_plies = 0;
  const auto opening = chess::parse_fen(fen);
  ASSERT_TRUE(opening);
  options.openings = {pack(*opening)};
  produce(options, folder.file("given"));
  for (const GameRecord& game : read_games(folder.file("given")).games)
    EXPECT_EQ(chess::to_fen(*unpack(game.start)), fen);

  SelfplayOptions fischer = quick_options();
  fischer.games = 5;
  fischer.chess960 = true;
  produce(fischer, folder.file("960"));
  const auto summary = summarize({folder.file("960")}, {});
  ASSERT_TRUE(summary);
  EXPECT_GT(summary->chess960_games(), 0U);
  EXPECT_EQ(summary->positions().broken_games, 0U);
}

TEST(Selfplay, MatesALoneKingWithQueenOrRookInFewNodes) {
  const TemporaryFolder folder;
  SelfplayOptions options = quick_options();
  options.nodes = 1000;
  options.games = 6;
  options.random_plies = 0;
  options.largest_opening_score = eval::kMate.value();
  options.adjudication.win_score = eval::kMate.value();  // only a mate on the board ends it
  options.adjudication.most_plies = 120;
  for (const char* const fen : {"8/8/8/3k4/8/8/8/KQ6 w - - 0 1", "8/8/8/3k4/8/8/8/KR6 w - - 0 1",
                                "8/8/4r3/8/1K6/8/8/7k b - - 0 1", "7K/8/8/2q5/8/4k3/8/8 w - - 0 1"}) {
    const auto opening = chess::parse_fen(fen);
    ASSERT_TRUE(opening);
    options.openings.push_back(pack(*opening));
  }
  produce(options, folder.file("games"));
  for (const GameRecord& game : read_games(folder.file("games")).games)
    EXPECT_EQ(game.end_cause, EndCause::WinByScore) << chess::to_fen(*unpack(game.start));
}

TEST(Selfplay, GivesUpIfAllOpeningsAreDecided) {
  const TemporaryFolder folder;
  SelfplayOptions options = quick_options();
  options.random_plies = 0;
  options.games = 1;
  options.openings = {pack(*chess::parse_fen("4k3/8/8/8/8/8/8/QQ2K3 w - - 0 1"))};
  const std::atomic<bool> stop{false};
  HeldGames held;
  auto writer = GameWriter::append(folder.file("games"), {}, held);
  ASSERT_TRUE(writer);
  const auto result = run_selfplay(options, *writer, held, stop);
  ASSERT_FALSE(result);
  EXPECT_NE(result.error().message.find("openings in a row"), std::string::npos);
}

TEST(Adjudicator, WinsNeedBothSidesForSomePlies) {
  Adjudication rules;
  rules.win_plies = 3;
  Adjudicator adjudicator(rules);
  EXPECT_FALSE(adjudicator.add(eval::Score(2000), 20));
  EXPECT_FALSE(adjudicator.add(eval::Score(2500), 21));
  EXPECT_FALSE(adjudicator.add(eval::Score(1999), 22));  // and again from the start
  EXPECT_FALSE(adjudicator.add(eval::Score(2000), 23));
  EXPECT_FALSE(adjudicator.add(eval::Score(2000), 24));
  const auto verdict = adjudicator.add(eval::Score(2000), 25);
  ASSERT_TRUE(verdict);
  EXPECT_EQ(verdict->result, GameResult::WhiteWins);
  EXPECT_EQ(verdict->end_cause, EndCause::WinByScore);
}

TEST(Adjudicator, AProvenWinNeedsOnlyOneSide) {
  Adjudicator adjudicator{Adjudication{}};
  const auto verdict = adjudicator.add(eval::Score::mated_at(6), 3);
  ASSERT_TRUE(verdict);
  EXPECT_EQ(verdict->result, GameResult::BlackWins);
}

TEST(Adjudicator, DrawsCountFromTheConfiguredPly) {
  Adjudication rules;
  rules.draw_plies = 2;
  rules.draw_first_ply = 50;
  Adjudicator adjudicator(rules);
  for (int ply = 40; ply < 51; ++ply) EXPECT_FALSE(adjudicator.add(eval::Score(-10), ply)) << ply;
  const auto verdict = adjudicator.add(eval::Score(10), 51);
  ASSERT_TRUE(verdict);
  EXPECT_EQ(verdict->result, GameResult::Draw);
  EXPECT_EQ(verdict->end_cause, EndCause::DrawByScore);
}

TEST(Adjudicator, AnOddScoreInterruptsADraw) {
  Adjudication rules;
  rules.draw_plies = 2;
  rules.draw_first_ply = 0;
  Adjudicator adjudicator(rules);
  EXPECT_FALSE(adjudicator.add(eval::Score(0), 1));
  EXPECT_FALSE(adjudicator.add(eval::Score(11), 2));
  EXPECT_FALSE(adjudicator.add(eval::Score(0), 3));
  EXPECT_TRUE(adjudicator.add(eval::Score(0), 4));
}

}  // namespace
}  // namespace zugwerk::games
