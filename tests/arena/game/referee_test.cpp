// Unit tests of arena/game/referee.h, arena/game/time_control.h and arena/match/match_results.h: legal moves, ends of
// games, and results.

#include "arena/game/referee.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "arena/game/time_control.h"
#include "arena/match/match_results.h"
#include "base/text.h"
#include "chess/notation/fen.h"
#include "support/tablebases.h"

namespace zugwerk::arena {
namespace {

using chess::Color;
using chess::PgnResult;

UciScore centipawns(int value) { return {.is_mate = false, .value = value, .bound = UciScore::Bound::Exact}; }

/// Plays all moves but must not find an end before the last.
std::optional<Verdict> play(Referee& referee, std::string_view moves) {
  std::optional<Verdict> verdict;
  for (const std::string_view move : base::split_words(moves)) {
    EXPECT_FALSE(verdict.has_value()) << "the game ended before " << move;
    verdict = referee.judge_move(move, std::nullopt);
  }
  return verdict;
}

TEST(Referee, RecognisesCheckmate) {
  Referee referee{chess::Position()};
  EXPECT_EQ(play(referee, "f2f3 e7e5 g2g4 d8h4"), (Verdict{PgnResult::BlackWins, Termination::Normal, "Black mates"}));
}

TEST(Referee, EndsGamesAtTheThirdRepetitionAndAfterFiftyMoves) {
  Referee referee{chess::Position()};
  EXPECT_EQ(play(referee, "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8")->reason, "draw by threefold repetition");
  Referee slow(chess::parse_fen("4k3/8/8/8/8/8/R7/4K3 w - - 99 80").value());
  EXPECT_EQ(play(slow, "a2a3")->reason, "draw by the fifty-move rule");
  Referee mate(chess::parse_fen("4k3/8/4K3/8/8/8/R7/8 w - - 99 80").value());
  EXPECT_EQ(play(mate, "a2a8")->reason, "White mates");
}

TEST(Referee, RecognisesInsufficientMaterialAndStalemate) {
  Referee referee(chess::parse_fen("4k3/8/8/8/8/8/4q3/4K3 w - - 0 1").value());
  EXPECT_EQ(play(referee, "e1e2")->reason, "draw by insufficient material");
  Referee stale(chess::parse_fen("7k/8/6K1/5Q2/8/8/8/8 w - - 0 1").value());
  EXPECT_EQ(play(stale, "f5f7")->reason, "draw by stalemate");
}

TEST(Referee, ForfeitsTheGameForIllegalMovesAndLeavesThemOut) {
  for (const std::string_view text : {"e2e5", "e7e5", "0000", "(none)", "", "e2e4q", "resign"}) {
    Referee referee{chess::Position()};
    const auto verdict = referee.judge_move(text, std::nullopt);
    ASSERT_TRUE(verdict.has_value()) << text;
    EXPECT_EQ(verdict->result, PgnResult::BlackWins);
    EXPECT_EQ(verdict->termination, Termination::RulesInfraction);
    EXPECT_TRUE(referee.game().moves().empty());
  }
}

TEST(Referee, ReadsBothSpellingsOfCastling) {
  for (const std::string_view text : {"e1g1", "e1h1"}) {
    Referee referee(chess::parse_fen("4k3/8/8/8/8/8/8/4K2R w K - 0 1").value());
    EXPECT_FALSE(referee.judge_move(text, std::nullopt).has_value());
    EXPECT_TRUE(referee.game().moves().back().is_castling());
  }
}

TEST(Referee, ScoresATimeForfeitAsADrawIfTheOpponentCannotMate) {
  const Referee against_king(chess::parse_fen("4k3/8/8/8/8/8/R7/4K3 w - - 0 1").value());
  EXPECT_EQ(against_king.lost_on_time(Color::White, "").result, PgnResult::Draw);
  EXPECT_EQ(against_king.lost_on_time(Color::Black, "").result, PgnResult::WhiteWins);
  EXPECT_EQ(against_king.lost_on_time(Color::Black, "5 ms over").reason, "Black loses on time (5 ms over)");
  const Referee against_bishop(chess::parse_fen("4kb2/8/8/8/8/8/R7/4K3 w - - 0 1").value());
  EXPECT_EQ(against_bishop.lost_on_time(Color::White, "5 ms over"),
            (Verdict{PgnResult::Draw, Termination::TimeForfeit,
                     "draw: White has no time left (5 ms over), but Black cannot mate"}));
}

/// Shuffles rooks with constant scores of `white` and `black`; returns after how many plies the game ended.
std::pair<int, std::optional<Verdict>> think(AdjudicationRules rules, std::vector<int> white, std::vector<int> black) {
  Referee referee(chess::parse_fen("r3k3/8/8/8/8/8/8/R3K3 w - - 0 30").value(), rules);
  // The rooks keep walking, so that no position repeats.
  const auto words = base::split_words("a1b1 a8b8 b1c1 b8c8 c1d1 c8d8 d1d2 d8d7 d2c2 d7c7 c2b2 c7b7 b2a2 b7a7");
  for (std::size_t ply = 0; ply < words.size(); ++ply) {
    auto& scores = ply % 2 == 0 ? white : black;
    const int score = scores.front();
    if (scores.size() > 1) scores.erase(scores.begin());
    if (auto verdict = referee.judge_move(words[ply], centipawns(score)))
      return {static_cast<int>(ply) + 1, std::move(verdict)};
  }
  return {static_cast<int>(words.size()), std::nullopt};
}

TEST(Adjudication, ResignsWhenBothAgreeLongEnough) {
  const AdjudicationRules rules{.resign = ResignRule{.moves = 3, .score = 600, .both = true}, .draw = {}};
  const auto [plies, verdict] = think(rules, {-700}, {650});
  EXPECT_EQ(plies, 6);
  EXPECT_EQ(verdict, (Verdict{PgnResult::BlackWins, Termination::Adjudication, "White resigns by adjudication"}));
  EXPECT_EQ(think(rules, {700}, {-600}).second->result, PgnResult::WhiteWins);
  EXPECT_FALSE(think(rules, {-700}, {500}).second.has_value());
  EXPECT_FALSE(think(rules, {-700, -700, -100, -700, -700, -100, -700}, {650}).second.has_value());
}

TEST(Adjudication, ResignsOnOneEnginesScoreIfConfigured) {
  const AdjudicationRules rules{.resign = ResignRule{.moves = 3, .score = 600, .both = false}, .draw = {}};
  const auto [plies, verdict] = think(rules, {-700}, {0});
  EXPECT_EQ(plies, 5);
  EXPECT_EQ(verdict->result, PgnResult::BlackWins);
}

TEST(Adjudication, CountsMatesAsTheLargestScores) {
  const UciScore mated{.is_mate = true, .value = -3, .bound = UciScore::Bound::Exact};
  const UciScore mates{.is_mate = true, .value = 2, .bound = UciScore::Bound::Exact};
  EXPECT_LT(mated.centipawns(), -50'000);
  EXPECT_GT(mates.centipawns(), (UciScore{.is_mate = true, .value = 5, .bound = {}}).centipawns());
}

TEST(Adjudication, AdjudicatesDrawsOnlyFromTheConfiguredMoveOn) {
  const auto rule = [](int from) {
    return AdjudicationRules{.resign = {}, .draw = DrawRule{.from_move = from, .moves = 2, .score = 10}};
  };
  EXPECT_EQ(think(rule(1), {5}, {-10}).first, 4);
  EXPECT_EQ(think(rule(1), {5}, {-10}).second->reason, "draw by adjudication");
  EXPECT_EQ(think(rule(33), {5}, {-10}).first, 7);  // White's move 33, when Black has agreed for three moves
  EXPECT_FALSE(think(rule(40), {5}, {-10}).second.has_value());
  EXPECT_FALSE(think(rule(1), {5}, {-11}).second.has_value());
}

TEST(Adjudication, ProbesTablebasesAfterCapturesAndPawnMoves) {
  AdjudicationRules rules;
  rules.tables = *tablebase::Tables::open(test::tablebases());
  const auto verdict = [&](std::string_view fen, std::string_view moves) {
    Referee referee(chess::parse_fen(fen).value(), rules);
    return play(referee, moves);
  };
  const Verdict white_wins{PgnResult::WhiteWins, Termination::Adjudication, "White wins by tablebases"};
  const Verdict black_wins{PgnResult::BlackWins, Termination::Adjudication, "Black wins by tablebases"};
  EXPECT_EQ(verdict("4k3/8/8/8/8/8/n7/R3K3 w - - 0 1", "a1a2"), white_wins);
  EXPECT_EQ(verdict("r3k3/N7/8/8/8/8/8/4K3 b - - 0 1", "a8a7"), black_wins);
  EXPECT_EQ(verdict("4k3/8/8/8/8/8/r6P/4K3 w - - 0 1", "h2h4"), black_wins);
  EXPECT_EQ(verdict("4k3/8/8/8/8/8/r7/R2K4 w - - 0 1", "a1a2"), white_wins);
  EXPECT_EQ(verdict("k7/8/8/8/8/8/P7/7K w - - 0 1", "a2a4")->reason, "draw by tablebases");
  // Not after a quiet move, with five pieces, or with castling rights.
  EXPECT_FALSE(verdict("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "a1a2").has_value());
  EXPECT_FALSE(verdict("4k3/pp6/8/8/8/8/n7/R3K3 w - - 0 1", "a1a2").has_value());
  EXPECT_FALSE(verdict("4k3/8/8/8/8/7n/6P1/R3K3 w Q - 0 1", "g2h3").has_value());
}

TEST(CheckLine, NamesTheFirstIllegalMoveOfALine) {
  EXPECT_TRUE(check_line({}, {"e2e4", "e7e5", "g1f3"}).has_value());
  EXPECT_TRUE(check_line({}, {}).has_value());
  const auto checked = check_line({}, {"e2e4", "e2e4"});
  ASSERT_FALSE(checked.has_value());
  EXPECT_EQ(checked.error().message, "move 2, 'e2e4', is illegal");
}

TEST(TimeControl, IsReadAndWritten) {
  for (const std::string text : {"40/60+0.6", "10+0.1", "60", "1/5", "0.05+0.001"}) {
    const auto control = parse_time_control(text);
    ASSERT_TRUE(control.has_value()) << control.error().message;
    EXPECT_EQ(to_string(*control), text);
  }
  EXPECT_EQ(parse_time_control("40/60+0.6"),
            (TimeControl{.moves = 40, .time = Milliseconds(60'000), .increment = Milliseconds(600)}));
  for (const std::string text : {"", "x", "0", "-5", "10+", "10+x", "/10", "0/10", "10+-1", "1e5", "99999999999", "."})
    EXPECT_FALSE(parse_time_control(text).has_value()) << text;
}

FinishedGame result_of(std::uint64_t number, PgnResult result, const Schedule& schedule) {
  FinishedGame game;
  game.game = *schedule.game(number);
  game.verdict.result = result;
  return game;
}

TEST(MatchResults, CountsPairsFromTheFirstEngine) {
  const Schedule schedule(make_pairings(2, false), 6);
  MatchResults results({"A", "B"}, schedule.pairings(), 6, std::nullopt);
  // A is White in odd games. Pairs end in any order, games of one pair may be far apart.
  results.add(result_of(1, PgnResult::WhiteWins, schedule));
  results.add(result_of(4, PgnResult::WhiteWins, schedule));
  results.add(result_of(5, PgnResult::Draw, schedule));
  EXPECT_EQ(results.tally_of_pairing(0).pair_count(), 0U);
  results.add(result_of(2, PgnResult::BlackWins, schedule));
  results.add(result_of(3, PgnResult::Draw, schedule));
  results.add(result_of(6, PgnResult::Draw, schedule));
  const Tally& tally = results.tally_of_pairing(0);
  EXPECT_EQ(tally.pairs.pairs, (std::array<std::uint64_t, 5>{0, 1, 1, 0, 1}));
  EXPECT_EQ(tally.games.wins, 2U);
  EXPECT_EQ(tally.games.draws, 3U);
  EXPECT_EQ(tally.games.losses, 1U);
  EXPECT_EQ(results.tally_of_engine(1).pairs.pairs, (std::array<std::uint64_t, 5>{1, 0, 1, 1, 0}));
  EXPECT_EQ(results.tally_of_engine(1).points(), 2.5);
}

}  // namespace
}  // namespace zugwerk::arena
