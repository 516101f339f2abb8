// Unit tests of the tools for game files: checking, describing, joining, shuffling, selecting, and other notations.

#include "games/data/data_tools.h"

#include <algorithm>
#include <map>

#include <gtest/gtest.h>

#include "chess/notation/epd.h"
#include "chess/notation/fen.h"
#include "games/archive/game_bytes.h"
#include "games/archive/game_text.h"
#include "support/random_records.h"
#include "support/temporary_folder.h"

namespace zugwerk::games {
namespace {

using test::random_games;
using test::read_games;
using test::write_games;
using zugwerk::test::read_bytes;
using zugwerk::test::TemporaryFolder;
using zugwerk::test::write_bytes;

std::string key_of(const GameRecord& game) {
  std::string bytes;
  append_game_bytes(bytes, game);
  return bytes;
}

/// The games as a multiset, to compare regardless of their order.
std::map<std::string, int> bag_of(const std::vector<GameRecord>& games) {
  std::map<std::string, int> bag;
  for (const GameRecord& game : games) ++bag[key_of(game)];
  return bag;
}

class DataTools : public ::testing::Test {
 protected:
  [[nodiscard]] std::string file(std::string_view name) const { return folder_.file(name); }
  [[nodiscard]] base::DiagnosticHandler diagnose() {
    return [this](const std::string& message) { diagnostics_.push_back(message); };
  }

  std::vector<std::string> diagnostics_;

 private:
  TemporaryFolder folder_;
};

TEST_F(DataTools, CheckNamesIllegalGamesAndFalseEnds) {
  auto games = random_games(5, 31);
  while (games[1].plies.size() < 3) games[1] = random_games(1, games[1].plies.size() + 100)[0];
  games[1].plies[2].move = chess::Move();
  games[3].end_cause = EndCause::Stalemate;
  games[3].result = GameResult::WhiteWins;
  write_games(file("games"), games, 2);
  const auto report = check_game_file(file("games"), diagnose());
  ASSERT_TRUE(report);
  EXPECT_EQ(report->games, 5U);
  EXPECT_EQ(report->frames, 3U);
  EXPECT_EQ(report->faults, 0U);
  EXPECT_EQ(report->broken_games, 2U);
  EXPECT_FALSE(report->is_good());
  ASSERT_EQ(diagnostics_.size(), 2U);
  EXPECT_EQ(diagnostics_[0].find(file("games") + ": game 2: move 3 of "), 0U) << diagnostics_[0];
  EXPECT_EQ(diagnostics_[1].find(file("games") + ": game 4: it is recorded as 1-0 by stalemate"), 0U)
      << diagnostics_[1];
}

TEST_F(DataTools, SummaryAddsUp) {
  const auto games = random_games(40, 32);
  write_games(file("games"), games, 10);
  const auto summary = summarize({file("games"), file("games")}, diagnose());
  ASSERT_TRUE(summary);
  EXPECT_EQ(summary->games(), 80U);
  std::uint64_t plies = 0;
  std::uint64_t unscored = 0;
  for (const GameRecord& game : games) {
    plies += game.plies.size();
    for (const PlyRecord& ply : game.plies) unscored += ply.score == eval::kNoScore ? 1 : 0;
  }
  EXPECT_EQ(summary->positions().positions, 2 * plies);
  EXPECT_EQ(summary->unscored(), 2 * unscored);
  std::uint64_t in_ranges = summary->unscored() + summary->decisive();
  for (const auto& range : summary->scores()) in_ranges += range.positions;
  EXPECT_EQ(in_ranges, 2 * plies);
  std::uint64_t sorted = summary->positions().kept;
  for (const std::uint64_t skipped : summary->positions().skipped) sorted += skipped;
  EXPECT_EQ(sorted, 2 * plies);
  EXPECT_DOUBLE_EQ(summary->mean_length(), static_cast<double>(plies) / 40.0);
}

TEST_F(DataTools, MergeKeepsOrderAndRefusesToOverwrite) {
  const auto first = random_games(5, 33);
  const auto second = random_games(7, 34);
  write_games(file("first"), first, 2);
  write_games(file("second"), second, 2);
  const auto report = merge_games({file("first"), file("second")}, file("both"), diagnose());
  ASSERT_TRUE(report);
  EXPECT_EQ(report->written, 12U);
  auto expected = first;
  expected.insert(expected.end(), second.begin(), second.end());
  EXPECT_TRUE(read_games(file("both")).games == expected);
  const std::string before = read_bytes(file("both"));
  EXPECT_FALSE(merge_games({file("first")}, file("both"), diagnose()));
  EXPECT_EQ(read_bytes(file("both")), before);
}

TEST_F(DataTools, MergeUsesWhatIsGoodAndReportsTheRest) {
  const auto games = random_games(4, 35);
  write_games(file("games"), games, 2);
  const std::string bytes = read_bytes(file("games"));
  write_bytes(file("torn"), std::string_view(bytes).substr(0, bytes.size() - 5));
  const auto report = merge_games({file("torn"), file("games")}, file("both"), diagnose());
  ASSERT_TRUE(report);
  EXPECT_EQ(report->written, 6U);
  ASSERT_EQ(diagnostics_.size(), 1U);
  EXPECT_NE(diagnostics_[0].find(file("torn") + ": at byte "), std::string::npos);
}

TEST_F(DataTools, ShuffleKeepsAllGamesAndDependsOnlyOnTheSeed) {
  // Large enough that a megabyte of memory means several buckets.
  const auto games = random_games(3000, 36, 300);
  write_games(file("games"), games, 500);
  ASSERT_GT(read_bytes(file("games")).size(), std::size_t{1} << 18);
  ShuffleOptions options;
  options.seed = 4;
  ASSERT_TRUE(shuffle_games({file("games")}, file("roomy"), options, diagnose()));
  options.memory_megabytes = 1;
  const auto report = shuffle_games({file("games")}, file("narrow"), options, diagnose());
  ASSERT_TRUE(report);
  EXPECT_EQ(report->written, games.size());
  EXPECT_EQ(read_bytes(file("roomy")), read_bytes(file("narrow")));
  const auto shuffled = read_games(file("roomy")).games;
  EXPECT_FALSE(shuffled == games);
  EXPECT_EQ(bag_of(shuffled), bag_of(games));
  options.seed = 5;
  ASSERT_TRUE(shuffle_games({file("games")}, file("other"), options, diagnose()));
  EXPECT_NE(read_bytes(file("roomy")), read_bytes(file("other")));
}

TEST_F(DataTools, ShuffleYieldsEveryOrderEquallyOften) {
  const auto games = random_games(3, 37, 4);
  write_games(file("games"), games, 3);
  std::map<std::string, int> orders;
  constexpr int kRounds = 600;
  for (int seed = 0; seed < kRounds; ++seed) {
    ShuffleOptions options;
    options.seed = static_cast<std::uint64_t>(seed);
    ASSERT_TRUE(shuffle_games({file("games")}, file("out"), options, diagnose()));
    std::string order;
    for (const GameRecord& game : read_games(file("out")).games) order += key_of(game);
    ++orders[order];
    std::filesystem::remove(file("out"));
  }
  ASSERT_EQ(orders.size(), 6U);
  // Six sigma of a binomial count with p = 1/6.
  for (const auto& [order, count] : orders) EXPECT_NEAR(count, kRounds / 6, 55);
}

TEST_F(DataTools, SampleTakesTheGivenNumberInOrder) {
  const auto games = random_games(50, 38);
  write_games(file("games"), games, 7);
  const auto report = sample_games({file("games")}, file("some"), 20, 1, diagnose());
  ASSERT_TRUE(report);
  EXPECT_EQ(report->written, 20U);
  const auto some = read_games(file("some")).games;
  auto at = games.begin();
  for (const GameRecord& game : some) {
    at = std::find(at, games.end(), game);
    ASSERT_NE(at, games.end());
    ++at;
  }
  ASSERT_TRUE(sample_games({file("games")}, file("all"), 51, 1, diagnose()));
  EXPECT_TRUE(read_games(file("all")).games == games);
}

TEST_F(DataTools, FilterKeepsMatchingGames) {
  auto games = random_games(200, 39);
  write_games(file("games"), games, 50);
  GameFilter filter;
  filter.fewest_plies = 20;
  filter.most_plies = 80;
  filter.end_causes = {EndCause::TooLong};
  filter.largest_start_score = 900;
  const auto report = filter_games({file("games")}, file("some"), filter, diagnose());
  ASSERT_TRUE(report);
  const auto unwanted = [](const GameRecord& game) {
    return game.plies.size() < 20 || game.plies.size() > 80 || game.end_cause != EndCause::TooLong ||
           game.plies[0].score == eval::kNoScore || std::abs(game.plies[0].score.value()) > 900;
  };
  games.erase(std::remove_if(games.begin(), games.end(), unwanted), games.end());
  EXPECT_FALSE(games.empty());
  EXPECT_TRUE(read_games(file("some")).games == games);
  GameFilter by_result;
  by_result.results = {GameResult::WhiteWins};
  EXPECT_FALSE(by_result.keeps(games[0]));
}

TEST_F(DataTools, ForeignFilesAreNamedInErrors) {
  write_bytes(file("foreign"), "PK\3\4 something else");
  const auto report = merge_games({file("foreign")}, file("out"), diagnose());
  ASSERT_FALSE(report);
  EXPECT_NE(report.error().message.find(file("foreign")), std::string::npos);
  EXPECT_FALSE(check_game_file(file("foreign"), diagnose()));
  EXPECT_FALSE(summarize({file("foreign")}, diagnose()));
}

TEST_F(DataTools, TrainingPositionsRespectTheFilter) {
  write_games(file("games"), random_games(60, 40), 10);
  const auto all = visit_training_positions(
      {file("games")}, PositionFilter::none(), [](const TrainingPosition&) { return true; }, diagnose());
  ASSERT_TRUE(all);
  EXPECT_EQ(all->kept, all->positions);
  PositionFilter filter;
  filter.fewest_pieces = 20;
  filter.largest_halfmove_clock = 5;
  const auto counts = visit_training_positions(
      {file("games")}, filter,
      [&](const TrainingPosition& at) {
        EXPECT_FALSE(at.position.in_check());
        EXPECT_TRUE(at.position.is_quiet(at.move));
        EXPECT_NE(at.score, eval::kNoScore);
        EXPECT_FALSE(at.score.is_decisive());
        EXPECT_GE(at.ply, 16);
        EXPECT_GE(chess::popcount(at.position.occupied()), 20);
        EXPECT_LE(at.position.halfmove_clock(), 5);
        return true;
      },
      diagnose());
  ASSERT_TRUE(counts);
  EXPECT_GT(counts->kept, 0U);
  std::uint64_t sum = counts->kept;
  for (std::size_t i = 0; i < kSkipReasonCount; ++i) {
    EXPECT_GT(counts->skipped[i], 0U) << name_of(static_cast<SkipReason>(i));
    sum += counts->skipped[i];
  }
  EXPECT_EQ(sum, counts->positions);
  EXPECT_EQ(counts->positions, all->positions);
}

TEST_F(DataTools, TrainingPositionsStopWhenTheVisitorReturnsFalse) {
  write_games(file("games"), random_games(10, 41), 3);
  int seen = 0;
  ASSERT_TRUE(visit_training_positions(
      {file("games"), file("games")}, PositionFilter::none(), [&](const TrainingPosition&) { return ++seen < 25; },
      diagnose()));
  EXPECT_EQ(seen, 25);
}

TEST_F(DataTools, EpdLinesReadBackWithResultAndScoreOfTheSideToMove) {
  write_games(file("games"), random_games(10, 42), 3);
  std::string text;
  const auto counts = write_epd(
      {file("games")}, PositionFilter{},
      [&](std::string_view piece) {
        text += piece;
        return base::Expected<void>();
      },
      diagnose());
  ASSERT_TRUE(counts);
  std::vector<std::string> expected;
  ASSERT_TRUE(visit_training_positions(
      {file("games")}, PositionFilter{},
      [&](const TrainingPosition& at) {
        const int sign = at.position.side_to_move() == chess::Color::White ? 1 : -1;
        expected.push_back(chess::to_fen(at.position) + '|' + std::string(to_string(at.result)) + '|' +
                           std::to_string(sign * at.score.value()));
        return true;
      },
      diagnose()));
  std::vector<std::string> read;
  auto input = base::Input::from_memory(text);
  chess::read_epd_lines(
      input, std::nullopt,
      {.on_record =
           [&](std::size_t, const chess::Epd& epd) {
             read.push_back(chess::to_fen(epd.position()) + '|' + epd.text("c9").value_or("?") + '|' +
                            std::to_string(epd.number("ce").value_or(99'999)));
           },
       .on_repair = [](std::size_t line, const std::string& repair) { ADD_FAILURE() << line << ": " << repair; },
       .on_error = [](std::size_t line, const base::Error& error) { ADD_FAILURE() << line << ": " << error.message; }});
  EXPECT_EQ(read, expected);
  EXPECT_EQ(read.size(), counts->kept);
}

TEST_F(DataTools, GamesSurviveARoundTripThroughPgn) {
  auto games = random_games(60, 43);
  for (GameRecord& game : games) {
    for (PlyRecord& ply : game.plies)
      if (ply.score.is_mate()) ply.score = eval::kNoScore;  // random mates may have an impossible number of plies
    // A game that ends by a rule is recognised by its last position, others by the tag.
    if (find_fault(game)) FAIL() << find_fault(game)->message;
  }
  write_games(file("games"), games, 10);
  std::string text;
  const auto written = write_pgn(
      {file("games")},
      [&](std::string_view piece) {
        text += piece;
        return base::Expected<void>();
      },
      diagnose());
  ASSERT_TRUE(written);
  EXPECT_EQ(written->written, games.size());
  write_bytes(file("games.pgn"), text);
  const auto report = games_from_pgn({file("games.pgn")}, file("again"), diagnose());
  ASSERT_TRUE(report) << report.error().message;
  EXPECT_EQ(report->written, games.size());
  EXPECT_TRUE(diagnostics_.empty());
  const auto again = read_games(file("again")).games;
  ASSERT_EQ(again.size(), games.size());
  for (std::size_t i = 0; i < games.size(); ++i) EXPECT_TRUE(again[i] == games[i]) << i;
}

TEST_F(DataTools, PgnOfMatchesKeepsScoresAndSkipsTheUnfinishedAndTheBroken) {
  write_bytes(file("match.pgn"),
              "[Event \"Match\"]\n[White \"a\"]\n[Black \"b\"]\n[Result \"0-1\"]\n\n"
              "1. f3 {+0.31/18 1.2s} e5 {+1.25/20 0.5s} (1... d5 {-9.00/1}) 2. g4 {book} Qh4# {+M1/20 0.1s} 0-1\n\n"
              "[Event \"Match\"]\n[Result \"*\"]\n\n1. e4 {+0.10/9} *\n\n"
              "[Event \"Match\"]\n[Result \"1-0\"]\n\n1. e5 1-0\n\n");
  const auto report = games_from_pgn({file("match.pgn")}, file("games"), diagnose());
  ASSERT_TRUE(report);
  EXPECT_EQ(report->read, 3U);
  EXPECT_EQ(report->written, 1U);
  EXPECT_EQ(report->unfinished, 1U);
  EXPECT_EQ(report->broken, 1U);
  EXPECT_EQ(report->scored, 3U);
  ASSERT_EQ(diagnostics_.size(), 1U);
  EXPECT_NE(diagnostics_[0].find(file("match.pgn") + ":"), std::string::npos);
  const auto games = read_games(file("games")).games;
  ASSERT_EQ(games.size(), 1U);
  EXPECT_EQ(games[0].result, GameResult::BlackWins);
  EXPECT_EQ(games[0].end_cause, EndCause::Checkmate);
  ASSERT_EQ(games[0].plies.size(), 4U);
  EXPECT_EQ(games[0].plies[0].score, eval::Score(31));
  EXPECT_EQ(games[0].plies[1].score, eval::Score(-125));
  EXPECT_EQ(games[0].plies[2].score, eval::kNoScore);
  EXPECT_EQ(games[0].plies[3].score, -eval::Score::mate_at(1));
}

TEST(ScoreComments, AreReadAndWritten) {
  EXPECT_EQ(score_from_comment("+0.31/18 1.2s"), eval::Score(31));
  EXPECT_EQ(score_from_comment("-1.5"), eval::Score(-150));
  EXPECT_EQ(score_from_comment("0.00/1 0s"), eval::Score(0));
  EXPECT_EQ(score_from_comment("+M5/20"), eval::Score::mate_at(9));
  EXPECT_EQ(score_from_comment("-M4/20"), eval::Score::mated_at(8));
  for (const std::string_view nothing :
       {"", "book", "+", "-M", "+Mx", "+M1000000000", "0.3x/4", "1e9", "+-1", "99999999.0", "nan", "inf"})
    EXPECT_FALSE(score_from_comment(nothing)) << nothing;
  for (const int value : {0, 5, -5, 31, -150, 12345, -31000})
    EXPECT_EQ(score_from_comment(score_to_comment(eval::Score(value))), eval::Score(value));
  EXPECT_EQ(score_to_comment(eval::Score(-5)), "-0.05");
  EXPECT_EQ(score_to_comment(eval::Score::mated_at(8)), "-M4");
}

}  // namespace
}  // namespace zugwerk::games
