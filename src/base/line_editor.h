// base/line_editor.h
//
// A line typed at a terminal, with editing and a history: arrow keys, Home and End, Backspace and Delete, and the usual
// control keys. Between two lines the terminal is as it was before.

#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace zugwerk::base {

/// The text of a line while it is edited, and what was typed before. Knows keys, but no terminal.
class EditedLine {
 public:
  enum class Key { Left, Right, Home, End, Up, Down, Backspace, Delete, DeleteWord, DeleteBefore, DeleteAfter };

  /// An empty line.
  void begin();
  void press(Key key);
  /// Inserts before the cursor.
  void insert(std::string_view text);
  /// The line is finished; it becomes the newest of the history, unless it is empty or the same as that one.
  std::string finish();

  [[nodiscard]] const std::string& text() const { return text_; }
  /// In bytes; never inside a character of UTF-8.
  [[nodiscard]] std::size_t cursor() const { return cursor_; }

 private:
  [[nodiscard]] std::size_t before(std::size_t at) const;
  [[nodiscard]] std::size_t behind(std::size_t at) const;
  void recall(std::size_t entry);

  std::string text_;
  std::size_t cursor_ = 0;
  std::vector<std::string> history_;
  std::size_t entry_ = 0;  // of the history that is shown; its size: the line that is being typed
  std::string draft_;      // that line, while an entry is shown
};

class LineEditor {
 public:
  /// Whether standard input and output are a terminal that understands the keys and moves of the cursor.
  [[nodiscard]] static bool is_usable();

  /// Prints the prompt and reads a line; nothing at the end of the input. Ctrl-C does what it does elsewhere.
  [[nodiscard]] std::optional<std::string> read_line(std::string_view prompt);

 private:
  EditedLine line_;
};

}  // namespace zugwerk::base
