// Unit tests of the tuner's positions: lines with results in all their forms, files of games, and what is left out.

#include "learning/tuner/tune_positions.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "chess/notation/fen.h"
#include "chess/notation/san.h"
#include "learning/tuner/quiet.h"
#include "support/temporary_folder.h"

namespace zugwerk::learning {
namespace {

const std::string kQuiet = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/3P1N2/PPP2PPP/RNBQK2R b KQkq - 0 4";

TEST(LabelledLine, ReadsEveryForm) {
  struct Form {
    std::string line;
    double result;
  };
  for (const auto& [line, result] : std::vector<Form>{
           {kQuiet + " c9 \"1-0\";", 1},
           {kQuiet + " c9 \"1/2-1/2\"; ce 12;", 0.5},
           {"4k3/8/8/8/8/8/4P3/4K2R w K - c9 \"0-1\";", 0},
           {kQuiet + " [1.0]", 1},
           {kQuiet + " [0.5]", 0.5},
           {kQuiet + "[0]", 0},
           {kQuiet + " [1/2-1/2]", 0.5},
           {kQuiet + "; 1/2-1/2", 0.5},
           {kQuiet + ";0-1", 0},
           {kQuiet + " 1-0", 1},
           {"4k3/8/8/8/8/8/4P3/4K2R w K - 0-1", 0},
       }) {
    const auto labelled = parse_labelled_line(line);
    ASSERT_TRUE(labelled) << line << ": " << labelled.error().message;
    EXPECT_EQ(labelled->result, result) << line;
  }
  EXPECT_EQ(chess::to_fen(parse_labelled_line(kQuiet + " [0.5]")->position), kQuiet);
}

TEST(LabelledLine, ScoresAreConvertedToWhitesPointOfView) {
  // Black is to move.
  EXPECT_EQ(parse_labelled_line(kQuiet + " ce 31; c9 \"1-0\"; id \"game 7\";")->score, eval::Score(-31));
  EXPECT_EQ(parse_labelled_line(kQuiet + " ce 31; c9 \"1-0\"; id \"game 7\";")->game, "game 7");
  EXPECT_EQ(parse_labelled_line(kQuiet + " c9 \"1-0\";")->score, eval::kNoScore);
}

TEST(LabelledLine, ErrorsSayWhatIsWrong) {
  const auto error_of = [](const std::string& line) {
    const auto labelled = parse_labelled_line(line);
    return labelled ? "none" : labelled.error().message;
  };
  EXPECT_NE(error_of(kQuiet).find("no result"), std::string::npos);
  EXPECT_NE(error_of(kQuiet + " c9 \"won\";").find("no result"), std::string::npos);
  EXPECT_EQ(error_of(kQuiet + " [0.7]"), "'0.7' is not a result");
  EXPECT_EQ(error_of(kQuiet + " [*]"), "'*' is not a result");
  EXPECT_NE(error_of("rubbish [1.0]").find("rubbish"), std::string::npos);
  EXPECT_NE(error_of("8/8/8/8/8/8/8/8 w - - 0 1; 1-0").find("king"), std::string::npos);
}

struct Read {
  TuneSet set;
  TunePositionCounts counts;
  std::vector<std::string> faults;
};

Read read_text(const std::string& text, const TunePositionOptions& options = {}) {
  Read result;
  TunePositionReader reader(result.set, options, [&](const std::string& fault) { result.faults.push_back(fault); });
  base::Input input = base::Input::from_memory(text, "lines.epd");
  EXPECT_TRUE(reader.read_lines(input));
  result.counts = reader.counts();
  return result;
}

TEST(TunePositions, BadLinesAreNamedAndTheOthersRead) {
  const Read read =
      read_text("# a comment\n\n" + kQuiet + " [1.0]\nrubbish [1.0]\r\n" + kQuiet + " [2.0]\n" + kQuiet + " [0.0]");
  EXPECT_EQ(read.counts.kept, 2U);
  EXPECT_EQ(read.set.size(), 2U);
  EXPECT_EQ(read.counts.faults, 2U);
  ASSERT_EQ(read.faults.size(), 2U);
  EXPECT_TRUE(read.faults[0].starts_with("lines.epd:4: ")) << read.faults[0];
  EXPECT_NE(read.faults[0].find("'rubbish"), std::string::npos) << read.faults[0];
  EXPECT_TRUE(read.faults[1].starts_with("lines.epd:5: '2.0' is not a result")) << read.faults[1];
}

TEST(TunePositions, RepairedPositionsCountAndRepairsAreReported) {
  const std::string stale = "4k3/pp3ppp/8/8/8/8/PP3PPP/R3K3 w KQ - 0 30";
  const Read read = read_text(stale + " [1.0]\n" + stale + " c9 \"1-0\";\n");
  EXPECT_EQ(read.counts.kept, 2U);
  EXPECT_EQ(read.counts.faults, 0U);
  EXPECT_EQ(read.faults,
            (std::vector<std::string>{"lines.epd:1: castling right 'K' dropped: White has no rook on h1",
                                      "lines.epd:2: castling right 'K' dropped: White has no rook on h1"}));
}

TEST(TunePositions, LeavesOutPositionsThatAreNotQuiet) {
  const Read read = read_text(
      // In check; a queen to take; a known endgame; a mate on record; and a quiet one.
      "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3 [0.0]\n"
      "r1bqkb1r/pppp1ppp/2n5/4p3/4n3/2N2N2/PPPPQPPP/R1B1KB1R w KQkq - 0 1 [0.5]\n"
      "4k3/8/8/8/8/8/8/4KBN1 w - - 0 1 [1.0]\n" +
      kQuiet + " ce 31998; c9 \"1-0\";\n" + kQuiet + " [0.5]\n");
  EXPECT_TRUE(read.faults.empty());
  EXPECT_EQ(read.counts.positions, 5U);
  EXPECT_EQ(read.counts.in_check, 1U);
  EXPECT_EQ(read.counts.unquiet, 1U);
  EXPECT_EQ(read.counts.known_endgames, 1U);
  EXPECT_EQ(read.counts.decided, 1U);
  EXPECT_EQ(read.counts.kept, 1U);
  EXPECT_EQ(read.set.label(0).result, 0.5);
}

TEST(TunePositions, LinesWithTheSameIdAreOneGame) {
  const std::string line = kQuiet + " c9 \"1-0\"; ";
  const Read read = read_text(line + "id \"a\";\n" + line + "id \"b\";\n" + line + "\n" + line + "id \"a\";\n" + line);
  ASSERT_EQ(read.set.size(), 5U);
  EXPECT_EQ(read.counts.games, 4U);
  const auto game = [&](std::size_t number) { return read.set.label(number).game; };
  EXPECT_EQ(game(0), game(3));
  EXPECT_NE(game(0), game(1));
  EXPECT_NE(game(2), game(4));
}

TEST(TunePositions, ThreadsDoNotChangeTheSet) {
  std::string text;
  for (int i = 0; i < 2000; ++i)
    text += kQuiet + (i % 3 == 0 ? " [1.0]\n" : " [0.5]\n") + "4k3/pp3ppp/8/8/3P4/8/PP3PPP/R3K3 w - - " +
            std::to_string(i % 50) + " 60; 1-0\n";
  TunePositionOptions two;
  two.threads = 2;
  const Read read = read_text(text);
  EXPECT_EQ(read.set.size(), 4000U);
  EXPECT_EQ(read.set.fingerprint(), read_text(text, two).set.fingerprint());
}

games::GameRecord spanish(games::GameResult result) {
  games::GameRecord game;
  chess::Position position;
  game.start = games::pack(position);
  game.result = result;
  int score = 10;
  for (const char* san :
       {"e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Ba4", "Nf6", "O-O", "Be7", "Re1", "b5", "Bb3", "d6"}) {
    const auto move = chess::parse_san(position, san);
    EXPECT_TRUE(move) << san;
    game.plies.push_back({*move, eval::Score(++score)});
    position.make(*move);
  }
  return game;
}

TEST(TunePositions, ReadsFilesOfGames) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("games.zwg");
  {
    auto writer = games::GameWriter::create(path);
    ASSERT_TRUE(writer) << writer.error().message;
    ASSERT_TRUE(writer->add(spanish(games::GameResult::WhiteWins)));
    ASSERT_TRUE(writer->add(spanish(games::GameResult::Draw)));
    ASSERT_TRUE(writer->finish());
  }
  TuneSet set;
  TunePositionOptions options;
  options.first_ply = 6;
  TunePositionReader reader(set, options, [](const std::string& fault) { ADD_FAILURE() << fault; });
  ASSERT_TRUE(reader.read(path));
  EXPECT_EQ(reader.counts().games, 2U);
  EXPECT_EQ(reader.counts().positions, 28U);
  EXPECT_EQ(reader.counts().early, 12U);
  EXPECT_GT(set.size(), 4U);
  EXPECT_EQ(set.size(), reader.counts().kept);
  EXPECT_EQ(set.label(0).result, 1.0);
  EXPECT_GT(set.label(0).score.value(), 15);
  EXPECT_LT(set.label(0).score.value(), 30);
  EXPECT_EQ(set.label(set.size() - 1).result, 0.5);
  EXPECT_NE(set.label(0).game, set.label(set.size() - 1).game);
}

TEST(TunePositions, FilesThatCannotBeReadAreErrors) {
  TuneSet set;
  TunePositionReader reader(set, {}, {});
  const auto missing = reader.read("/no/such/file.epd");
  ASSERT_FALSE(missing);
  EXPECT_NE(missing.error().message.find("/no/such/file.epd"), std::string::npos);
  const auto pgn = reader.read("games.pgn.zst");
  ASSERT_FALSE(pgn);
  EXPECT_NE(pgn.error().message.find("games.pgn.zst is PGN"), std::string::npos);
}

TEST(Quiet, IsAPositionThatNoCaptureChanges) {
  eval::Evaluator evaluator;
  const auto quiet = [&](const char* fen, int margin = 0) {
    auto position = chess::parse_fen(fen);
    EXPECT_TRUE(position) << fen;
    const bool result = is_quiet(*position, evaluator, margin);
    EXPECT_EQ(chess::to_fen(*position), fen);
    return result;
  };
  EXPECT_TRUE(quiet("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"));
  EXPECT_FALSE(quiet("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")) << "in check";
  EXPECT_FALSE(quiet("4k3/5ppp/8/3q4/8/4N3/5PPP/4K3 w - - 0 1")) << "a queen hangs";
  EXPECT_FALSE(quiet("8/P4ppp/3k4/8/8/8/5PPP/4K3 w - - 0 1")) << "a pawn promotes";
  EXPECT_TRUE(quiet("4k3/5ppp/2p5/3p4/8/4N3/5PPP/4K3 w - - 0 1")) << "the pawn is defended";
  EXPECT_TRUE(quiet("4k3/5ppp/8/3q4/8/4N3/5PPP/4K3 w - - 0 1", 5000)) << "a margin beyond all captures";
}

}  // namespace
}  // namespace zugwerk::learning
