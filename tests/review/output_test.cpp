// Unit tests of the output of a review: PGN, JSON, HTML, and the journal of a run.

#include <algorithm>

#include <gtest/gtest.h>

#include "base/files/input.h"
#include "chess/notation/pgn_writer.h"
#include "review/board_svg.h"
#include "review/html_text.h"
#include "review/review_html.h"
#include "review/review_journal.h"
#include "review/review_json.h"
#include "review/review_pgn.h"
#include "support/temporary_folder.h"

namespace zugwerk::review {
namespace {

using chess::PgnGame;
using chess::PgnNodeId;

constexpr std::string_view kPgn =
    "[Event \"<b>Café & Co</b>\"]\n[White \"A \\\"quoted\\\" <name>\"]\n[Black \"B\"]\n[Result \"1-0\"]\n\n"
    "1. e4 {[%clk 0:01:00] [%eval 0.3] mine} e5 2. Bc4 Nc6 3. Qh5 Nf6 (3... g6) 4. Qxf7# 1-0\n\n";

PgnGame read_game(std::string_view pgn) {
  base::Input input = base::Input::from_memory(pgn);
  std::optional<PgnGame> found;
  static_cast<void>(chess::read_pgn_games(input, [&](PgnGame&& game) {
    found = std::move(game);
    return true;
  }));
  return found.value();
}

class Written : public testing::Test {
 protected:
  Written() {
    ReviewSettings settings;
    settings.network = nullptr;
    settings.limits.nodes = 5000;
    settings.hash_megabytes = 1;
    game_ = read_game(kPgn);
    review_ = std::move(*Reviewer::create(settings))->review(game_).value();
  }
  PgnGame game_;
  GameReview review_;
};

TEST_F(Written, PgnKeepsExistingAnnotationsAndReadsBack) {
  const PgnGame marked = annotated(game_, review_);
  std::string text = chess::to_pgn(marked);
  EXPECT_EQ(chess::to_pgn(read_game(text)), text);
  std::replace(text.begin(), text.end(), '\n', ' ');  // a line may end anywhere
  EXPECT_EQ(marked.main_line(), game_.main_line());
  EXPECT_NE(text.find("mine"), std::string::npos);
  EXPECT_NE(text.find("[%clk 0:01:00]"), std::string::npos);
  EXPECT_EQ(text.find("[%eval 0.3]"), std::string::npos);
  EXPECT_NE(text.find("3... Nf6 $4"), std::string::npos) << text;
  // The blunder has the variation of the game and ours.
  PgnNodeId id = PgnNodeId::Root;
  for (int ply = 0; ply < 5; ++ply) id = marked.node(id).first_child;
  int children = 0;
  for (PgnNodeId child = marked.node(id).first_child; child != PgnNodeId::None; child = marked.node(child).next_sibling)
    ++children;
  EXPECT_EQ(children, 3);
}

TEST_F(Written, PgnIsTheSameWhenReviewedAgain) {
  const PgnGame marked = annotated(game_, review_);
  EXPECT_EQ(chess::to_pgn(annotated(marked, review_)), chess::to_pgn(marked));
}

TEST_F(Written, JsonHasEveryMove) {
  const base::Json json = to_json(review_);
  ASSERT_EQ(json.at("moves").size(), 7U);
  const base::Json& blunder = json.at("moves").at(5);
  EXPECT_EQ(blunder.at("san"), "Nf6");
  EXPECT_EQ(blunder.at("mark"), "blunder");
  EXPECT_EQ(blunder.at("nag"), 4);
  EXPECT_EQ(blunder.at("reasons").at(0).at("motif"), "mate");
  EXPECT_EQ(blunder.at("reasons").at(0).at("line").at(0), "Qxf7#");
  EXPECT_EQ(json.at("moves").at(0).at("clock"), 60);
}

TEST_F(Written, HtmlEscapesTextOfTheGame) {
  const HtmlPart part = to_html(review_, 1);
  const std::string page = html_page(std::span(&part, 1));
  EXPECT_EQ(page.find("<b>"), std::string::npos);
  EXPECT_EQ(page.find("<name>"), std::string::npos);
  EXPECT_NE(page.find("&lt;b&gt;Café &amp; Co&lt;/b&gt;"), std::string::npos);
  EXPECT_NE(page.find("A &quot;quoted&quot; &lt;name&gt;"), std::string::npos);
}

TEST_F(Written, HtmlIsSelfContained) {
  const HtmlPart part = to_html(review_, 1);
  const std::string page = html_page(std::span(&part, 1));
  EXPECT_NE(page.find("default-src 'none'"), std::string::npos);
  for (const char* const word : {"://", "<script", "<link", "src=", "url(", "@import"})
    EXPECT_EQ(page.find(word), std::string::npos) << word;
  // Every link leads to something on the page.
  for (std::size_t at = page.find("href=\"#"); at != std::string::npos; at = page.find("href=\"#", at + 1)) {
    const std::size_t begin = at + 7;
    const std::string id = page.substr(begin, page.find('"', begin) - begin);
    EXPECT_NE(page.find("id=\"" + id + "\""), std::string::npos) << id;
  }
}

TEST_F(Written, HtmlOfSeveralGamesHasAList) {
  const std::vector<HtmlPart> parts{to_html(review_, 1), to_html(review_, 2)};
  const std::string page = html_page(parts);
  EXPECT_NE(page.find("<a href=\"#game2\">"), std::string::npos);
  EXPECT_NE(page.find("id=\"game2\""), std::string::npos);
}

TEST(BoardSvg, DrawsEveryPieceFromEitherSide) {
  const auto count = [](const std::string& svg) {
    std::size_t found = 0;
    for (std::size_t at = svg.find("<path"); at != std::string::npos; at = svg.find("<path", at + 1)) ++found;
    return found;
  };
  BoardPicture picture;
  const std::string white = to_svg(chess::Position(), picture);
  EXPECT_EQ(count(white), 32U);
  picture.below = chess::Color::Black;
  const std::string black = to_svg(chess::Position(), picture);
  EXPECT_EQ(count(black), 32U);
  EXPECT_NE(white, black);
}

TEST(EscapedText, LeavesNoMarkup) { EXPECT_EQ(escaped("<a href='x'>&\"\n"), "&lt;a href=&#39;x&#39;&gt;&amp;&quot; "); }

// --- The journal
// ------------------------------------------------------------------------------------------------------

JournalEntry entry_of(std::string summary) {
  JournalEntry entry;
  entry.key = 0xFFFF'FFFF'FFFF'FFFF;
  entry.summary = std::move(summary);
  entry.json = base::Json{{"a", 1}};
  return entry;
}

TEST(Journal, ResumesWhereItEnded) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("journal");
  {
    auto journal = Journal::create(path, "1000 nodes");
    ASSERT_TRUE(journal);
    ASSERT_TRUE(journal->add(2, entry_of("two\nlines")));
    ASSERT_TRUE(journal->add(1, entry_of("one")));
  }
  EXPECT_FALSE(Journal::create(path, "1000 nodes"));
  EXPECT_FALSE(Journal::resume(path, "2000 nodes"));
  const auto journal = Journal::resume(path, "1000 nodes");
  ASSERT_TRUE(journal);
  ASSERT_EQ(journal->entries().size(), 2U);
  EXPECT_EQ(journal->entries().at(2).summary, "two\nlines");
  EXPECT_EQ(journal->entries().at(1).key, 0xFFFF'FFFF'FFFF'FFFF);
}

TEST(Journal, CutsOffATornLine) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("journal");
  {
    auto journal = Journal::create(path, "x");
    ASSERT_TRUE(journal->add(1, entry_of("one")));
  }
  const std::string whole = test::read_bytes(path);
  test::write_bytes(path, whole + whole.substr(whole.find('\n') + 1, 20));
  {
    auto journal = Journal::resume(path, "x");
    ASSERT_TRUE(journal);
    EXPECT_EQ(journal->entries().size(), 1U);
    ASSERT_TRUE(journal->add(2, entry_of("two")));
  }
  EXPECT_EQ(Journal::resume(path, "x")->entries().size(), 2U);
}

TEST(Journal, LeavesOtherFilesAlone) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("journal");
  test::write_bytes(path, "my diary\n");
  EXPECT_FALSE(Journal::resume(path, "x"));
  EXPECT_EQ(test::read_bytes(path), "my diary\n");
}

}  // namespace
}  // namespace zugwerk::review
