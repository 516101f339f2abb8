// Unit tests of base/line_editor.h: editing keys and the history.

#include "base/line_editor.h"

#include <algorithm>
#include <string>

#include <gtest/gtest.h>

#include "base/files/whole_file.h"
#include "base/format.h"
#include "support/temporary_folder.h"

namespace zugwerk::base {
namespace {

using Key = EditedLine::Key;

TEST(EditedLine, InsertsAndDeletesAtTheCursor) {
  EditedLine line;
  line.insert("e3");
  line.press(Key::Backspace);
  line.insert("4");
  line.press(Key::Home);
  line.insert("x");
  line.press(Key::Delete);
  EXPECT_EQ(line.text(), "x4");
  EXPECT_EQ(line.cursor(), 1U);
  line.press(Key::End);
  line.press(Key::Right);
  line.press(Key::Left);
  line.press(Key::DeleteAfter);
  EXPECT_EQ(line.text(), "x");
  line.press(Key::DeleteBefore);
  EXPECT_EQ(line.text(), "");
}

TEST(EditedLine, NeverSplitsAUtf8Character) {
  EditedLine line;
  line.insert("save k\xC3\xB6nig");
  for (int i = 0; i < 3; ++i) line.press(Key::Left);
  line.press(Key::Backspace);
  EXPECT_EQ(line.text(), "save knig");
  line.press(Key::End);
  line.press(Key::DeleteWord);
  EXPECT_EQ(line.text(), "save ");
}

TEST(EditedLine, RecallsTheHistoryAndTheDraft) {
  EditedLine line;
  for (const char* const text : {"e4", "hint", "hint", ""}) {
    line.insert(text);
    EXPECT_EQ(line.finish(), text);
  }
  line.insert("le");
  line.press(Key::Up);
  EXPECT_EQ(line.text(), "hint");
  line.press(Key::Up);
  EXPECT_EQ(line.text(), "e4");
  line.press(Key::Up);
  EXPECT_EQ(line.text(), "e4");
  line.press(Key::Down);
  line.press(Key::Down);
  EXPECT_EQ(line.text(), "le");
  line.press(Key::Down);
  EXPECT_EQ(line.text(), "le");
}

TEST(EditedLine, MovesAndDeletesByWordAndPastesWhatWasDeleted) {
  EditedLine line;
  line.insert("load  my games.pgn 3");
  line.press(Key::WordLeft);
  line.press(Key::WordLeft);
  EXPECT_EQ(line.cursor(), 9U);
  line.press(Key::DeleteNextWord);
  EXPECT_EQ(line.text(), "load  my  3");
  line.press(Key::DeleteBefore);
  EXPECT_EQ(line.text(), " 3");
  line.press(Key::WordRight);
  EXPECT_EQ(line.cursor(), 2U);
  line.press(Key::Paste);
  EXPECT_EQ(line.text(), " 3load  my ");
  line.press(Key::Home);
  line.press(Key::DeleteWord);  // nothing before the cursor: what was cut stays
  line.press(Key::Paste);
  EXPECT_EQ(line.text(), "load  my  3load  my ");
}

TEST(EditedLine, SearchesTheHistoryBackwards) {
  EditedLine line;
  for (const char* const text : {"load a.pgn", "fen 8/8", "load b.pgn", "hint"}) {
    line.insert(text);
    static_cast<void>(line.finish());
  }
  line.insert("dra");
  line.press(Key::Search);
  EXPECT_EQ(line.wanted(), "");
  line.insert("lo");
  line.insert("ad");
  EXPECT_EQ(line.text(), "load b.pgn");
  line.press(Key::Search);
  EXPECT_EQ(line.text(), "load a.pgn");
  line.press(Key::Search);
  EXPECT_EQ(line.text(), "load a.pgn");
  EXPECT_TRUE(line.search_fails());
  line.press(Key::Cancel);
  EXPECT_EQ(line.text(), "dra");
  EXPECT_FALSE(line.wanted());
  line.press(Key::Search);
  line.insert("fenx");
  EXPECT_TRUE(line.search_fails());
  line.press(Key::Backspace);
  EXPECT_EQ(line.text(), "fen 8/8");
  EXPECT_FALSE(line.search_fails());
  // Any other key takes the line and does what it always does.
  line.press(Key::End);
  line.insert(" w");
  EXPECT_EQ(line.finish(), "fen 8/8 w");
}

TEST(LineEditor, KeepsLinesForLaterRuns) {
  const test::TemporaryFolder folder;
  const std::string path = folder.file("state/zugwerk/history");
  {
    LineEditor editor(path);
    editor.keep("load a.pgn");
    editor.keep("load a.pgn");
    editor.keep("");
    editor.keep("clock 5+3");
  }
  EXPECT_EQ(read_whole_file(path).value(), "load a.pgn\nclock 5+3\n");
  LineEditor later(path);
  for (int i = 0; i < 600; ++i) later.keep(format("fen {}", i));
  const std::string kept = read_whole_file(path).value();
  EXPECT_EQ(std::count(kept.begin(), kept.end(), '\n'), 500);
  EXPECT_TRUE(kept.starts_with("fen 100\n"));
  // A place that cannot be written to is no reason to stop.
  LineEditor("/proc/no/such/history").keep("x");
}

TEST(LineEditor, RecallsLinesOfEarlierRuns) {
  EditedLine line;
  line.recall_earlier({"load a.pgn", "clock 5+3"});
  line.press(Key::Up);
  EXPECT_EQ(line.text(), "clock 5+3");
  line.press(Key::Up);
  EXPECT_EQ(line.text(), "load a.pgn");
}

}  // namespace
}  // namespace zugwerk::base
