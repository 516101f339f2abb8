// Unit tests of review/explain.h and board_words.h: descriptions of positions.

#include "review/explain.h"

#include <algorithm>
#include <fstream>

#include <gtest/gtest.h>

#include "review/board_words.h"
#include "review/compare.h"
#include "review/material.h"
#include "review/plans.h"
#include "review/reason_check.h"
#include "review/review_lines.h"
#include "support/data_folder.h"

namespace zugwerk::review {
namespace {

using chess::Color;
using test::line_of;
using test::position_of;

Explanation explanation_of(std::string_view fen, std::uint64_t nodes = 20'000) {
  ReviewSettings settings;
  settings.network = nullptr;
  settings.limits.nodes = nodes;
  settings.hash_megabytes = 4;
  return *explain(position_of(fen), settings);
}

bool says(const std::vector<std::string>& sentences, std::string_view wanted) {
  return std::find(sentences.begin(), sentences.end(), wanted) != sentences.end();
}

TEST(MaterialWords, DescribeTheDifference) {
  EXPECT_EQ(material_words(chess::Position()), "Material is equal.");
  EXPECT_EQ(material_words(position_of("4k3/8/8/8/8/8/8/R3K3 w - - 0 1")), "White is ahead by a rook.");
  EXPECT_EQ(material_words(position_of("r3k3/8/8/8/8/8/8/2B1K3 w - - 0 1")), "Black is ahead by a rook for a bishop.");
  EXPECT_EQ(material_words(position_of("4k1n1/8/8/8/8/8/8/2B1K3 w - - 0 1")),
            "Material is balanced: White has a bishop for a knight.");
}

TEST(PawnWords, FindPassedIsolatedAndDoubledPawns) {
  const auto words = pawn_words(position_of("4k3/6pp/8/P7/8/2P5/2P3PP/4K3 w - - 0 1"), Color::White);
  EXPECT_TRUE(says(words, "The pawns on c3 and a5 are passed."));
  EXPECT_TRUE(says(words, "The pawns on c2, c3 and a5 are isolated."));
  EXPECT_TRUE(says(words, "The pawns on c2 and c3 are doubled."));
  EXPECT_TRUE(pawn_words(chess::Position(), Color::White).empty());
}

TEST(KingWords, DescribeCastlingAndShelter) {
  EXPECT_TRUE(says(king_words(chess::Position(), Color::White), "The king is on e1 and may castle to both sides."));
  const auto words = king_words(position_of("3q2k1/5ppp/8/8/8/8/6P1/R2Q2K1 w - - 0 1"), Color::White);
  EXPECT_TRUE(says(words, "One pawn shelters it: g2."));
}

TEST(MoveWords, DescribeWhatAMoveDoes) {
  const auto words = [](std::string_view fen, std::string_view move) {
    const auto position = position_of(fen);
    return move_words(position, line_of(position, move)[0]);
  };
  EXPECT_EQ(words(chess::kStartFen, "Nf3"), "brings the knight into play");
  EXPECT_EQ(words(chess::kStartFen, "e4"), "takes space in the centre");
  EXPECT_EQ(words(chess::kStartFen, "a3"), "");
  EXPECT_EQ(words("4k3/8/8/3q4/8/8/8/1N2K3 w - - 0 1", "Nc3"),
            "brings the knight into play and attacks the queen on d5");
}

TEST(Explain, SeesTheThreatOfTheScholarsMate) {
  const Explanation explanation = explanation_of("r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3");
  EXPECT_EQ(explanation.threat[index(Color::White)].text, "mate in 1: 4.Qxf7#");
  ASSERT_EQ(explanation.best.size(), 3U);
  ASSERT_FALSE(explanation.worse.empty());
  EXPECT_EQ(explanation.worse[0].text, "Allows mate in 1: 4.Qxf7#.");
  const std::string text = to_text(explanation);
  EXPECT_NE(text.find("White threatens mate in 1"), std::string::npos);
  EXPECT_EQ(to_json(explanation, position_of(explanation.fen)).at("white").at("threat"), "mate in 1: 4.Qxf7#");
}

TEST(Explain, TheNetworkSeesTheForkOnF7AsAThreat) {
  ReviewSettings settings;
  settings.limits.nodes = 20'000;
  settings.hash_megabytes = 4;
  const auto position = position_of("r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq - 5 4");
  const std::string threat = explain(position, settings)->threat[index(Color::White)].text;
  EXPECT_NE(threat.find("5.Nxf7"), std::string::npos) << threat;
}

TEST(Explain, FinishedGamesHaveNoMoves) {
  const Explanation explanation = explanation_of("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1");
  EXPECT_TRUE(explanation.best.empty());
  EXPECT_NE(explanation.verdict.find("stalemate"), std::string::npos);
}

TEST(Explain, ThePiecesAreWorthWhatTheNetworkSays) {
  ReviewSettings settings;
  if (!settings.network) GTEST_SKIP() << "this program was built without a network";
  settings.limits.nodes = 500;
  settings.hash_megabytes = 1;
  const auto position = position_of("4k3/8/8/8/8/8/P7/R3K3 w - - 0 1");
  const auto explanation = explain(position, settings);
  ASSERT_TRUE(explanation);
  ASSERT_EQ(explanation->by_network.size(), 2U);
  EXPECT_EQ(explanation->by_network[0].square, chess::Square::A1);
  EXPECT_GT(explanation->by_network[0].centipawns, explanation->by_network[1].centipawns);
  EXPECT_NE(to_text(*explanation).find("White: Ra1 +"), std::string::npos);
  settings.network = nullptr;
  EXPECT_TRUE(explain(position, settings)->by_network.empty());
}

TEST(Plans, FollowThePiecesOfALine) {
  const chess::Position start;
  const auto plan = [&](const std::string& line, Color color) {
    return plan_words(start, line_of(start, line), color);
  };
  EXPECT_EQ(
      plan("e4 e5 Nf3 Nc6 Bc4 Bc5 O-O Nf6", Color::White),
      "pushes the pawn from e2 to e4, brings the knight from g1 to f3, brings the bishop from f1 to c4 and castles "
      "short");
  EXPECT_EQ(plan("Nf3 d5 Nd4 e5 Nb5", Color::White), "brings the knight from g1 to b5") << "by way of two squares";
  EXPECT_EQ(plan("Nf3 d5 Ne5 Nf6 Nxf7", Color::White), "") << "a capture is no plan";
  EXPECT_EQ(plan("Nf3 e5 Nxe5", Color::Black), "") << "the pawn is gone";
  EXPECT_EQ(plan("Nf3 Nf6 Ng1 Ng8", Color::White), "") << "back where it was";
}

TEST(Compare, SaysWhichOfTwoMovesIsBetterAndWhy) {
  ReviewSettings settings;
  settings.network = nullptr;
  settings.limits.nodes = 10'000;
  settings.hash_megabytes = 4;
  const auto comparer = Comparer::create(settings);
  ASSERT_TRUE(comparer);
  const auto position = position_of("r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR b KQkq - 3 3");
  const auto move = [&](std::string_view san) { return line_of(position, san)[0]; };
  const auto comparison = (*comparer)->compare(position, move("Nf6"), move("g6"));
  ASSERT_TRUE(comparison);
  EXPECT_EQ(comparison->better.san, "g6");
  EXPECT_EQ(comparison->mark, Mark::Blunder);
  ASSERT_EQ(comparison->reasons.size(), 1U);
  EXPECT_EQ(comparison->reasons[0].text, "Allows mate in 1: 4.Qxf7#.");
  EXPECT_EQ((*comparer)->compare(position, move("g6"), move("Nf6"))->better.san, "g6") << "in any order";
  const auto equal =
      (*comparer)->compare(chess::Position(), line_of(chess::Position(), "e4")[0], line_of(chess::Position(), "d4")[0]);
  EXPECT_NE(equal->text.find("about equally good"), std::string::npos) << equal->text;
  EXPECT_TRUE(equal->reasons.empty());
}

TEST(Compare, TheQuickerMateIsBetter) {
  ReviewSettings settings;
  settings.network = nullptr;
  settings.limits.nodes = 20'000;
  settings.hash_megabytes = 4;
  const auto comparer = Comparer::create(settings);
  const auto position = position_of("6k1/5ppp/8/8/8/8/6PP/RQ4K1 w - - 0 1");
  const auto comparison = (*comparer)->compare(position, line_of(position, "Qe4")[0], line_of(position, "Ra8#")[0]);
  ASSERT_TRUE(comparison);
  EXPECT_EQ(comparison->better.san, "Ra8#");
}

TEST(Reasons, HoldOverATacticalSuite) {
  const auto file = tests::data_file("suites/wac.epd");
  if (!file) GTEST_SKIP() << "suites/wac.epd is not there";
  // Few positions and few nodes, to notice when something breaks; docs/review.md has the figure of all with many.
  std::ifstream stream(*file);
  std::string some;
  std::size_t number = 0;
  for (std::string line; std::getline(stream, line); ++number)
    if (number % 4 == 0) some += line + '\n';
  base::Input input = base::Input::from_memory(some);
  ReviewSettings settings;
  settings.network = nullptr;
  settings.limits.nodes = 8000;
  settings.hash_megabytes = 2;
  std::string failed;
  const std::atomic<bool> stop{false};
  const auto totals = check_suite(input, settings, stop, [&](const CheckedReason& checked) {
    if (!checked.reason.empty() && !checked.held) failed += checked.id + ": " + checked.reason + "\n";
  });
  ASSERT_TRUE(totals);
  EXPECT_GE(totals->positions, 74U);
  EXPECT_GE(totals->given * 4, totals->positions);
  EXPECT_GE(totals->held * 100, totals->given * 85) << totals->held << " of " << totals->given << " hold\n" << failed;
}

TEST(Reasons, NameTheMotifsOfASuite) {
  auto input = base::Input::open(std::string(ZUGWERK_SOURCE_FOLDER) + "/../tests/data/motifs.epd");
  ASSERT_TRUE(input);
  ReviewSettings settings;
  settings.network = nullptr;
  settings.limits.nodes = 20'000;
  settings.hash_megabytes = 2;
  std::string unnamed;
  const std::atomic<bool> stop{false};
  const auto totals = check_suite(*input, settings, stop, [&](const CheckedReason& checked) {
    if (!checked.unnamed.empty())
      unnamed += checked.id + ": " + and_list(checked.unnamed) + " in " + checked.line + "\n";
  });
  ASSERT_TRUE(totals);
  EXPECT_EQ(totals->positions, 29U);
  EXPECT_GE(totals->named * 10, totals->tagged * 7) << unnamed;
}

TEST(Reasons, AreCountedOverGames) {
  ReasonTotals totals;
  EXPECT_FALSE(totals.checked());
  totals.add(base::Json::parse(R"({"moves": [
      {"san": "e4"},
      {"mark": "blunder", "reasons": [{"motif": "fork", "holds": true}, {"motif": "pin", "holds": false}]},
      {"mark": "blunder", "reasons": [{"motif": "fork", "holds": true}]},
      {"mark": "inaccuracy"}]})"));
  EXPECT_TRUE(totals.checked());
  const std::string text = totals.text();
  EXPECT_NE(text.find("blunders                      2            2  100.0 %        1   50.0 %"), std::string::npos)
      << text;
  EXPECT_NE(text.find("all                           3            2   66.7 %        1   50.0 %"), std::string::npos)
      << text;
}

}  // namespace
}  // namespace zugwerk::review
