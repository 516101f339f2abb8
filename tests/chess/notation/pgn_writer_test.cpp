// Unit tests of chess/pgn_writer.h and chess/pgn_game.h: the format of the output, and that it reads back as the same
// game.

#include "chess/notation/pgn_writer.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/rng.h"
#include "chess/movegen.h"
#include "chess/notation/fen.h"
#include "chess/notation/san.h"

namespace zugwerk::chess {
namespace {

std::vector<PgnGame> games_of(std::string_view pgn) {
  std::vector<PgnGame> games;
  base::Input input = base::Input::from_memory(pgn);
  const auto counts = read_pgn_games(
      input,
      [&](PgnGame&& game) {
        games.push_back(std::move(game));
        return true;
      },
      [](const PgnError& error) { ADD_FAILURE() << error.in_file("text"); });
  EXPECT_TRUE(counts);
  return games;
}

PgnGame game_of(std::string_view pgn) {
  std::vector<PgnGame> games = games_of(pgn);
  EXPECT_EQ(games.size(), 1U);
  return games.empty() ? PgnGame() : std::move(games[0]);
}

/// The moves as they are written, without the tags.
std::string moves_of(const PgnGame& game) {
  const std::string text = to_pgn(game);
  return text.substr(text.find("\n\n") + 2);
}
std::string rewritten(std::string_view pgn) { return moves_of(game_of(pgn)); }

void expect_round_trip(const PgnGame& game) {
  const std::string text = to_pgn(game);
  const PgnGame again = game_of(text);
  PgnGame expected = game;
  expected.tags = tags_to_write(game);
  EXPECT_TRUE(again == expected) << text;
  EXPECT_EQ(to_pgn(again), text);
}

TEST(PgnWriter, WritesTheSevenTagsFirstAndInTheirOrder) {
  EXPECT_EQ(
      to_pgn(game_of("[ECO \"C20\"]\n[Black \"B\"]\n[White \"A \\\"x\\\" \\\\\"]\n[ECO \"again\"]\n\n1. e4 e5 1-0")),
      "[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"A \\\"x\\\" \\\\\"]\n"
      "[Black \"B\"]\n[Result \"1-0\"]\n[ECO \"C20\"]\n\n1. e4 e5 1-0\n\n");
}

TEST(PgnWriter, NumbersBlacksMoveAfterCommentsAndVariationsOnly) {
  EXPECT_EQ(rewritten("1. e4 {a} e5 2. Nf3 $1 Nc6 (2... d6 3. d4 (3. Bc4)) 3. Bb5 *"),
            "1. e4 {a} 1... e5 2. Nf3 $1 Nc6 (2... d6 3. d4 (3. Bc4)) 3. Bb5 *\n\n");
  EXPECT_EQ(rewritten("1. e4 (1. d4 {q} d5) e5 *"), "1. e4 (1. d4 {q} 1... d5) 1... e5 *\n\n");
}

TEST(PgnWriter, KeepsCommentsAtTheStartOfGamesAndVariations) {
  EXPECT_EQ(rewritten("[Event \"x\"]\n{start} 1. e4 ({why not} 1. d4) *"), "{start} 1. e4 ({why not} 1. d4) *\n\n");
  EXPECT_EQ(rewritten("1. e4 ({nothing}) () e5 {x} {y} *"), "1. e4 {nothing} 1... e5 {x} {y} *\n\n");
}

TEST(PgnWriter, EscapesComments) {
  PgnGame game;
  game.node(PgnNodeId::Root).comments = {" closing } and\nnew line ", ""};
  EXPECT_EQ(moves_of(game), "{closing ) and new line} *\n\n");
  EXPECT_EQ(rewritten("1. e4 ; a } b\n *"), "1. e4 {a ) b} *\n\n");
}

TEST(PgnWriter, EscapesTags) {
  PgnGame game;
  game.tags = {{"Bad name]", "two\nlines"}, {"", "nameless"}};
  const std::string text = to_pgn(game);
  EXPECT_NE(text.find("[Bad_name_ \"two lines\"]\n[_ \"nameless\"]\n"), std::string::npos) << text;
  EXPECT_EQ(to_pgn(game_of(text)), text);
}

TEST(PgnWriter, BreaksLinesAtEightyColumns) {
  std::string pgn =
      "{A comment with many words that goes on and on, long enough to need a second and a third line of its own} ";
  for (int number = 1; number <= 40; ++number)
    pgn +=
        std::to_string(number) + (number % 2 == 1 ? ". Nf3 Nf6 " : ". Ng1 (" + std::to_string(number) + ". Ne5) Ng8 ");
  const PgnGame game = game_of(pgn + "*");
  const std::string text = moves_of(game);
  std::size_t start = 0;
  int lines = 0;
  for (std::size_t end = text.find('\n'); end != std::string::npos; end = text.find('\n', start)) {
    EXPECT_LE(end - start, 80U);
    ++lines;
    EXPECT_GE(end - start, lines < 5 ? 60U : 0U);
    start = end + 1;
  }
  EXPECT_GT(lines, 5);
  expect_round_trip(game);
}

TEST(PgnWriter, NeverBreaksACommentWhereTheNextLineWouldLookLikeAGameOrAnEscape) {
  std::string comment = "x";
  for (int i = 0; i < 60; ++i) comment += " [Event \"y\"] % 50%  two  spaces";
  PgnGame game;
  game.node(PgnNodeId::Root).comments = {comment};
  expect_round_trip(game);
}

TEST(PgnWriter, WritesStartingPositionsAndVariants) {
  PgnGame game(parse_fen("4k3/8/8/8/8/8/4P3/4K3 b - - 3 40").value());
  EXPECT_EQ(game.start().side_to_move(), Color::Black);
  game.add_move(PgnNodeId::Root, Move(Square::E8, Square::D7));
  const std::string text = to_pgn(game);
  EXPECT_NE(text.find("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 3 40\"]\n\n40... Kd7 *"), std::string::npos)
      << text;
  EXPECT_EQ(text.find("Variant"), std::string::npos);
  expect_round_trip(game);

  const PgnGame shuffled(parse_fen("rk2r3/8/8/8/8/8/8/RK2R3 w KQkq - 0 1", Variant::Chess960).value());
  EXPECT_EQ(shuffled.variant(), Variant::Chess960);
  EXPECT_NE(to_pgn(shuffled).find("[Variant \"Chess960\"]"), std::string::npos);
  expect_round_trip(shuffled);
  expect_round_trip(game_of("[Variant \"fischer random\"]\n1. e4 *"));
}

TEST(PgnWriter, TakesTheResultFromTheTagIfTheMovesHaveNone) {
  EXPECT_EQ(game_of("[Result \"0-1\"]\n1. e4").result, PgnResult::BlackWins);
  EXPECT_EQ(game_of("[Result \"0-1\"]\n1. e4 1-0").result, PgnResult::WhiteWins);
  EXPECT_EQ(game_of("1. e4").result, PgnResult::Unknown);
}

TEST(PgnGame, KeepsVariationsAsSiblings) {
  const PgnGame game = game_of("1. e4 (1. d4 (1. c4 c5) d5) (1. b3) e5 2. Nf3 *");
  std::vector<std::string> firsts;
  for (PgnNodeId id = game.node(PgnNodeId::Root).first_child; id != PgnNodeId::None; id = game.node(id).next_sibling)
    firsts.push_back(to_san(game.start(), game.node(id).move));
  EXPECT_EQ(firsts, (std::vector<std::string>{"e4", "d4", "c4", "b3"}));
  EXPECT_EQ(game.main_line().size(), 3U);
  EXPECT_EQ(moves_of(game), "1. e4 (1. d4 d5) (1. c4 c5) (1. b3) 1... e5 2. Nf3 *\n\n");
}

TEST(PgnGame, StopsReadingWhenTheCallbackReturnsFalse) {
  base::Input input = base::Input::from_memory("1. e4 * 1. d4 * 1. c4 *");
  int games = 0;
  const auto counts = read_pgn_games(input, [&](PgnGame&&) { return ++games < 2; });
  ASSERT_TRUE(counts);
  EXPECT_EQ(counts->games, 2U);
}

TEST(PgnGame, ReportsBrokenGamesAndGoesOn) {
  base::Input input = base::Input::from_memory("1. e5 *\n\n1. d4 *");
  int games = 0;
  std::vector<std::string> errors;
  ASSERT_TRUE(read_pgn_games(
      input, [&](PgnGame&&) { return ++games > 0; },
      [&](const PgnError& error) { errors.push_back(error.in_file("x")); }));
  EXPECT_EQ(games, 1);
  EXPECT_EQ(errors,
            std::vector<std::string>{"x:1:4: illegal move 'e5' for White in game 1: no pawn reaches e5; game skipped"});
}

TEST(PgnProperty, ReadsBackRandomTreesAsTheyWereWritten) {
  base::Rng rng(42);
  const std::vector<std::string> words{"sharp",   "[%eval 0.3]", "{odd", "Z\xC3\xBCrich", "\\", "\"",
                                       "(1. e4)", "$5",          ";"};
  for (int round = 0; round < 200; ++round) {
    const bool shuffled = round % 2 == 1;
    PgnGame game(
        shuffled
            ? parse_fen("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9", Variant::Chess960).value()
            : Position());
    game.result = static_cast<PgnResult>(rng.below(4));
    game.set_tag("White", words[rng.below(static_cast<std::uint32_t>(words.size()))]);
    game.set_tag("Note", words[rng.below(static_cast<std::uint32_t>(words.size()))]);
    // Each walk goes down the tree at random and then leaves it with a new move.
    for (int walk = 0; walk < 60; ++walk) {
      Position position = game.start();
      PgnNodeId at = PgnNodeId::Root;
      while (game.node(at).first_child != PgnNodeId::None && rng.below(20) != 0) {
        PgnNodeId child = game.node(at).first_child;
        while (game.node(child).next_sibling != PgnNodeId::None && rng.below(2) == 0)
          child = game.node(child).next_sibling;
        at = child;
        position.make(game.node(at).move);
      }
      const bool is_variation = game.node(at).first_child != PgnNodeId::None;
      const MoveList moves = legal_moves(position);
      if (moves.empty()) continue;
      const PgnNodeId added = game.add_move(at, moves[rng.below(static_cast<std::uint32_t>(moves.size()))]);
      for (std::uint32_t left = rng.below(3); left != 0; --left)
        game.node(added).comments.push_back(words[rng.below(static_cast<std::uint32_t>(words.size()))]);
      if (is_variation && rng.below(4) == 0) game.node(added).comments_before.push_back("before");
      if (rng.below(4) == 0) game.node(added).nags.push_back(static_cast<int>(rng.below(140)));
    }
    expect_round_trip(game);
  }
}

TEST(PgnProperty, WritesAndDestroysTreesTenThousandDeepWithoutRecursion) {
  // Each move has a variation, and the game goes on in it, one level deeper every time.
  PgnGame game;
  Position position;
  PgnNodeId at = PgnNodeId::Root;
  const auto add = [&](std::string_view text) {
    const Move move = find_san_move(position, text);
    ASSERT_TRUE(move) << text;
    at = game.add_move(at, move);
  };
  for (int level = 0; level < 10'000; ++level) {
    const PgnNodeId parent = at;
    add(level % 2 == 0 ? "Nf3" : "Nf6");
    at = parent;
    add(level % 4 == 0 ? "Nc3" : level % 4 == 1 ? "Nc6" : level % 4 == 2 ? "Nb1" : "Nb8");
    position.make(game.node(at).move);
  }
  EXPECT_EQ(game.node_count(), 20'001U);
  expect_round_trip(game);
}

}  // namespace
}  // namespace zugwerk::chess
