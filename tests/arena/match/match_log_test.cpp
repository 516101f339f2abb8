// Unit tests of arena/match/match_log.h: what a resumed match finds in its journal. The files themselves and kills are
// tried with the real binary (tests/app/match_test.py).

#include "arena/match/match_log.h"

#include <gtest/gtest.h>

#include "base/files/line_journal.h"
#include "support/temporary_folder.h"

namespace zugwerk::arena {
namespace {

constexpr auto kIllegalLine = static_cast<std::size_t>(EngineFault::IllegalLine);

class MatchLogTest : public ::testing::Test {
 protected:
  MatchLogTest() {
    settings_.engines.resize(2);
    settings_.engines[0].engine.name = "A";
    settings_.engines[1].engine.name = "B";
    settings_.json = folder_.file("match.json");
  }

  [[nodiscard]] MatchLog open(bool resume) {
    settings_.resume = resume;
    return MatchLog::open(settings_, description_, schedule_, [](const std::string&) {}).value();
  }
  [[nodiscard]] FinishedGame game_with_faults() const {
    FinishedGame game;
    game.game = schedule_.game(1).value();
    game.verdict = {chess::PgnResult::WhiteWins, Termination::Normal, "White mates"};
    game.faults[1][kIllegalLine] = 4;
    return game;
  }

  test::TemporaryFolder folder_;
  MatchSettings settings_;
  base::Json description_{{"engines", {"A", "B"}}};
  Schedule schedule_{make_pairings(2, false), 2};
};

TEST_F(MatchLogTest, ResumesWithTheFaultsOfEarlierGames) {
  ASSERT_TRUE(open(false).add(game_with_faults(), chess::PgnGame(chess::Position())));
  const MatchLog log = open(true);
  ASSERT_EQ(log.earlier_games().size(), 1U);
  EXPECT_EQ(log.earlier_games()[0].faults, game_with_faults().faults);
}

TEST_F(MatchLogTest, ReadsTheFaultsOfJournalsThatCallThemComplaints) {
  base::Json line = to_json(game_with_faults(), {"A", "B"});
  line["complaints"] = line[kFaultsKey];
  line.erase(kFaultsKey);
  test::write_bytes(settings_.journal(), base::LineJournal::first_line({.kind = "match", .about = description_}) +
                                             base::to_checked_line(line));
  const MatchLog log = open(true);
  ASSERT_EQ(log.earlier_games().size(), 1U);
  EXPECT_EQ(log.earlier_games()[0].faults, game_with_faults().faults);
}

}  // namespace
}  // namespace zugwerk::arena
