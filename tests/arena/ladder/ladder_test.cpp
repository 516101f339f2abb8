// Unit tests: the ladder without games: its field, its ratings, its texts, its log and its plots.

#include "arena/ladder/ladder.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <string>

#include <gtest/gtest.h>

#include "arena/statistics/elo.h"
#include "base/process/command_words.h"

namespace zugwerk::arena {
namespace {

/// A folder that is removed with the test.
class TemporaryFolder {
 public:
  explicit TemporaryFolder(const std::string& name) : path_(std::filesystem::path(testing::TempDir()) / name) {
    std::filesystem::remove_all(path_);
    std::filesystem::create_directories(path_);
  }
  TemporaryFolder(const TemporaryFolder&) = delete;
  TemporaryFolder& operator=(const TemporaryFolder&) = delete;
  ~TemporaryFolder() { std::filesystem::remove_all(path_); }

  [[nodiscard]] const std::filesystem::path& path() const { return path_; }

  void add_program(const std::string& name) const {
    std::ofstream(path_ / name) << "#!/bin/sh\n";
    std::filesystem::permissions(path_ / name, std::filesystem::perms::owner_all);
  }

 private:
  std::filesystem::path path_;
};

/// A gauntlet with these scores of the first engine against each of the others.
[[nodiscard]] MatchResults gauntlet(const std::vector<std::string>& names, const std::vector<GameCounts>& counts) {
  MatchResults results(names, make_pairings(names.size(), true), 0, std::nullopt);
  std::uint64_t number = 0;
  for (std::size_t pairing = 0; pairing < counts.size(); ++pairing) {
    std::uint64_t game_of_pairing = 0;
    const auto add = [&](std::uint64_t games, chess::PgnResult as_white, chess::PgnResult as_black) {
      for (; games > 0; --games, ++game_of_pairing) {
        const bool white = game_of_pairing % 2 == 0;
        FinishedGame game;
        game.game = {++number, pairing, game_of_pairing / 2, white ? 0 : pairing + 1, white ? pairing + 1 : 0};
        game.verdict.result = white ? as_white : as_black;
        results.add(game);
      }
    };
    add(counts[pairing].wins, chess::PgnResult::WhiteWins, chess::PgnResult::BlackWins);
    add(counts[pairing].draws, chess::PgnResult::Draw, chess::PgnResult::Draw);
    add(counts[pairing].losses, chess::PgnResult::BlackWins, chess::PgnResult::WhiteWins);
  }
  return results;
}

[[nodiscard]] LadderEntry example_entry() {
  LadderEntry entry = rate_ladder(
      gauntlet({"Zugwerk 1.0", "ethereal-chess", "toga2", "glaurung"}, {{10, 20, 30}, {40, 10, 10}, {60, 0, 0}}),
      {{"ethereal-chess", 0}});
  entry.version = "1.0";
  entry.date = "2026-01-02";
  entry.tc = "4+0.04";
  entry.hash_megabytes = 64;
  return entry;
}

TEST(Ladder, FindsProgramsInTheSearchPath) {
  const TemporaryFolder first("zugwerk_ladder_a");
  const TemporaryFolder second("zugwerk_ladder b");
  second.add_program("ethereal-chess");
  second.add_program("gnuchess");
  std::ofstream(first.path() / "ethereal-chess") << "not a program";
  const std::string path = first.path().string() + "::" + second.path().string();
  EXPECT_EQ(find_program("ethereal-chess", path), (second.path() / "ethereal-chess").string());
  EXPECT_EQ(find_program("no-such-engine-anywhere", path), std::nullopt);

  const auto field = find_opponents({"gnuchess", "ethereal-chess"}, path);
  ASSERT_TRUE(field);
  ASSERT_EQ(field->opponents.size(), 2U);
  EXPECT_EQ(field->opponents[0].name, "ethereal-chess");
  EXPECT_EQ(field->opponents[1].command, "\"" + (second.path() / "gnuchess").string() + "\" --uci");
  const auto words = base::split_command(field->opponents[1].command);
  ASSERT_TRUE(words);
  EXPECT_EQ(words->size(), 2U) << "a blank in the folder's name does not end the program's name";
}

TEST(Ladder, CountsEveryEngineAsPresentOrMissing) {
  const auto field = find_opponents({}, "/no/such/folder");
  ASSERT_TRUE(field);
  EXPECT_EQ(field->opponents.size() + field->missing.size(), ladder_engines().size());
}

TEST(Ladder, RefusesUnknownNames) {
  const auto field = find_opponents({"deep-thought"}, "");
  ASSERT_FALSE(field);
  EXPECT_EQ(field.error().message.find("the ladder has no engine 'deep-thought'; it has stockfish-2000, "), 0U)
      << field.error().message;
}

TEST(Ladder, ReadsAnchors) {
  EXPECT_EQ(parse_anchor("toga2=2900").value(), (LadderAnchor{"toga2", 2900}));
  EXPECT_EQ(parse_anchor("a=b=-12.5").value(), (LadderAnchor{"a=b", -12.5}));
  for (const char* const text : {"toga2", "toga2=", "=5", "toga2=x", "toga2=5x", "toga2=inf", ""})
    EXPECT_EQ(parse_anchor(text).error().message, "anchor '" + std::string(text) + "': expected NAME=ELO");
}

TEST(Ladder, RatesAllGamesOnTheScaleOfTheAnchor) {
  const LadderEntry entry = example_entry();
  EXPECT_EQ(entry.name, "Zugwerk 1.0");
  EXPECT_EQ(entry.engine.tally.game_count(), 180U);
  ASSERT_EQ(entry.opponents.size(), 3U);
  EXPECT_TRUE(entry.opponents[0].anchor);
  EXPECT_EQ(entry.opponents[0].rating.elo, 0);
  EXPECT_NEAR(entry.engine.rating.elo, elo_of_score(20.0 / 60), 3);
  EXPECT_NEAR(entry.opponents[1].rating.elo, entry.engine.rating.elo - elo_of_score(0.75), 6);
  EXPECT_EQ(entry.opponents[2].rating.elo, -INFINITY);
}

TEST(Ladder, TheFirstOpponentIsTheAnchorIfNoGivenAnchorPlayed) {
  const LadderEntry entry =
      rate_ladder(gauntlet({"us", "toga2", "glaurung"}, {{1, 2, 1}, {2, 0, 2}}), {{"ethereal-chess", 0}});
  EXPECT_TRUE(entry.opponents[0].anchor);
  EXPECT_FALSE(entry.opponents[1].anchor);
  EXPECT_NEAR(entry.engine.rating.elo, 0, 1e-6);
}

TEST(Ladder, HasNoRatingsWithoutGames) {
  const LadderEntry entry = rate_ladder(gauntlet({"us", "toga2"}, {{0, 0, 0}}), {{"toga2", 0}});
  EXPECT_TRUE(std::isinf(entry.opponents[0].rating.error));
  EXPECT_EQ(entry.engine.rating.games, 0U);
}

TEST(Ladder, Tables) {
  const LadderEntry entry = example_entry();
  EXPECT_EQ(rating_text(entry),
            "  #  name                elo      +/-    games   points    score\n"
            "  1  ethereal-chess       +0   anchor       60     40.0   66.7 %\n"
            "  2  Zugwerk 1.0        -120       78      180    125.0   69.4 %\n"
            "  3  toga2              -311      115       60     15.0   25.0 %\n"
            "  4  glaurung           -inf  unknown       60      0.0    0.0 %\n");
  EXPECT_EQ(crosstable_text(entry),
            "  #  name                  1        2        3        4\n"
            "  1  ethereal-chess        *  40.0/60        .        .\n"
            "  2  Zugwerk 1.0     20.0/60        *  45.0/60  60.0/60\n"
            "  3  toga2                 .  15.0/60        *        .\n"
            "  4  glaurung              .   0.0/60        .        *\n");
}

TEST(Ladder, TheLogReadsBackAsItWasWritten) {
  const TemporaryFolder folder("zugwerk_ladder_log");
  const std::string path = (folder.path() / "log.jsonl").string();
  const std::string line = to_log_line(example_entry());
  EXPECT_EQ(std::count(line.begin(), line.end(), '\n'), 1);
  std::ofstream(path) << line << '\n' << line;
  const auto log = read_ladder_log(path);
  ASSERT_TRUE(log) << log.error().message;
  const auto& entries = log->entries;
  ASSERT_EQ(entries.size(), 2U);
  // If a rating is unbounded, the log does not say in which direction.
  EXPECT_EQ(to_log_line(entries.front()), line);
  EXPECT_EQ(entries.front().opponents[1].rating.points, 15);
  EXPECT_EQ(entries.front().engine.rating.points, 125);
}

TEST(Ladder, ABrokenLogIsAnErrorThatNamesTheLine) {
  const TemporaryFolder folder("zugwerk_ladder_broken");
  const std::string path = (folder.path() / "log.jsonl").string();
  std::ofstream(path) << to_log_line(example_entry()) << "{\"name\": 3}\n";
  const auto wrong = read_ladder_log(path);
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().message.find(path + ":2: not the entry of a ladder: "), 0U) << wrong.error().message;
  std::ofstream(path) << "{\n";
  ASSERT_FALSE(read_ladder_log(path));
  EXPECT_EQ(read_ladder_log(path).error().message.find(path + ":1: not JSON"), 0U);
}

TEST(Ladder, TheLogDetectsTornEndsAndFlippedBits) {
  const TemporaryFolder folder("zugwerk_ladder_torn");
  const std::string path = (folder.path() / "log.jsonl").string();
  const std::string line = to_log_line(example_entry());
  std::ofstream(path) << line << line.substr(0, line.size() / 2);
  const auto torn = read_ladder_log(path);
  ASSERT_TRUE(torn) << torn.error().message;
  EXPECT_EQ(torn->entries.size(), 1U);
  EXPECT_EQ(torn->size, line.size());
  EXPECT_EQ(torn->torn.find(path + ":2: the line was cut off"), 0U) << torn->torn;
  std::string flipped = line;
  flipped[line.find("toga2")] ^= 1;
  std::ofstream(path) << line << flipped;
  const auto damaged = read_ladder_log(path);
  ASSERT_FALSE(damaged);
  EXPECT_EQ(damaged.error().message.find(path + ":2: damaged: its checksum is "), 0U) << damaged.error().message;
}

TEST(Ladder, PlotsPlayersAndProgress) {
  const LadderEntry entry = example_entry();
  const base::Plot players = plot_of(entry);
  EXPECT_EQ(players.x_names, (std::vector<std::string>{"ethereal-chess", "Zugwerk 1.0", "toga2", "glaurung"}));
  EXPECT_EQ(players.series[0].points.size(), 1U);
  EXPECT_EQ(players.series[1].points.size(), 3U);

  LadderEntry later = entry;
  later.version = "1.1";
  LadderEntry slow = later;
  slow.tc = "60+0.6";
  const base::Plot progress = progress_plot({entry, slow, later});
  EXPECT_EQ(progress.x_names, (std::vector<std::string>{"1.0", "1.1", "1.1"}));
  ASSERT_EQ(progress.series.size(), 2U) << "time controls are not comparable";
  EXPECT_EQ(progress.series[0].points.size(), 2U);
  EXPECT_EQ(progress.series[0].points[1].x, 2);
}

}  // namespace
}  // namespace zugwerk::arena
