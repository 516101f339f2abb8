// Unit tests of base/line_editor.h: editing keys and the history.

#include "base/line_editor.h"

#include <gtest/gtest.h>

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

}  // namespace
}  // namespace zugwerk::base
