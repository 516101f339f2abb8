// Unit tests of chess/pgn_reader.h: what a visitor receives, where errors are, and that no input breaks the reader. The
// test with real files is skipped if they are missing.

#include "chess/notation/pgn_reader.h"

#include <istream>
#include <streambuf>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <sys/resource.h>

#include "base/text.h"
#include "chess/notation/san.h"
#include "support/data_folder.h"

namespace zugwerk::chess {
namespace {

/// Records everything it receives.
class Diary : public PgnVisitor {
 public:
  std::string text;
  std::vector<PgnError> errors;
  std::uint64_t plies = 0;
  std::uint64_t games = 0;

  void begin_game(const PgnPlace& place) override { text += "game " + std::to_string(place.game) + '\n'; }
  void tag(std::string_view name, std::string_view value) override {
    EXPECT_TRUE(base::is_valid_utf8(value));
    text.append(name).append("=").append(value).append("\n");
  }
  void repair(const PgnError& repair) override { text += repair.in_file("x") + '\n'; }
  PgnWish begin_moves(const Position& start) override {
    if (to_fen(start) != kStartFen) text += "from " + to_fen(start) + '\n';
    return PgnWish::Read;
  }
  void move(const Position& before, Move move) override {
    ++plies;
    text += to_san(before, move) + ' ';
  }
  void comment(std::string_view comment) override {
    EXPECT_TRUE(base::is_valid_utf8(comment));
    text.append("{").append(comment).append("} ");
  }
  void nag(int nag) override { text += '$' + std::to_string(nag) + ' '; }
  PgnWish begin_variation() override {
    text += "( ";
    return PgnWish::Read;
  }
  void end_variation() override { text += ") "; }
  void result(PgnResult result) override { text += to_string(result); }
  void end_game(const Position&) override {
    ++games;
    text += "\nend\n";
  }
  void game_error(const PgnError& error) override {
    text += "\nbroken\n";
    errors.push_back(error);
  }
};

Diary diary_of(std::string_view pgn) {
  base::Input input = base::Input::from_memory(pgn);
  PgnReader reader(input);
  Diary diary;
  EXPECT_TRUE(reader.read_all(diary));
  EXPECT_EQ(reader.counts().games, diary.games + diary.errors.size());
  EXPECT_EQ(reader.counts().broken, diary.errors.size());
  return diary;
}
std::string told(std::string_view pgn) { return diary_of(pgn).text; }

/// Of a text with one broken game.
std::string error_of(std::string_view pgn) {
  const Diary diary = diary_of(pgn);
  if (diary.errors.size() != 1) return std::to_string(diary.errors.size()) + " errors";
  return diary.errors[0].in_file("x.pgn");
}

TEST(PgnReader, ReportsTagsMovesAndResult) {
  EXPECT_EQ(told("[Event \"Casual\"]\n[Round \"3\"]\n\n1. e4 e5 2. Nf3 1-0\n"),
            "game 1\nEvent=Casual\nRound=3\ne4 e5 Nf3 1-0\nend\n");
}

TEST(PgnReader, ReadsEscapedAndUnescapedQuotationMarksInTags) {
  EXPECT_EQ(told(R"([Event "The \"Big\" \\ One \x"] [Site "a "quoted" place"  ] *)"),
            "game 1\nEvent=The \"Big\" \\ One \\x\nSite=a \"quoted\" place\n*\nend\n");
  EXPECT_EQ(told("[ Event  \"\" ]\n*"), "game 1\nEvent=\n*\nend\n");
}

TEST(PgnReader, ReadsBothKindsOfComments) {
  EXPECT_EQ(told("{first} 1. e4 {  best\r\n  by\n\ntest } e5 ; to the end } of {line\n2. Nf3 {} {[%clk 0:01:00]} *"),
            "game 1\n{first} e4 {best by test} e5 {to the end } of {line} Nf3 {[%clk 0:01:00]} *\nend\n");
}

TEST(PgnReader, ReadsGlyphsByNumberAndBySign) {
  EXPECT_EQ(told("1. e4! e5? 2. Nf3!! Nc6?? 3. Bb5!? a6?! 4. Ba4 $14$146 Nf6 $0 5. O-O +- Be7 = $ $99999999 *"),
            "game 1\ne4 $1 e5 $2 Nf3 $3 Nc6 $4 Bb5 $5 a6 $6 Ba4 $14 $146 Nf6 $0 O-O $18 Be7 $10 *\nend\n");
}

TEST(PgnReader, ReadsNestedVariationsFromTheRightPositions) {
  EXPECT_EQ(told("1. e4 (1. d4 d5 (1... Nf6 2. c4) 2. c4) (1. c4) 1... e5 2. Nf3 *"),
            "game 1\ne4 ( d4 d5 ( Nf6 c4 ) c4 ) ( c4 ) e5 Nf3 *\nend\n");
  EXPECT_EQ(told("1.e4(1.d4(1.c4))e5 *"), "game 1\ne4 ( d4 ( c4 ) ) e5 *\nend\n");
  EXPECT_EQ(told("1. e4 () ( {only this} ) e5 *"), "game 1\ne4 ( ) ( {only this} ) e5 *\nend\n");
}

TEST(PgnReader, ReadsPromotionsInBracketsAndEnPassantMarks) {
  EXPECT_EQ(told("[FEN \"7k/4P3/8/8/8/8/8/4K3 w - - 0 1\"]\n1. e8(Q)+ (1. e8(R)+ Kg7) Kg7 *"),
            "game 1\nFEN=7k/4P3/8/8/8/8/8/4K3 w - - 0 1\nfrom 7k/4P3/8/8/8/8/8/4K3 w - - 0 1\n"
            "e8=Q+ ( e8=R+ Kg7 ) Kg7 *\nend\n");
  EXPECT_EQ(told("1. e4 a6 2. e5 d5 3. exd6 e.p. (3. exd6e.p. exd6) exd6 *"),
            "game 1\ne4 a6 e5 d5 exd6 ( exd6 exd6 ) exd6 *\nend\n");
}

TEST(PgnReader, SkipsEscapedLines) {
  EXPECT_EQ(told("% a remark\n[Event \"x\"]\n% [Event \"no\"]\n\n1. e4\n%2. Nf9 {\n e5 *\n%end"),
            "game 1\nEvent=x\ne4 e5 *\nend\n");
}

TEST(PgnReader, ReadsWindowsLineEndsAndAByteOrderMark) {
  EXPECT_EQ(told("\xEF\xBB\xBF[Event \"x\"]\r\n\r\n1. e4\r\ne5 1/2-1/2\r\n\r\n"),
            "game 1\nEvent=x\ne4 e5 1/2-1/2\nend\n");
}

TEST(PgnReader, ConvertsOldEncodingsToUtf8) {
  EXPECT_EQ(told("[White \"M\xFCller\"]\n1. e4 {sch\xF6n} *"),
            "game 1\nWhite=M\xC3\xBCller\ne4 {sch\xC3\xB6n} *\nend\n");
  EXPECT_EQ(told("[White \"M\xC3\xBCller\"]\n*"), "game 1\nWhite=M\xC3\xBCller\n*\nend\n");
}

TEST(PgnReader, ReadsEveryResultAndMissingOnes) {
  EXPECT_EQ(told("1. e4 1-0\n1. e4 0-1\n1. e4 1/2-1/2\n1. e4 1/2\n1. e4 *\n1. e4"),
            "game 1\ne4 1-0\nend\ngame 2\ne4 0-1\nend\ngame 3\ne4 1/2-1/2\nend\ngame 4\ne4 1/2-1/2\nend\n"
            "game 5\ne4 *\nend\ngame 6\ne4 \nend\n");
  EXPECT_EQ(told("[Event \"a\"]\n\n1. e4 e5\n\n[Event \"b\"]\n\n1. d4 *"),
            "game 1\nEvent=a\ne4 e5 \nend\ngame 2\nEvent=b\nd4 *\nend\n");
}

TEST(PgnReader, IgnoresResultsInsideVariations) {
  EXPECT_EQ(told("1. e4 (1. d4 d5 1/2-1/2) e5 *"), "game 1\ne4 ( d4 d5 ) e5 *\nend\n");
}

TEST(PgnReader, ReadsMoveNumbersInAnyForm) {
  EXPECT_EQ(told("1.e4 1...e5 2 . Nf3 2. ... Nc6 3 Bb5 3... a6 99. Ba4 Nf6 O-O 5.. Be7 *"),
            "game 1\ne4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 *\nend\n");
  EXPECT_EQ(told("1. Nf3 Nf6 2. g3 g6 3. Bg2 Bg7 4. 0-0 0-0 0-1"), "game 1\nNf3 Nf6 g3 g6 Bg2 Bg7 O-O O-O 0-1\nend\n");
}

TEST(PgnReader, ReadsEmptyInputsAndEmptyGames) {
  EXPECT_EQ(told(""), "");
  EXPECT_EQ(told(" \n\n% nothing\n"), "");
  EXPECT_EQ(told("\xEF\xBB\xBF"), "");
  EXPECT_EQ(told("*"), "game 1\n*\nend\n");
  EXPECT_EQ(told("[Event \"a\"]\n[Site \"s\"]\n\n[Event \"b\"]\n"),
            "game 1\nEvent=a\nSite=s\n\nend\ngame 2\nEvent=b\n\nend\n");
}

TEST(PgnReader, AttachesACommentBetweenGamesToAFollowingGameWithoutTags) {
  EXPECT_EQ(told("{about it} 1. e4 1-0 {White mates}\n\n{again} 1. d4 *"),
            "game 1\n{about it} e4 1-0\nend\ngame 2\n{again} d4 *\nend\n");
  EXPECT_EQ(told("{nobody's}\n[Event \"x\"]\n*\n{nobody's either}"), "game 1\nEvent=x\n*\nend\n");
}

TEST(PgnReader, StartsFromTheFenTag) {
  EXPECT_EQ(told("[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 b - - 0 9\"]\n\n9... Kd7 10. e4 *\n\n1. e4 *"),
            "game 1\nSetUp=1\nFEN=4k3/8/8/8/8/8/4P3/4K3 b - - 0 9\nfrom 4k3/8/8/8/8/8/4P3/4K3 b - - 0 9\n"
            "Kd7 e4 *\nend\ngame 2\ne4 *\nend\n");
}

TEST(PgnReader, RecognisesTheManySpellingsOfChess960) {
  for (const std::string_view name : {"Chess960", "chess 960", "fischerandom", "Fischer Random", "FischerRandom Chess",
                                      "Freestyle", "Freestyle Chess", "FRC", "960", "wild/fr"})
    EXPECT_EQ(variant_from_tag(name), Variant::Chess960) << name;
  for (const std::string_view name : {"Standard", "standard", "normal", "From Position", "", "?"})
    EXPECT_EQ(variant_from_tag(name), Variant::Standard) << name;
  for (const std::string_view name : {"Crazyhouse", "Three-check", "Atomic", "Horde"})
    EXPECT_EQ(variant_from_tag(name), std::nullopt) << name;
}

TEST(PgnReader, ReadsChess960Games) {
  EXPECT_EQ(told("[Variant \"Chess960\"]\n[FEN \"rk6/8/8/8/8/8/8/RK2R3 w KQq - 0 1\"]\n\n1. O-O O-O-O *"),
            "game 1\nVariant=Chess960\nFEN=rk6/8/8/8/8/8/8/RK2R3 w KQq - 0 1\n"
            "from rk6/8/8/8/8/8/8/RK2R3 w KQq - 0 1\nO-O O-O-O *\nend\n");
}

// --- Errors ----------------------------------------------------------------------------------------------------------

TEST(PgnReaderError, NamesPlaceGameAndReasonOfAnIllegalMoveAndContinues) {
  const Diary diary = diary_of(
      "[Event \"First\"]\n\n1. e4 *\n\n[Event \"Casual\"]\n[Date \"2024.05.01\"]\n\n1. e4 e5\n2. Nf3 Nc6 3. Nxd5 (3. "
      "Bb5) "
      "d6 {?} 1-0\n\n[Event \"Third\"]\n\n1. d4 *\n");
  ASSERT_EQ(diary.errors.size(), 1U);
  EXPECT_EQ(
      diary.errors[0].in_file("games.pgn"),
      "games.pgn:9:15: illegal move 'Nxd5' for White in game 2 ('Casual', 2024.05.01): no knight reaches d5; game "
      "skipped");
  EXPECT_EQ(diary.errors[0].place, (PgnPlace{9, 15, 2}));
  EXPECT_EQ(diary.text,
            "game 1\nEvent=First\ne4 *\nend\ngame 2\nEvent=Casual\nDate=2024.05.01\ne4 e5 Nf3 Nc6 \nbroken\n"
            "game 3\nEvent=Third\nd4 *\nend\n");
}

TEST(PgnReaderError, CountsLinesAndColumnsAcrossEveryKindOfText) {
  EXPECT_EQ(error_of("\xEF\xBB\xBFNd5 *"),
            "x.pgn:1:1: illegal move 'Nd5' for White in game 1: no knight reaches d5; game skipped");
  EXPECT_EQ(error_of("1. e4 {a\nb\r\nc} Nd4 *"),
            "x.pgn:3:4: illegal move 'Nd4' for Black in game 1: no knight reaches d4; game skipped");
  EXPECT_EQ(error_of("% x\n; y\n1. e4 ; z\n(1. d4 d5\n\n2. Nd5) *"),
            "x.pgn:6:4: illegal move 'Nd5' for White in game 1: no knight reaches d5; game skipped");
}

TEST(PgnReader, RepairsStartingPositionsAndSaysSo) {
  EXPECT_EQ(
      told("[Event \"a\"]\n[FEN \"4k3/8/8/8/8/8/8/4K2R w KQ e3 0 1\"]\n\n1. O-O *\n\n[Event \"b\"]\n\n1. e4 *"),
      "game 1\nEvent=a\nFEN=4k3/8/8/8/8/8/8/4K2R w KQ e3 0 1\n"
      "x:2:1: starting position repaired in game 1 ('a'): castling right 'Q' dropped: White has no rook on a1\n"
      "x:2:1: starting position repaired in game 1 ('a'): en passant square 'e3' dropped: e3 is not on the rank that a "
      "pawn of Black passes\n"
      "from 4k3/8/8/8/8/8/8/4K2R w K - 0 1\nO-O *\nend\ngame 2\nEvent=b\ne4 *\nend\n");
  // A Variant tag settles the variant.
  EXPECT_NE(told("[Variant \"Chess960\"]\n[FEN \"r3k2r/8/8/8/8/8/8/R3K1R1 w KQkq - 0 1\"]\n\n1. O-O *").find("O-O *"),
            std::string::npos);
}

TEST(PgnReaderError, ReportsUnsupportedVariants) {
  const Diary diary =
      diary_of("[Event \"a\"]\n[Variant \"Crazyhouse\"]\n[Site \"s\"]\n\n1. e4 P@e5 *\n\n[Event \"b\"]\n\n1. e4 *");
  ASSERT_EQ(diary.errors.size(), 1U);
  EXPECT_EQ(diary.errors[0].in_file("x"), "x:2:1: unknown variant 'Crazyhouse' in game 1 ('a'); game skipped");
  EXPECT_EQ(diary.games, 1U);
}

TEST(PgnReaderError, ReportsABadFen) {
  EXPECT_EQ(error_of("[Event \"a\"]\n[FEN \"8/8/8/8 w - - 0 1\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. e4 *"),
            "x.pgn:2:1: illegal starting position in game 1 ('a'): FEN '8/8/8/8 w - - 0 1': placement field '8/8/8/8': "
            "there are only 4 ranks; game skipped");
}

TEST(PgnReaderError, ReportsBrokenTagsAndReadsTheNextGame) {
  EXPECT_EQ(error_of("[Event \"a]\n[Site \"s\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. e4 *"),
            "x.pgn:1:1: unreadable tag '[Event \"a]' in game 1: its value is not closed; game skipped");
  EXPECT_EQ(error_of("[Event a]\n\n1. e4 *"),
            "x.pgn:1:1: unreadable tag '[Event a]' in game 1: its value is not in quotation marks; game skipped");
  EXPECT_EQ(error_of("[\"a\"]\n\n1. e4 *"),
            "x.pgn:1:1: unreadable tag '[\"a\"]' in game 1: its name is missing; game skipped");
}

TEST(PgnReaderError, ReportsUnbalancedBrackets) {
  EXPECT_EQ(error_of("1. e4 ) e5 *\n\n1. d4 *"), "x.pgn:1:7: ')' without '(' in game 1; game skipped");
  EXPECT_EQ(error_of("(1. e4) *\n\n1. d4 *"), "x.pgn:1:1: variation before any move in game 1; game skipped");
  EXPECT_EQ(error_of("1. e4 (( d4)) *\n\n1. d4 *"), "x.pgn:1:8: variation before any move in game 1; game skipped");
  EXPECT_EQ(error_of("1. e4\n e5 (1... c5 2. Nf3 (2. c3) d6 1-0\n\n[Event \"b\"]\n\n1. d4 *"),
            "x.pgn:2:5: variation that is not closed in game 1; game skipped");
  EXPECT_EQ(error_of("1. e4 (1. d4"), "x.pgn:1:7: variation that is not closed in game 1; game skipped");
}

TEST(PgnReaderError, ReadsTheGameAfterAnUnclosedVariationEvenWithoutTags) {
  const Diary diary = diary_of("1. e4 (1. d4 1-0\n\n1. c4 *\n");
  EXPECT_EQ(diary.errors.size(), 1U);
  EXPECT_EQ(diary.games, 1U);
}

TEST(PgnReaderError, ReportsUnexpectedCharacters) {
  EXPECT_EQ(error_of("1. e4 e5 } *"), "x.pgn:1:10: unexpected character '}' in game 1; game skipped");
  EXPECT_EQ(error_of("1. e4 \xE2\x99\x98\x66\x36 *"),
            "x.pgn:1:7: unexpected character '\xE2\x99\x98' in game 1; game skipped");
  EXPECT_EQ(diary_of(std::string_view("1. e4 \0 e5 *\n\n[Event \"b\"]\n*", 27)).errors.size(), 1U);
}

TEST(PgnReaderError, TakesABracketAmongTheMovesForATagOnlyIfItLooksLikeOne) {
  EXPECT_EQ(error_of("1. e4 [%clk 0:01:00] e5 *\n\n[Event \"b\"]\n*"),
            "x.pgn:1:7: unexpected character '[' in game 1; game skipped");
  EXPECT_EQ(told("1. e4 e5 [Event \"b\"] 1. d4 *"), "game 1\ne4 e5 \nend\ngame 2\nEvent=b\nd4 *\nend\n");
}

TEST(PgnReaderError, EndsAnUnclosedCommentWhereTheNextGameStarts) {
  const Diary diary = diary_of(
      "[Event \"a\"]\n\n1. e4 { forgotten\n e5 1-0\n\n[Event \"b\"]\n\n1. d4 {fine} *\n\n[Event \"c\"]\n\n1. c4 {end");
  ASSERT_EQ(diary.errors.size(), 2U);
  EXPECT_EQ(diary.errors[0].in_file("x"), "x:3:7: comment that is not closed in game 1 ('a'); game skipped");
  EXPECT_EQ(diary.errors[1].in_file("x"), "x:12:7: comment that is not closed in game 3 ('c'); game skipped");
  EXPECT_EQ(diary.games, 1U);
}

TEST(PgnReaderError, FindsTheNextGameInACommentWhereverTheBufferEnds) {
  for (std::size_t length = 256 * 1024 - 40; length < 256 * 1024 + 40; ++length) {
    const std::string pgn = "1. e4 {" + std::string(length, 'x') + "\n[Event \"b\"]\n\n1. d4 {fine} *";
    const Diary diary = diary_of(pgn);
    ASSERT_EQ(diary.errors.size(), 1U) << length;
    ASSERT_EQ(diary.games, 1U) << length;
  }
}

TEST(PgnReaderError, BoundsTokensOfAbsurdLength) {
  const std::string junk(3'000'000, 'a');
  EXPECT_EQ(error_of("1. e4 " + junk + " *\n\n[Event \"b\"]\n*").substr(0, 40),
            "x.pgn:1:7: unreadable move 'aaaaaaaaaaaa");
  EXPECT_EQ(error_of("[Event \"" + junk + "\"]\n\n[Event \"b\"]\n*").substr(0, 40),
            "x.pgn:1:1: unreadable tag '[Event \"aaaaa");
  EXPECT_EQ(error_of("1. e4 {" + junk + "} e5 *\n\n[Event \"b\"]\n*"),
            "x.pgn:1:7: comment of more than 1,048,576 bytes in game 1; game skipped");
  EXPECT_EQ(error_of("1. e4 ;" + junk + "\n e5 *\n\n[Event \"b\"]\n*"),
            "x.pgn:1:7: comment of more than 1,048,576 bytes in game 1; game skipped");
  EXPECT_EQ(told("1. e4 " + std::string(3'000'000, '1') + ". e5 *"), "game 1\ne4 e5 *\nend\n");
  EXPECT_EQ(told("1. e4 " + std::string(3'000'000, ' ') + " e5 *"), "game 1\ne4 e5 *\nend\n");
}

TEST(PgnReaderError, ReadsALongCommentInOnePiece) {
  const std::string words(900'000, 'w');
  EXPECT_EQ(told("1. e4 {" + words + "} e5 *"), "game 1\ne4 {" + words + "} e5 *\nend\n");
}

/// Fails after a while.
class BreakingBuffer : public std::streambuf {
 public:
  explicit BreakingBuffer(std::string text) : text_(std::move(text)) {
    setg(text_.data(), text_.data(), text_.data() + text_.size());
  }

 protected:
  int_type underflow() override { throw std::ios_base::failure("broken"); }

 private:
  std::string text_;
};

TEST(PgnReaderError, ReportsThatTheInputBrokeOffAndThenFails) {
  BreakingBuffer buffer("[Event \"a\"]\n\n1. e4 *\n\n[Event \"b\"]\n\n1. e4 e5");
  std::istream stream(&buffer);
  base::Input input = base::Input::from_stream(stream, "pipe");
  PgnReader reader(input);
  Diary diary;
  const auto counts = reader.read_all(diary);
  ASSERT_FALSE(counts);
  EXPECT_EQ(counts.error().message, "pipe: cannot be read: the stream is broken");
  EXPECT_EQ(diary.games, 1U);
  ASSERT_EQ(diary.errors.size(), 1U);
  EXPECT_EQ(diary.errors[0].in_file("pipe"),
            "pipe:7:9: the input breaks off in game 2 ('b'): pipe: cannot be read: the stream is broken; game skipped");
}

// --- Size ------------------------------------------------------------------------------------------------------------

TEST(PgnReaderSize, ReadsAGameOfFiveThousandMoves) {
  std::string pgn;
  for (int number = 1; number <= 5000; ++number)
    pgn += std::to_string(number) + (number % 2 == 1 ? ". Nf3 Nf6\n" : ". Ng1 Ng8\n");
  const Diary diary = diary_of(pgn + "1/2-1/2");
  EXPECT_TRUE(diary.errors.empty());
  EXPECT_EQ(diary.plies, 10'000U);
}

TEST(PgnReaderSize, ReadsVariationsTenThousandDeep) {
  std::string pgn = "1. e4 ";
  for (int level = 0; level < 10'000; ++level) pgn += "(1. d4 ";
  for (int level = 0; level < 10'000; ++level) pgn += ") ";
  const Diary diary = diary_of(pgn + "e5 *");
  EXPECT_TRUE(diary.errors.empty());
  EXPECT_EQ(diary.plies, 10'002U);
}

TEST(PgnReaderSize, RefusesAbsurdDepthAndLengthAndContinues) {
  std::string deep = "1. e4 ";
  for (int level = 0; level < 150'000; ++level) deep += "(d4";
  EXPECT_EQ(error_of(deep + "\n\n[Event \"b\"]\n*").substr(0, 12), "x.pgn:1:3000");
  std::string endless;
  for (int number = 0; number < 60'000; ++number) endless += "Nf3 Nf6 Ng1 Ng8 ";
  const std::string error = error_of(endless + "*\n\n[Event \"b\"]\n*");
  EXPECT_NE(error.find("more than 200,000 plies in game 1; game skipped"), std::string::npos) << error;
}

/// Generates the same game over and over instead of storing it.
class EndlessBuffer : public std::streambuf {
 public:
  explicit EndlessBuffer(int games) : left_(games) {}

 protected:
  int_type underflow() override {
    if (left_-- == 0) return traits_type::eof();
    setg(game_.data(), game_.data(), game_.data() + game_.size());
    return traits_type::to_int_type(game_[0]);
  }

 private:
  std::string game_ =
      "[Event \"Generated\"]\n[Site \"?\"]\n[Date \"2024.05.01\"]\n[Round \"1\"]\n[White \"A\"]\n[Black \"B\"]\n"
      "[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O {the main line} (5. d3) 5... Be7 1-0\n\n";
  int left_;
};

/// The peak memory of this process, in bytes.
std::uint64_t peak_memory() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::uint64_t>(usage.ru_maxrss) * 1024;
}

TEST(PgnReaderSize, ReadsManyMegabytesOfAStreamInConstantMemory) {
  const std::uint64_t before = peak_memory();
  EndlessBuffer buffer(100'000);
  std::istream stream(&buffer);
  base::Input input = base::Input::from_stream(stream);
  PgnReader reader(input);
  class Counter : public PgnVisitor {
   public:
    std::uint64_t plies = 0;
    void move(const Position&, Move) override { ++plies; }
  } counter;
  const auto counts = reader.read_all(counter);
  ASSERT_TRUE(counts);
  EXPECT_EQ(counts->games, 100'000U);
  EXPECT_EQ(counts->broken, 0U);
  EXPECT_EQ(counter.plies, 1'100'000U);
  EXPECT_LT(peak_memory() - before, 4U << 20);
}

// --- Skipping --------------------------------------------------------------------------------------------------------

TEST(PgnReaderSkip, SkipsVariationsThatTheVisitorDoesNotWant) {
  class MainLine : public Diary {
   public:
    PgnWish begin_variation() override { return PgnWish::Skip; }
  } diary;
  base::Input input = base::Input::from_memory("1. e4 (1. d4 {no} (1. c4 $1) Nonsense) e5 (1... c5) 2. Nf3 *");
  PgnReader reader(input);
  ASSERT_TRUE(reader.read_all(diary));
  EXPECT_EQ(diary.text, "game 1\ne4 e5 Nf3 *\nend\n");
}

TEST(PgnReaderSkip, SkipsMovesThatTheVisitorDoesNotWant) {
  class TagsOnly : public Diary {
   public:
    PgnWish begin_moves(const Position&) override { return PgnWish::Skip; }
  } diary;
  base::Input input = base::Input::from_memory("[Event \"a\"]\n1. e4 (1. d4) Nonsense! {} 1-0\n[Event \"b\"]\n*");
  PgnReader reader(input);
  ASSERT_TRUE(reader.read_all(diary));
  EXPECT_EQ(diary.text, "game 1\nEvent=a\n1-0\nend\ngame 2\nEvent=b\n*\nend\n");
}

TEST(PgnReaderSkip, PassesOnTheLastPositionOfTheMainLine) {
  class Last : public PgnVisitor {
   public:
    std::string fen;
    void end_game(const Position& last) override { fen = to_fen(last); }
  } last;
  base::Input input = base::Input::from_memory("1. e4 e5 (1... c5 2. Nf3) *");
  PgnReader reader(input);
  ASSERT_TRUE(reader.read_all(last));
  EXPECT_EQ(last.fen, "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2");
}

TEST(PgnReaderFiles, ReadsTheOpeningCollectionWithoutAnError) {
  const auto path = tests::data_file("openings/8moves_v3.pgn.zip");
  if (!path) GTEST_SKIP() << "no openings/8moves_v3.pgn.zip in " << tests::data_folder();
  auto input = base::Input::open(path->string());
  ASSERT_TRUE(input) << input.error().message;
  PgnReader reader(*input);
  PgnVisitor visitor;
  const auto counts = reader.read_all(visitor);
  ASSERT_TRUE(counts) << counts.error().message;
  EXPECT_GT(counts->games, 0U);
  EXPECT_EQ(counts->broken, 0U);
}

}  // namespace
}  // namespace zugwerk::chess
