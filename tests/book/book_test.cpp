// Unit tests of book/book.h and book/book_maker.h: which files are accepted, how moves are chosen, and how books are
// made from games.

#include "book/book.h"

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <gtest/gtest.h>

#include "base/files/input.h"
#include "base/text.h"
#include "book/book_maker.h"
#include "chess/notation/coordinate.h"
#include "chess/notation/fen.h"
#include "support/temporary_folder.h"

namespace zugwerk::book {
namespace {

using namespace chess;

struct Line {
  const char* move;
  std::uint16_t weight;
};

/// Entries for the starting position.
std::string start_entries(const std::vector<Line>& lines) {
  std::string bytes;
  for (const Line& line : lines)
    append_entry(
        bytes, {polyglot_key(Position()), encode_move(*parse_coordinate_move(Position(), line.move)), line.weight, 0});
  return bytes;
}

TEST(Book, ListsItsMovesByDescendingWeight) {
  const auto book = Book::from_bytes(start_entries({{"g1f3", 5}, {"e2e4", 60}, {"d2d4", 35}}), "test");
  const BookMoves found = book->find(Position());
  ASSERT_EQ(found.moves.size(), 3U);
  EXPECT_EQ(to_coordinates(found.moves[0].move), "e2e4");
  EXPECT_EQ(found.total_weight, 100U);
  EXPECT_DOUBLE_EQ(found.share(found.moves[2]), 0.05);
  EXPECT_TRUE(book->find(*parse_fen("4k3/8/8/8/8/8/8/4K3 w - - 0 1")).moves.empty());
}

TEST(Book, FindsAPositionAmongManyEntries) {
  std::string bytes;
  for (unsigned i = 0; i < 100; ++i) append_entry(bytes, {std::uint64_t{i} << 56, 1, 1, 0});
  const PolyglotKey key = polyglot_key(Position());
  const std::size_t at = (key >> 56) + 1;
  bytes.insert(at * Entry::kSize, start_entries({{"e2e4", 1}, {"d2d4", 1}}));
  EXPECT_EQ(Book::from_bytes(bytes, "test")->find(Position()).moves.size(), 2U);
}

TEST(Book, ChoosesMovesInProportionToTheirWeights) {
  const auto book = Book::from_bytes(start_entries({{"e2e4", 600}, {"d2d4", 300}, {"g1f3", 100}, {"a2a3", 0}}), "test");
  const BookMoves found = book->find(Position());
  base::Rng rng(1);
  std::map<std::string, int> counts;
  constexpr int kTimes = 10'000;
  for (int i = 0; i < kTimes; ++i) ++counts[to_coordinates(choose(found, Choice::ByWeight, rng)->move)];
  EXPECT_NEAR(counts["e2e4"], 6000, 200);
  EXPECT_NEAR(counts["d2d4"], 3000, 200);
  EXPECT_NEAR(counts["g1f3"], 1000, 150);
  EXPECT_EQ(counts["a2a3"], 0);
  for (int i = 0; i < 20; ++i) EXPECT_EQ(to_coordinates(choose(found, Choice::Best, rng)->move), "e2e4");
}

TEST(Book, WeightZeroIsNeverPlayed) {
  const auto book = Book::from_bytes(start_entries({{"e2e4", 0}, {"d2d4", 0}}), "test");
  base::Rng rng(1);
  EXPECT_FALSE(choose(book->find(Position()), Choice::ByWeight, rng));
  EXPECT_FALSE(choose(book->find(Position()), Choice::Best, rng));
}

TEST(Book, RefusesFilesThatAreNotBooksAndSaysWhy) {
  const auto error = [](std::string bytes) { return Book::from_bytes(std::move(bytes), "x.bin").error().message; };
  EXPECT_EQ(error(""), "x.bin: the book is empty");
  EXPECT_EQ(error(start_entries({{"e2e4", 1}}) + "!"),
            "x.bin: not a Polyglot book: its 17 bytes are not a multiple of 16");
  std::string unsorted = start_entries({{"e2e4", 1}});
  append_entry(unsorted, {5, 1, 1, 0});
  EXPECT_EQ(error(unsorted),
            "x.bin: not a sound Polyglot book: the key of entry 2 of 2 is smaller than the one before it");
  EXPECT_NE(Book::open("/no/such/book.bin").error().message.find("/no/such/book.bin"), std::string::npos);
}

TEST(Book, ReportsIllegalMovesAndNeverReturnsThem) {
  std::string bytes = start_entries({{"e2e4", 1}});
  append_entry(bytes, {polyglot_key(Position()), 4U << 6 | 12U, 1000, 0});  // e1e2
  const BookMoves found = Book::from_bytes(bytes, "x.bin")->find(Position());
  ASSERT_EQ(found.moves.size(), 1U);
  EXPECT_EQ(found.total_weight, 1U);
  ASSERT_EQ(found.faults.size(), 1U);
  EXPECT_NE(found.faults[0].find("x.bin: entry 2: e1e2 is not legal in rnbqkbnr"), std::string::npos)
      << found.faults[0];
}

// --- Making
// -----------------------------------------------------------------------------------------------------------

constexpr std::string_view kGames = R"([White "A"][Black "B"][WhiteElo "2500"][BlackElo "2400"][Result "1-0"]

1. e4 e5 2. Nf3 (2. f4 exf4) 2... Nc6 1-0

[White "A"][Black "B"][WhiteElo "2500"][BlackElo "1400"][Result "0-1"]

1. e4 e5 2. Nc3 0-1

[White "A"][Black "B"][Result "1/2-1/2"]

1. e4 c5 1/2-1/2

[White "A"][Black "B"][WhiteElo "2600"][BlackElo "2600"][Result "0-1"]

1. d4 d5 0-1
)";

class BookMaking : public testing::Test {
 protected:
  /// "e2e4:3 d2d4:1" for the starting position of a book of `games`.
  std::string made(const MakeOptions& options, std::string_view games = kGames, std::string_view moves = "") {
    const std::string path = folder_.file("book" + std::to_string(number_++) + ".bin");
    BookMaker maker(path, options, [this](const std::string& diagnostic) { diagnostics_.push_back(diagnostic); });
    auto input = base::Input::from_memory(games, "games.pgn");
    EXPECT_TRUE(maker.add_games(input, never_));
    auto writer = *BookWriter::create(path);
    counts_ = maker.write(writer).value();
    EXPECT_EQ(std::filesystem::exists(path), counts_.entries > 0);
    if (counts_.entries == 0) return "";
    Position position;
    for (const auto word : base::split_words(moves)) position.make(*parse_coordinate_move(position, word));
    std::string text;
    const auto book = Book::open(path);
    EXPECT_EQ(book->size(), counts_.entries);
    for (const BookMove& move : book->find(position).moves)
      text += (text.empty() ? "" : " ") + to_coordinates(move.move) + ":" + std::to_string(move.weight);
    return text;
  }

  test::TemporaryFolder folder_;
  const std::atomic<bool> never_{false};
  int number_ = 0;
  MakeCounts counts_;
  std::vector<std::string> diagnostics_;
};

TEST_F(BookMaking, CountsTwoForAWinAndOneForADraw) {
  EXPECT_EQ(made({.min_games = 1}), "e2e4:3") << "a move that always lost is left out";
  EXPECT_EQ(counts_.games, 4U);
  EXPECT_EQ(counts_.used, 4U);
  EXPECT_EQ(made({.min_games = 1}, kGames, "e2e4"), "e7e5:2 c7c5:1");
  EXPECT_EQ(made({.min_games = 1}, kGames, "d2d4"), "d7d5:2");
  EXPECT_EQ(made({.min_games = 1}, kGames, "e2e4 e7e5"), "g1f3:2") << "variations do not count";
  EXPECT_EQ(made({.min_games = 1, .uniform = true}, kGames, "e2e4"), "c7c5:1 e7e5:1");
}

TEST_F(BookMaking, KeepsMovesWithinTheLimits) {
  EXPECT_EQ(made({.min_games = 3}), "e2e4:3");
  EXPECT_EQ(made({.min_games = 2}, kGames, "e2e4"), "e7e5:2");
  EXPECT_EQ(made({.max_ply = 1, .min_games = 1}, kGames, "e2e4"), "");
  EXPECT_EQ(made({.min_games = 1, .min_score = 0.6}), "");
  EXPECT_EQ(made({.min_games = 1, .min_elo = 2400}), "e2e4:2");
  EXPECT_EQ(counts_.used, 2U);
  EXPECT_EQ(made({.min_games = 1, .results = {PgnResult::Draw}}), "e2e4:1");
  EXPECT_EQ(made({.min_games = 1, .white_moves = false}), "");
  EXPECT_EQ(made({.min_games = 1, .black_moves = false}, kGames, "e2e4"), "");
}

TEST_F(BookMaking, ReportsBrokenGamesAndGoesOn) {
  const std::string games = "[Event \"x\"]\n\n1. e4 e9 1-0\n\n" + std::string(kGames);
  EXPECT_EQ(made({.min_games = 1}, games), "e2e4:3");
  EXPECT_EQ(counts_.broken, 1U);
  ASSERT_EQ(diagnostics_.size(), 1U);
  EXPECT_EQ(diagnostics_[0].rfind("games.pgn:3:", 0), 0U) << diagnostics_[0];
}

TEST_F(BookMaking, MakesTheSameBookWithVeryLittleMemory) {
  std::string games;
  for (int i = 0; i < 50; ++i) games += kGames;
  EXPECT_EQ(made({.min_games = 1}, games), "e2e4:150");
  const std::string in_memory = test::read_bytes(folder_.file("book0.bin"));
  EXPECT_EQ(made({.min_games = 1, .records_in_memory = 4}, games), "e2e4:150");
  EXPECT_EQ(test::read_bytes(folder_.file("book1.bin")), in_memory);
}

TEST_F(BookMaking, ShrinksWeightsThatDoNotFit) {
  const std::string path = folder_.file("big.bin");
  auto writer = *BookWriter::create(path);
  ASSERT_TRUE(writer.add_position(7, {{1, 1}, {2, 131'070}, {3, 65'535}}));
  ASSERT_TRUE(writer.finish());
  const auto book = Book::open(path);
  EXPECT_EQ(book->entry(0), (Entry{7, 2, 65'535, 0}));
  EXPECT_EQ(book->entry(1), (Entry{7, 3, 32'767, 0}));
  EXPECT_EQ(book->entry(2), (Entry{7, 1, 1, 0}));
}

TEST_F(BookMaking, DoesNotOverwrite) {
  test::write_bytes(folder_.file("old.bin"), "precious");
  EXPECT_NE(BookWriter::create(folder_.file("old.bin")).error().message.find("already exists"), std::string::npos);
  EXPECT_EQ(test::read_bytes(folder_.file("old.bin")), "precious");
}

TEST_F(BookMaking, StopsBetweenGamesAndThenLeavesNothing) {
  const std::string path = folder_.file("stopped.bin");
  {
    auto writer = *BookWriter::create(path);
    BookMaker maker(path, {.min_games = 1}, [](const std::string&) {});
    auto input = base::Input::from_memory(kGames, "games.pgn");
    const std::atomic<bool> stop{true};
    ASSERT_TRUE(maker.add_games(input, stop));
  }
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path()));
}

TEST_F(BookMaking, MakesNoBookOfBrokenGames) {
  EXPECT_EQ(made({.min_games = 1}, "1. e5 e5 *\n\n1. d4 Ke7 *\n"), "");
  EXPECT_EQ(counts_.broken, 2U);
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path()));
}

TEST_F(BookMaking, MergesByAddingOrByPrecedence) {
  std::vector<Book> books;
  books.push_back(*Book::from_bytes(start_entries({{"e2e4", 5}, {"d2d4", 2}}), "a"));
  books.push_back(*Book::from_bytes(start_entries({{"e2e4", 1}, {"g1f3", 9}}), "b"));
  ASSERT_EQ(merge_books(books, MergeMode::AddUp, folder_.file("sum.bin"))->entries, 3U);
  EXPECT_EQ(test::read_bytes(folder_.file("sum.bin")), start_entries({{"g1f3", 9}, {"e2e4", 6}, {"d2d4", 2}}));
  ASSERT_EQ(merge_books(books, MergeMode::First, folder_.file("first.bin"))->entries, 2U);
  EXPECT_EQ(test::read_bytes(folder_.file("first.bin")), start_entries({{"e2e4", 5}, {"d2d4", 2}}));
}

TEST_F(BookMaking, CountsPositionsReachableFromTheStart) {
  std::string path = folder_.file("survey.bin");
  BookMaker maker(path, {.min_games = 1}, [](const std::string&) {});
  auto input = base::Input::from_memory(kGames, "games.pgn");
  ASSERT_TRUE(maker.add_games(input, never_));
  auto writer = *BookWriter::create(path);
  ASSERT_TRUE(maker.write(writer));
  const BookSurvey found = survey(*Book::open(path));
  EXPECT_EQ(found.entries, 5U);  // e4, e5, c5, Nf3, d5
  EXPECT_EQ(found.positions, 4U);
  EXPECT_EQ(found.reached, 3U) << "d4 is never played, so d5 is never reached";
  EXPECT_EQ(found.deepest, 2);
  EXPECT_TRUE(found.faults.empty());
  std::string bytes = start_entries({{"e2e4", 1}, {"e2e4", 0}});
  append_entry(bytes, {polyglot_key(Position()), 0, 1, 0});
  const BookSurvey broken = survey(*Book::from_bytes(bytes, "x"));
  EXPECT_EQ(broken.faults.size(), 1U);
  EXPECT_EQ(broken.repeated, 1U);
  EXPECT_EQ(broken.zero_weights, 1U);
  EXPECT_EQ(broken.most_moves, 3U);
}

}  // namespace
}  // namespace zugwerk::book
